"""What is wrong with a value of a request, in one sentence with an example of a right one, and its code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from paperformer.service.sentences import CAUSE, Sentence


@dataclass(frozen=True, slots=True)
class Shape:
    """What a regular expression means to a caller.

    Args:
        says: What the value has to be.
        example: A value that is.
        code: Of the sentence that says so.
    """

    says: str
    example: str
    code: str = "wrong_example"


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with a value.

    Args:
        says: The same in English.
        code: Of the sentence that says so.
        values: That the sentence names.
        example: A right value, where one is known.
    """

    says: str
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    example: Any = None


SHAPES: Final[Mapping[str, Shape]] = {
    r"^[0-9a-f]{24}$": Shape("the id of a document", "0123456789abcdef01234567"),
    r"^[a-z][a-z0-9_]{0,63}$": Shape("the name of a field or table", "total_incl_vat"),
    r"^[^\x00-\x1f\x7f,]+$": Shape("a text without commas and line breaks", "march", "wrong_commas"),
    r"^[^\x00-\x1f\x7f]+$": Shape("a text without line breaks", "PO-42", "wrong_line_breaks"),
    r"^[^\x00-\x1f\x7f]*$": Shape("a text without line breaks", "4711", "wrong_line_breaks"),
    r"^[A-Za-z0-9_.-]{1,64}$": Shape(
        "a name of at most 64 letters, digits, dots, hyphens and underscores", "cost_centre", "wrong_name"
    ),
    r"^[A-Za-z0-9_.-]{1,64}:": Shape("a name and a value with a colon between them", "cost_centre:4711"),
    r"^[1-9][0-9]{0,4}$": Shape("the number of a page", "1"),
    r"^[!-~]+$": Shape("a text of visible ASCII characters without spaces", "upload-2025-03-01-17"),
}
"""By the pattern that a field or parameter has to match."""


def wrong_value(fault: Mapping[str, Any], example: Any = None) -> Sentence:
    """The sentence about a fault that validation found.

    Args:
        fault: As pydantic tells it: ``type``, ``loc``, ``msg`` and ``ctx``.
        example: A right value of this very field, where one is known.

    Returns:
        It names the field first, and never a regular expression.
    """
    kind, context = str(fault.get("type", "")), fault.get("ctx") or {}
    where = "" if kind == "json_invalid" else ".".join(str(part) for part in _named(fault.get("loc", ())))
    found = _fault(kind, context, str(fault.get("msg", "")))
    shown = _shown(found.example if example is None else example)
    such_as = "" if shown is None else f", such as {shown}"
    english = f"{where}: {found.says}{such_as}" if where else f"The body {found.says}{such_as}"
    named = {"example": shown} if found.code == "wrong_example" else found.values
    values = {"place": where or "body", CAUSE: found.code, **named}
    return Sentence("wrong_value", {name: str(value) for name, value in values.items()}, english)


def _named(place: Sequence[Any]) -> Sequence[Any]:
    """The path of a value without where in the request it stands and without pydantic's own marks."""
    rest = place[1:] if place and place[0] in ("body", "query", "header", "path", "cookie") else place
    return [part for part in rest if part != "[key]"]


def _fault(kind: str, context: Mapping[str, Any], message: str) -> _Fault:
    if kind == "value_error":  # a validator of ours, which says what to write; the page sends none such
        return _Fault(message.removeprefix("Value error, "), "wrong_other")
    if kind == "string_pattern_mismatch" and context.get("pattern") in SHAPES:
        shape = SHAPES[context["pattern"]]
        return _Fault(f"has to be {shape.says}", shape.code, {}, shape.example)
    if kind in ("literal_error", "enum"):
        choices = str(context.get("expected", "")).replace(" or ", ", ")
        return _Fault(f"has to be one of {choices}", "wrong_choice", {"choices": choices})
    if kind in _BOUNDS:
        bound, words, code, name = _BOUNDS[kind]
        example = context[bound] if bound in ("ge", "le") else None
        return _Fault(f"{words} {context[bound]:g}", code, {name: f"{context[bound]:g}"}, example)
    if kind in _LENGTHS:
        says, code = _LENGTHS[kind]
        lengths = {"most": context.get("max_length"), "least": context.get("min_length")}
        named = {name: length for name, length in lengths.items() if length is not None}
        return _Fault(says(context), code, named)
    return next(
        (_Fault(says, code, {}, example) for start, says, code, example in _KINDS if kind.startswith(start)),
        _Fault("is not as it should be. See /docs for what it may be", "wrong_other"),
    )


def _shown(example: Any) -> str | None:
    return example if example is None or isinstance(example, str) else _json(example)


_BOUNDS: Final = {
    "greater_than_equal": ("ge", "may not be less than", "wrong_too_small", "least"),
    "less_than_equal": ("le", "may not be more than", "wrong_too_large", "most"),
    "greater_than": ("gt", "has to be more than", "wrong_not_above", "least"),
    "less_than": ("lt", "has to be less than", "wrong_not_below", "most"),
}


def _counted(number: Any, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


_LENGTHS: Final[Mapping[str, tuple[Callable[[Mapping[str, Any]], str], str]]] = {
    "string_too_long": (
        lambda of: f"may have at most {_counted(of['max_length'], 'character', 'characters')}; shorten it",
        "wrong_too_long",
    ),
    "string_too_short": (
        lambda of: f"has to have at least {_counted(of['min_length'], 'character', 'characters')}",
        "wrong_too_short",
    ),
    "too_long": (
        lambda of: f"may have at most {_counted(of['max_length'], 'entry', 'entries')}; send fewer",
        "wrong_too_many",
    ),
    "too_short": (
        lambda of: f"has to have at least {_counted(of['min_length'], 'entry', 'entries')}",
        "wrong_too_few",
    ),
}
# By how the name of the fault begins, the first that fits: what it says, its code, and an example.
_KINDS: Final[Sequence[tuple[str, str, str, Any]]] = (
    ("missing", "is missing", "wrong_missing", None),
    (
        "extra_forbidden",
        "is not known here. Leave it out; /docs lists what there is",
        "wrong_unknown",
        None,
    ),
    ("json_invalid", "is no valid JSON. Write it", "wrong_example", {"confirmed": True}),
    ("model", "has to be a JSON object", "wrong_example", {"confirmed": True}),
    ("dict", "has to be a JSON object", "wrong_example", {"name": "text"}),
    ("list", "has to be a JSON array", "wrong_example", ["a", "b"]),
    ("string", "has to be a text", "wrong_example", "text"),
    ("int", "has to be a whole number", "wrong_example", 50),
    ("float", "has to be a number", "wrong_example", 0.95),
    ("finite", "has to be a number", "wrong_example", 0.95),
    ("bool", "has to be true or false", "wrong_example", True),
    ("timezone", "has to be a time with its zone", "wrong_example", "2025-03-01T09:30:00Z"),
    ("datetime", "has to be a time", "wrong_example", "2025-03-01T09:30:00Z"),
    ("date", "has to be a date", "wrong_example", "2025-03-01"),
)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
