"""Names, addresses and free text: what is printed, tidied at its edges."""

from __future__ import annotations

from paperformer.fields.values.match import unreadable
from paperformer.fields.values.plain import squeezed
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext

_EDGE = " ,;:|*_#~=<>\"'`"


def parse_name(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The name of a person or company: as printed, one space between words, no marks at its ends.

    Raises:
        ValueUnreadable: when there is no letter or digit in it.
    """
    return ParsedValue(_tidied(text, "name"))


def parse_address(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """A postal address: its lines joined by comma and space, as printed otherwise.

    Raises:
        ValueUnreadable: when there is no letter or digit in it.
    """
    lines = [squeezed(line).strip(_EDGE) for line in text.splitlines()]
    return ParsedValue(_tidied(", ".join(line for line in lines if line), "address"))


def parse_text(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """Any text, one space between words.

    Raises:
        ValueUnreadable: when there is nothing but white space.
    """
    value = squeezed(text)
    if not value:
        raise unreadable("text", text)
    return ParsedValue(value)


def _tidied(text: str, kind: str) -> str:
    value = squeezed(text).strip(_EDGE)
    if not any(character.isalnum() for character in value):
        raise unreadable(kind, text)
    return value
