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
    rf"|(?P<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th)? (?P<month>{_NAME})\.?"
    rf"|(?<![0-9] )(?<![0-9]\. )(?P<named>{_NAME})\.? (?P<first>[0-9]{{1,2}})"
    rf"|(?P<bare>[0-9]{{1,2}})(?P<ordinal>er|\.|st|nd|rd|th)?){JOINT}$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?:^|:|\b(?:from|between|dates?|vom|von|ab|du|dal|del|desde|van|vanaf|från|fra|od|alkaen|\w{0,20}(?:period|zeitraum)\w{0,6}))"
    r"[ .]*$",
    re.IGNORECASE,
)
# What was done in the days behind it: "Ausführung 26.08.–13.09.2024".
_DONE = re.compile(
    r"\b(?:ausf[uü]hrung|ausgef[uü]hrt|arbeit(?:en)?|leistung(?:en|szeit)?|einsatz|montage"
    r"|works?(?: carried out)?|services?|visits?|travaux(?: r[eé]alis[eé]s| ex[eé]cut[eé]s)?"
    r"|lavori|servizi|trabajos|servicios|trabalhos"
    r"|werk(?:zaamheden)?|arbete(?:n)?(?: utf[oö]rt)?|utf[oø]rt(?: arbeid)?|arbejde(?: udf[oø]rt)?|arbeid"
    r"|stay|aufenthalt|s[eé]jour|verblijf|opphold|ophold)\b[^.;]{0,24}[ :]$",
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
        is_told: Whether what was done, or who stayed, stands before it.
    """

    start: int
    end: int
    value: str
    is_plain: bool
    is_told: bool


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
    is_number = match["bare"] is not None and match["ordinal"] is None
    is_told = not is_number and says_what_was_done(text[:start])
    is_ordinal = match["ordinal"] not in (None, ".")
    is_plain = bool(match["month"] or match["named"] or is_ordinal or is_told or _FROM.search(text[:start]))
    return ShortDay(start, start + len(printed), first.isoformat(), is_plain, is_told)


def says_what_was_done(before: str) -> bool:
    """Whether ``before``, what stands before a period, says that something was done in it: "Work done "."""
    return _DONE.search(before) is not None


def _month_and_day(match: re.Match[str], until: datetime.date, month_first: bool) -> tuple[int, int]:
    """The numbers that a short day prints; month 0 where it names none that there is."""
    if match["bare"]:
        return until.month, int(match["bare"])
    if match["one"]:
        one, other = int(match["one"]), int(match["other"])
        return (one, other) if month_first else (other, one)
    name = folded(match["month"] or match["named"])
    return month_numbers().get(name, 0), int(match["day"] or match["first"])
