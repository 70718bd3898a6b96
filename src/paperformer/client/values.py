"""JSON to dataclasses and back, by the types of their fields."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from paperformer.client.unset import UNSET, Unset


def decode(kind: Any, value: Any) -> Any:
    """A value of JSON as a type has it; what a newer service adds is left out.

    Args:
        kind: A dataclass, a plain type, or a list, dictionary or union of such.
        value: As ``json.loads`` gives it.
    """
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _one_of([option for option in get_args(kind) if option is not Unset], value)
    if value is None or kind is Any or origin is Literal:
        return value
    if origin is list:
        return [decode(get_args(kind)[0], item) for item in value]
    if origin is dict:
        return {name: decode(get_args(kind)[1], item) for name, item in value.items()}
    if kind is datetime:
        return datetime.fromisoformat(value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: decode(hints[name], item) for name, item in value.items() if name in hints})
    return kind(value) if kind is float else value


def encode(value: Any) -> Any:
    """A value as ``json.dumps`` takes it; fields that are ``UNSET`` are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: encode(item) for name, item in named.items() if item is not UNSET}
    if isinstance(value, Mapping):
        return {name: encode(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    return value.isoformat() if isinstance(value, datetime) else value


def _one_of(kinds: list[Any], value: Any) -> Any:
    if value is None:
        return None
    some = [kind for kind in kinds if kind is not type(None)]
    fitting = (kind for kind in some if not _is_record(kind) or _required(kind) <= value.keys())
    return decode(next(fitting, some[0]), value)


def _is_record(kind: object) -> bool:
    return is_dataclass(kind)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _required(kind: Any) -> frozenset[str]:
    return frozenset(
        field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    )
