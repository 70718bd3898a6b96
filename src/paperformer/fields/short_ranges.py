"""First days of periods that leave out what the last day says: 01.10. - 31.10.2024, 1 Oct to 31 Oct 2024."""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from paperformer.fields.values.months import month_numbers
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ValueContext

# "to" in the languages of labels.yaml, and the dashes that stand for it.
WORDS = (
    r"to|till|until|through|thru|bis(?: zum)?|au|al?|hasta(?: el)?|t\.?/?m\.?|tot(?: en met)?|til"
    r"|t\.?o\.?m\.?|asti|do|ate|até|kuni|iki|lidz|līdz"
)
JOINT = rf"[\s,.]*(?:-+|–|—|\b(?:{WORDS})\b)[\s,.]*"
_NAME = r"[^\W\d_]{3,12}"
_SHORT = re.compile(
    rf"(?<![\w.,/-])(?:(?P<one>[0-9]{{1,2}})(?P<mark>[./-])(?P<other>[0-9]{{1,2}})(?:(?P=mark))?"
    rf"|(?P<day>[0-9]{{1,2}})\.? (?P<month>{_NAME})\.?"
    rf"|(?P<named>{_NAME})\.? (?P<first>[0-9]{{1,2}})"
    rf"|(?P<bare>[0-9]{{1,2}})\.){JOINT}$",
    re.IGNORECASE,
)
_LONGEST = 48  # characters of such a day and what joins it to the last one


class ShortDay(NamedTuple):
    """A day without year.

    Args:
        start: Offset of its first character.
        end: Offset after its last, the joint left out.
        value: With the year that the last day implies, yyyy-mm-dd.
    """

    start: int
    end: int
    value: str


def first_day_before(text: str, begin: int, last: str, context: ValueContext) -> ShortDay | None:
    """The first day of a period, printed right before its last one; None where there is none.

    Args:
        text: A line.
        begin: Offset of the last day in it.
        last: That day, yyyy-mm-dd.
        context: Which of two numbers is the month.
    """
    offset = max(0, begin - _LONGEST)
    match = _SHORT.search(text[offset:begin])
    if match is None:
        return None
    until = datetime.date.fromisoformat(last)
    month, day = _month_and_day(match, until, context)
    year = until.year - ((month, day) > (until.month, until.day))
    try:
        first = datetime.date(year, month, day)
    except ValueError:
        return None
    printed = re.split(rf"{JOINT}$", match[0], flags=re.IGNORECASE)[0]
    start = offset + match.start()
    return ShortDay(start, start + len(printed), first.isoformat())


def _month_and_day(match: re.Match[str], until: datetime.date, context: ValueContext) -> tuple[int, int]:
    """The numbers that a short day prints; month 0 where it names none that there is."""
    if match["bare"]:
        return until.month, int(match["bare"])
    if match["one"]:
        one, other = int(match["one"]), int(match["other"])
        return (one, other) if context.date_order == "MDY" else (other, one)
    name = folded(match["month"] or match["named"])
    return month_numbers().get(name, 0), int(match["day"] or match["first"])
