"""Values: from printed text to one normal form per field type."""

from __future__ import annotations

from paperformer.fields.values.kinds import parser_of
from paperformer.fields.values.reading import NO_CONTEXT, DateOrder, DecimalMark, ParsedValue, ValueContext

__all__ = [
    "NO_CONTEXT",
    "DateOrder",
    "DecimalMark",
    "ParsedValue",
    "ValueContext",
    "parse_value",
]


def parse_value(type: str, text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """What ``text`` says, read as a value of field type ``type``.

    A label, brackets or punctuation around the value do no harm.

    Raises:
        ValueUnreadable: when ``text`` prints no value of that type, or several.
        InvalidConfig: when there is no such type.
    """
    return parser_of(type)(text, context)
