"""The schema: which fields there are, what type each has, and which EN 16931 term it fills.

A schema is data: anyone adds a field by writing a YAML file of the form of ``schema.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import cast

from paperformer.errors import InvalidConfig, UnknownField, did_you_mean
from paperformer.fields.values.value_types import BY_NAME

FIELD_TYPES = tuple(sorted((*BY_NAME, "group")))

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TERM = re.compile(r"B[TG]-[1-9][0-9]{0,2}")
_KEYS = frozenset({"name", "type", "description", "term", "multiline"})


@dataclass(frozen=True, slots=True)
class FieldDefinition:
    """One field.

    Args:
        name: What answers call it.
        type: How its print is read, one of ``FIELD_TYPES``.
        description: One line for people.
        term: The EN 16931 business term (``BT-1``) or group (``BG-25``) it fills; None where there is none.
        multiline: Whether its print runs over several lines.
    """

    name: str
    type: str
    description: str
    term: str | None = None
    multiline: bool = False


@dataclass(frozen=True)
class Schema:
    """The fields, in the order in which answers list them."""

    fields: tuple[FieldDefinition, ...]

    @cached_property
    def _by_name(self) -> dict[str, FieldDefinition]:
        return {field.name: field for field in self.fields}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(self._by_name)

    def __getitem__(self, name: str) -> FieldDefinition:
        """The field called ``name``.

        Raises:
            UnknownField: when there is none; the remedy names the nearest ones.
        """
        if name not in self._by_name:
            raise _unknown(name, self.names)
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[FieldDefinition]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def subset(self, names: Iterable[str]) -> Schema:
        """The schema of the fields called ``names``, in this schema's order.

        Raises:
            UnknownField: when one of them is not here.
        """
        wanted = {self[name].name for name in names}
        return Schema(tuple(field for field in self.fields if field.name in wanted))


def load_schema(path: Path | None = None) -> Schema:
    """The schema of a YAML file; the one that comes with Paperformer where ``path`` is None.

    Raises:
        InvalidConfig: when the file cannot be read, is not valid YAML, or says something that cannot be.
    """
    source = "schema.yaml" if path is None else str(path)
    try:
        text = _default_text() if path is None else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or "no file") if isinstance(error, OSError) else "not UTF-8"
        raise InvalidConfig(f"{source} cannot be read: {reason}", "Give the path of a schema file") from error
    return Schema(tuple(_read_fields(_parse_yaml(text, source), source)))


def _default_text() -> str:
    return files("paperformer.fields").joinpath("schema.yaml").read_text(encoding="utf-8")


def _parse_yaml(text: str, source: str) -> list[object]:
    import yaml  # slow to import, and a schema is read once

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        content = yaml.load(text, Loader=loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        raise InvalidConfig(f"{source} is not valid YAML{where}", "Mend its syntax") from error
    fields = content.get("fields") if isinstance(content, dict) else None
    if not isinstance(fields, list) or not fields:
        raise InvalidConfig(f"{source} has no list called fields", "Write `fields:` and a list below it")
    return cast("list[object]", fields)


def _read_fields(entries: list[object], source: str) -> Iterator[FieldDefinition]:
    seen: set[str] = set()
    for position, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise InvalidConfig(f"{source}: field {position} is no mapping", "Give it a name and a type")
        field = _read_field(entry, f"{source}: field {position}")
        if field.name in seen:
            raise InvalidConfig(f"{source}: field {field.name} stands twice", "Take one of them out")
        seen.add(field.name)
        yield field


def _read_field(entry: Mapping[object, object], where: str) -> FieldDefinition:
    unknown = sorted(str(key) for key in entry if key not in _KEYS)
    if unknown:
        raise InvalidConfig(f"{where} has the unknown key {unknown[0]!r}", f"Use {', '.join(sorted(_KEYS))}")
    name, kind = entry.get("name"), entry.get("type")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidConfig(f"{where} has no usable name", "Use lower-case letters, digits and underscores")
    if not isinstance(kind, str) or kind not in FIELD_TYPES:
        raise InvalidConfig(f"{where} ({name}) has no known type", f"Use one of {', '.join(FIELD_TYPES)}")
    term, multiline = entry.get("term"), entry.get("multiline", False)
    if term is not None and not (isinstance(term, str) and _TERM.fullmatch(term)):
        raise InvalidConfig(
            f"{where} ({name}) has a term that is no EN 16931 one", "Write it like BT-1 or BG-25"
        )
    if not isinstance(multiline, bool):
        raise InvalidConfig(
            f"{where} ({name}) has a multiline that is neither true nor false", "Use true or false"
        )
    description = entry.get("description", "")
    if not isinstance(description, str):
        raise InvalidConfig(f"{where} ({name}) has a description that is no text", "Put it in quotes")
    return FieldDefinition(name, kind, description, term, multiline)


def _unknown(name: str, names: tuple[str, ...]) -> UnknownField:
    remedy = did_you_mean(name, names) or f"The fields are {', '.join(names)}"
    return UnknownField(f"no field is called {name!r}", remedy)
