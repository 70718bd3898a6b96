"""Match of a value in a text: its place and its reading."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paperformer.errors import SeveralValues, ValueUnreadable
from paperformer.fields.values.reading import ParsedValue


class TextMatch(NamedTuple):
    """A value found in a text.

    Args:
        start, end: Offsets of its first character and of the one after its last.
        parsed: The normalised value.
        weak: True where the print alone is thin evidence (a bare integer as an amount).
    """

    start: int
    end: int
    parsed: ParsedValue
    weak: bool = False


def only_value(matches: Iterable[TextMatch], kind: str, text: str) -> ParsedValue:
    """The one value among ``matches``: strong before weak, then the longest print.

    A label or a second kind of value around it does no harm; two different values do.

    Raises:
        ValueUnreadable: when there is none.
        SeveralValues: when there are several that disagree.
    """
    found = list(matches)
    found = [match for match in found if not match.weak] or found
    outer = [m for m in found if not any(_inside(m, other) for other in found)]
    if not outer:
        raise unreadable(kind, text)
    if len({match.parsed.value for match in outer}) > 1:
        raise SeveralValues(f"several {kind}s in {shown(text)}", "Give the text of one value only")
    return outer[0].parsed


def unreadable(kind: str, text: str) -> ValueUnreadable:
    """The error that says ``text`` is no ``kind``."""
    return ValueUnreadable(f"no {kind} in {shown(text)}", f"Give the {kind} as it is printed")


def shown(text: str) -> str:
    """``text`` quoted, on one line, cut to a length that fits a message."""
    quoted = ascii(text[:61]) if not text[:61].isprintable() else repr(text[:61])
    return quoted if len(text) <= 60 else f"{quoted[:-2]}...'"


def _inside(match: TextMatch, other: TextMatch) -> bool:
    covered = other.start <= match.start and match.end <= other.end
    return covered and (other.end - other.start) > (match.end - match.start)
