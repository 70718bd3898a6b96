"""A configuration in a YAML file."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from paperformer.errors import InvalidConfig

# The first variable that each line names, outside a comment; $${NAME} names none.
NAMED = re.compile(r"^(?:[^#\n]|(?<=\S)#)*?(?<!\$)\$\{(\w+)\}", re.MULTILINE)
VARIABLE = re.compile(r"\$(?P<written>\$\{\w+\})|\$\{(?P<braced>\w+)\}|\$(?P<bare>\w+)")
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
        InvalidConfig: the file is missing, no YAML, says something that cannot be, or names an environment
            variable that is not set.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidConfig(f"{path}: cannot be read ({reason})", "Give a YAML file") from error
    unset = next((name for name in NAMED.findall(text) if name not in os.environ), None)
    if unset is not None:
        raise InvalidConfig(
            f"{path}: the environment variable {unset} is not set", f"Set it: export {unset}=..."
        )
    try:
        return kind.model_validate(yaml.safe_load(VARIABLE.sub(_value_of, text)))
    except yaml.YAMLError as error:
        raise InvalidConfig(
            f"{path}: no valid YAML ({str(error).splitlines()[0]})", "Mend the file"
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InvalidConfig(f"{path}: {where}: {first['msg']}", f"See {page} for the settings") from error
