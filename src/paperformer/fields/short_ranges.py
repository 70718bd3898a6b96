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
JOINT = rf"[\s,.]*(?:-+|–|—|→|➔|\b(?:{WORDS})\b)[\s,.]*"
_NAME = r"[^\W\d_]{3,12}"
_SHORT = re.compile(
    rf"(?<![\w.,/-])(?:(?P<one>[0-9]{{1,2}})(?P<mark>[./-])(?P<other>[0-9]{{1,2}})(?:(?P=mark))?"
    rf"|(?P<day>[0-9]{{1,2}})\.? (?P<month>{_NAME})\.?"
    rf"|(?<![0-9] )(?<![0-9]\. )(?P<named>{_NAME})\.? (?P<first>[0-9]{{1,2}})"
    rf"|(?P<bare>[0-9]{{1,2}})(?:er|\.)?){JOINT}$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?:^|:|\b(?:from|between|dates?|vom|von|ab|du|dal|del|desde|van|vanaf|från|fra|od|alkaen|\w{0,20}(?:period|zeitraum)\w{0,6}))"
    r"[ .]*$",
    re.IGNORECASE,
)
_LONGEST = 48  # characters of such a day and what joins it to the last one


class ShortDay(NamedTuple):
    """A day without year.

    Args:
        start: Offset of its first character.
        end: Offset after its last, the joint left out.
        value: With the year that the last day implies, yyyy-mm-dd.
        is_plain: Whether a month's name, or a word like "from" or a colon before it, says that it is a day.
    """

    start: int
    end: int
    value: str
    is_plain: bool


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
    month_first = context.date_order == "MDY" or text[begin : begin + 4].isdigit()
    month, day = _month_and_day(match, until, month_first)
    year = until.year - ((month, day) > (until.month, until.day))
    try:
        first = datetime.date(year, month, day)
    except ValueError:
        return None
    printed = re.split(rf"{JOINT}$", match[0], flags=re.IGNORECASE)[0]
    start = offset + match.start()
    is_plain = bool(match["month"] or match["named"] or _FROM.search(text[:start]))
    return ShortDay(start, start + len(printed), first.isoformat(), is_plain)


def _month_and_day(match: re.Match[str], until: datetime.date, month_first: bool) -> tuple[int, int]:
    """The numbers that a short day prints; month 0 where it names none that there is."""
    if match["bare"]:
        return until.month, int(match["bare"])
    if match["one"]:
        one, other = int(match["one"]), int(match["other"])
        return (one, other) if month_first else (other, one)
    name = folded(match["month"] or match["named"])
    return month_numbers().get(name, 0), int(match["day"] or match["first"])
