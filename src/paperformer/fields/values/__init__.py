"""Values: from printed text to one normal form per field type, and back."""

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
    "print_value",
]


def parse_value(type: str, text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """What ``text`` says, read as a value of field type ``type``.

    A label, brackets or punctuation around the value do no harm.

    Raises:
        ValueUnreadable: when ``text`` prints no value of that type, or several.
        InvalidConfig: when there is no such type.
    """
    return parser_of(type)(text, context)


def print_value(type: str, value: str, context: ValueContext = NO_CONTEXT) -> str:
    """``value`` printed the way a document of ``context`` does; ``parse_value`` reads it back.

    Dates follow ``context.date_order``, amounts ``context.decimal_mark``, IBANs stand in groups of four;
    values of other types are printed as they are.
    """
    if type == "date":
        from paperformer.fields.values.date import print_date

        return print_date(value, context)
    if type == "amount":
        from paperformer.fields.values.amount import print_amount

        return print_amount(value, context)
    if type == "iban":
        from paperformer.fields.values.iban import print_iban

        return print_iban(value)
    return value
