"""Values: from printed text to one normal form per field type, and back."""

from __future__ import annotations

from paperformer.errors import InvalidConfig
from paperformer.fields.values.amount import print_amount
from paperformer.fields.values.date import print_date
from paperformer.fields.values.kinds import PARSERS
from paperformer.fields.values.reading import NO_CONTEXT, DateOrder, DecimalMark, ParsedValue, ValueContext

__all__ = [
    "NO_CONTEXT",
    "DateOrder",
    "DecimalMark",
    "ParsedValue",
    "ValueContext",
    "parse_value",
    "print_value",
]


def parse_value(type: str, text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """What ``text`` says, read as a value of field type ``type``.

    A label, brackets or punctuation around the value do no harm.

    Raises:
        ValueUnreadable: when ``text`` prints no value of that type, or several.
        InvalidConfig: when there is no such type.
    """
    parser = PARSERS.get(type)
    if parser is None:
        raise InvalidConfig(f"no field type {type!r}", f"Use one of {', '.join(sorted(PARSERS))}")
    return parser(text, context)


def print_value(type: str, value: str, context: ValueContext = NO_CONTEXT) -> str:
    """``value`` printed the way a document of ``context`` does; ``parse_value`` reads it back."""
    if type == "date":
        return print_date(value, context)
    if type == "amount":
        return print_amount(value, context)
    return value
