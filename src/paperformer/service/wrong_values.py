"""What is wrong with a value of a request, in one sentence with an example of a right one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Shape:
    """What a regular expression means to a caller.

    Args:
        says: What the value has to be.
        example: A value that is.
    """

    says: str
    example: str


SHAPES: Final[Mapping[str, Shape]] = {
    r"^[0-9a-f]{24}$": Shape("the id of a document", "0123456789abcdef01234567"),
    r"^[a-z][a-z0-9_]{0,63}$": Shape("the name of a field or table", "total_incl_vat"),
    r"^[^\x00-\x1f\x7f,]+$": Shape("a text without commas and line breaks", "march"),
    r"^[^\x00-\x1f\x7f]+$": Shape("a text without line breaks", "PO-42"),
    r"^[^\x00-\x1f\x7f]*$": Shape("a text without line breaks", "4711"),
    r"^[A-Za-z0-9_.-]{1,64}$": Shape(
        "a name of at most 64 letters, digits, dots, hyphens and underscores", "cost_centre"
    ),
    r"^[A-Za-z0-9_.-]{1,64}:": Shape("a name and a value with a colon between them", "cost_centre:4711"),
    r"^[1-9][0-9]{0,4}$": Shape("the number of a page", "1"),
    r"^[!-~]+$": Shape("a text of visible ASCII characters without spaces", "upload-2025-03-01-17"),
}
"""By the pattern that a field or parameter has to match."""


def wrong_value(fault: Mapping[str, Any], example: Any = None) -> str:
    """The sentence about a fault that validation found.

    Args:
        fault: As pydantic tells it: ``type``, ``loc``, ``msg`` and ``ctx``.
        example: A right value of this very field, where one is known.

    Returns:
        It names the field first, and never a regular expression.
    """
    kind, context = str(fault.get("type", "")), fault.get("ctx") or {}
    where = "" if kind == "json_invalid" else ".".join(str(part) for part in _named(fault.get("loc", ())))
    said, usual = _said(kind, context, str(fault.get("msg", "")))
    shown = usual if example is None else example
    such_as = "" if shown is None else f", such as {shown if isinstance(shown, str) else _json(shown)}"
    return f"{where}: {said}{such_as}" if where else f"The body {said}{such_as}"


def _named(place: Sequence[Any]) -> Sequence[Any]:
    """The path of a value without where in the request it stands and without pydantic's own marks."""
    rest = place[1:] if place and place[0] in ("body", "query", "header", "path", "cookie") else place
    return [part for part in rest if part != "[key]"]


def _said(kind: str, context: Mapping[str, Any], message: str) -> tuple[str, Any]:
    """What is wrong, and an example of what is right."""
    if kind == "value_error":  # a validator of ours, which says what to write
        return message.removeprefix("Value error, "), None
    if kind == "string_pattern_mismatch":
        shape = SHAPES.get(context.get("pattern", ""))
        if shape is not None:
            return f"has to be {shape.says}", shape.example
    if kind in ("literal_error", "enum"):
        return f"has to be one of {str(context.get('expected', '')).replace(' or ', ', ')}", None
    if kind in _BOUNDS:
        bound, words = _BOUNDS[kind]
        return f"{words} {context[bound]:g}", context[bound] if bound in ("ge", "le") else None
    if kind in _LENGTHS:
        return _LENGTHS[kind](context), None
    return next(
        ((said, example) for start, said, example in _KINDS if kind.startswith(start)),
        ("is not as it should be. See /docs for what it may be", None),
    )


_BOUNDS: Final = {
    "greater_than_equal": ("ge", "may not be less than"),
    "less_than_equal": ("le", "may not be more than"),
    "greater_than": ("gt", "has to be more than"),
    "less_than": ("lt", "has to be less than"),
}


def _counted(number: Any, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


_LENGTHS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "string_too_long": lambda of: (
        f"may have at most {_counted(of['max_length'], 'character', 'characters')}; shorten it"
    ),
    "string_too_short": lambda of: (
        f"has to have at least {_counted(of['min_length'], 'character', 'characters')}"
    ),
    "too_long": lambda of: f"may have at most {_counted(of['max_length'], 'entry', 'entries')}; send fewer",
    "too_short": lambda of: f"has to have at least {_counted(of['min_length'], 'entry', 'entries')}",
}
# By how the name of the fault begins, the first that fits: what it says, and an example.
_KINDS: Final[Sequence[tuple[str, str, Any]]] = (
    ("missing", "is missing", None),
    ("extra_forbidden", "is not known here. Leave it out; /docs lists what there is", None),
    ("json_invalid", "is no valid JSON. Write it", {"confirmed": True}),
    ("model", "has to be a JSON object", {"confirmed": True}),
    ("dict", "has to be a JSON object", {"name": "text"}),
    ("list", "has to be a JSON array", ["a", "b"]),
    ("string", "has to be a text", "text"),
    ("int", "has to be a whole number", 50),
    ("float", "has to be a number", 0.95),
    ("finite", "has to be a number", 0.95),
    ("bool", "has to be true or false", True),
    ("timezone", "has to be a time with its zone", "2025-03-01T09:30:00Z"),
    ("datetime", "has to be a time", "2025-03-01T09:30:00Z"),
    ("date", "has to be a date", "2025-03-01"),
)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
