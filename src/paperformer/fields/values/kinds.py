"""Functions that read and find the values of each field type.

Each type's module is imported when it is first asked for: compiling all their patterns at once would
cost every start of the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import cast

from paperformer.errors import InvalidConfig
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.reading import ParsedValue, ValueContext
from paperformer.fields.values.value_types import BY_NAME, TYPES

Parser = Callable[[str, ValueContext], ParsedValue]
Finder = Callable[[str, ValueContext], Iterator[TextMatch]]

VALUE_TYPES = tuple(BY_NAME)
GRAMMAR_TYPES = tuple(value_type.name for value_type in TYPES if value_type.finder)


@cache
def parser_of(kind: str) -> Parser:
    """The function that reads a printed value of type ``kind``.

    Raises:
        InvalidConfig: when there is no such type.
    """
    if kind not in BY_NAME:
        raise InvalidConfig(f"no field type {kind!r}", f"Use one of {', '.join(VALUE_TYPES)}")
    value_type = BY_NAME[kind]
    return cast(Parser, getattr(_module(value_type.module), value_type.parser))


@cache
def finder_of(kind: str) -> Finder | None:
    """The function that finds values of type ``kind`` in a text; None where the type has no grammar."""
    value_type = BY_NAME.get(kind)
    return (
        cast(Finder, getattr(_module(value_type.module), value_type.finder))
        if value_type and value_type.finder
        else None
    )


def _module(name: str) -> object:
    return import_module(f"paperformer.fields.values.{name}")
