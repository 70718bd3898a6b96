"""A configuration in a YAML file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from paperformer.errors import InvalidSettings

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

# The first variable that each line names, outside a comment; $${NAME} names none.
NAMED = re.compile(r"^(?:[^#\n]|(?<=\S)#)*?(?<!\$)\$\{(\w+)\}", re.MULTILINE)
VARIABLE = re.compile(r"\$(?P<written>\$\{\w+\})|\$\{(?P<braced>\w+)\}|\$(?P<bare>\w+)")
MERGE = "tag:yaml.org,2002:merge"
OF_THE_VOCABULARY = frozenset({"vocabulary_size", "source_vocabulary_size", "padding_id"})
Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """A part of a configuration: frozen, and no setting that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _leaves_the_vocabulary(settings: dict[str, Any]) -> dict[str, Any]:
    own = sorted(settings.keys() & OF_THE_VOCABULARY)
    if own:
        raise ValueError(f"{own[0]} follows from the vocabulary: leave it out")
    return settings


ModelSettings = Annotated[dict[str, Any], AfterValidator(_leaves_the_vocabulary)]
"""Settings of a model's config, by name; not those that its vocabulary decides."""


def _value_of(variable: re.Match[str]) -> str:
    """What a variable stands for; itself where it is not set, and ${NAME} for $${NAME}."""
    if variable["written"]:
        return variable["written"]
    return os.environ.get(variable["braced"] or variable["bare"], variable[0])


def load_yaml(path: Path, kind: type[Model], page: str) -> Model:
    """What the file says, environment variables expanded; ``$${NAME}`` is written ``${NAME}``.

    Args:
        path: The file.
        kind: What it describes.
        page: Where its settings are explained; named in errors.

    Raises:
        InvalidSettings: the file is missing, no YAML, names an environment variable that is not set, or says
            things that cannot be: a line for each.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidSettings(f"{path}: cannot be read ({reason})", "Give a YAML file") from error
    unset = next((name for name in NAMED.findall(text) if name not in os.environ), None)
    if unset is not None:
        raise InvalidSettings(
            f"{path}: the environment variable {unset} is not set", f"Set it: export {unset}=..."
        )
    try:
        return kind.model_validate(yaml.load(VARIABLE.sub(_value_of, text), _OnceEach))  # a SafeLoader
    except yaml.YAMLError as error:
        raise InvalidSettings(f"{path}: no valid YAML ({_of_yaml(error)})", "Mend the file") from error
    except ValidationError as error:
        complaints = dict.fromkeys(_complaint(wrong, kind) for wrong in _faults(error))
        lines = "\n".join(f"{path}: {complaint}" for complaint in complaints)
        raise InvalidSettings(lines, f"See {page} for the settings") from error


class _OnceEach(yaml.SafeLoader):
    """Refuses a setting that is given twice; YAML 1.2, section 3.2.1.1, asks for it, the library does not."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != MERGE:
                if key.value in seen:
                    raise yaml.MarkedYAMLError(
                        problem=f"{key.value} is given twice", problem_mark=key.start_mark
                    )
                seen.add(key.value)
        return super().construct_mapping(node, deep)


def _of_yaml(error: yaml.YAMLError) -> str:
    """What is wrong, and in which line where the library tells."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return str(error).splitlines()[0]
    return f"line {error.problem_mark.line + 1}: {error.problem}"


def _faults(error: ValidationError) -> Iterator[ErrorDetails]:
    """The faults of a file; not that a list is too short when it is so for the faults of its entries."""
    faults = error.errors()
    for fault in faults:
        place = fault["loc"]
        is_echo = any(other["loc"][: len(place)] == place and other["loc"] != place for other in faults)
        if not (fault["type"] == "too_short" and is_echo):
            yield fault


def _complaint(wrong: ErrorDetails, kind: type[BaseModel]) -> str:
    """What pydantic says, in the words of who wrote the file."""
    where = ".".join(str(part) for part in wrong["loc"])
    if not where:
        return "it holds no settings" if wrong["type"].endswith("_type") else _lower(wrong["msg"])
    if wrong["type"] == "missing":
        return f"{where} is missing"
    if wrong["type"] == "extra_forbidden":
        *above, name = (str(part) for part in wrong["loc"])
        alike = get_close_matches(name, _settings(kind, above), 1)
        return f"there is no setting {where}" + (f"; did you mean {alike[0]}?" if alike else "")
    return f"{where}: {_lower(wrong['msg'])}"


def _settings(kind: type[BaseModel], path: Sequence[str]) -> list[str]:
    """The settings there are at a place of a configuration: of ``data.0`` those of an entry of ``data``."""
    inside: list[type[BaseModel]] = [kind]
    for name in path:
        if not name.isdigit():  # the number of an entry; a choice of several kinds names the kind
            known = [model.model_fields[name].annotation for model in inside if name in model.model_fields]
            inside = [model for annotation in known for model in _models_in(annotation)] or inside
    return [name for model in inside for name in model.model_fields]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The kinds of configuration that an annotation allows, inside lists and unions too."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _lower(message: str) -> str:
    message = message.removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return message[:1].lower() + message[1:]
