"""Days in other calendars than the Gregorian one: Buddhist, Japanese, Minguo, Bikram Sambat, Hijri.

The first three count the years of Gregorian days otherwise: their days are exact. Of the other two the months
are reckoned by their mean, which tells the day up to three: enough to know which of two readings of a
Gregorian date beside it is meant.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_LAST = re.compile(
    r"(?<![0-9./-])([0-9]{1,2})([./-])([0-9]{1,2})\2(1[34][0-9]{2}|20[6-9][0-9]|25[0-9]{2})(?![0-9])"
)
_FIRST = re.compile(
    r"(?<![0-9./-])(1[34][0-9]{2}|20[6-9][0-9]|25[0-9]{2})([./-])([0-9]{1,2})\2([0-9]{1,2})(?![0-9])"
)
_ERA = re.compile(
    r"(令和|平成|昭和|民[國国]) ?(元|[0-9]{1,3}) ?年 ?([0-9]{1,2}) ?月 ?([0-9]{1,2}) ?日"
    r"|(?<![A-Za-z0-9])([RHS])([0-9]{1,2})([./])([0-9]{1,2})\7([0-9]{1,2})(?![0-9])"
    r"|\b(reiwa|heisei) ([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{1,2})(?![0-9])",
    re.IGNORECASE,
)
# The year before the first one of each.
_BEFORE = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
_BEFORE |= {"R": 2018, "H": 1988, "S": 1925, "REIWA": 2018, "HEISEI": 1988}
_BUDDHIST = 543
_NEW_YEAR = datetime.date(2024, 4, 13)  # of 2081 in Bikram Sambat
_SIDEREAL_YEAR = 365.2588
# Days from its new year to each month's first: the time of the sun in each sign.
_MONTHS = (0.0, 30.9, 62.3, 94.0, 125.5, 156.5, 187.0, 216.9, 246.4, 275.7, 305.1, 334.9)
_HIJRI = 227014  # the day before its first, counted as datetime does
_SLACK = 3  # days that a mean may be off


class OtherDay(NamedTuple):
    """A day that another calendar prints.

    Args:
        start, end: Offsets in the text.
        day: The same in the Gregorian calendar.
        slack: Days by which it may be off.
    """

    start: int
    end: int
    day: datetime.date
    slack: int = 0

    def may_be(self, day: datetime.date) -> bool:
        """Whether it is ``day``, as far as it is known."""
        return abs((self.day - day).days) <= self.slack


@lru_cache(maxsize=64)  # the order of dates and the dates of one text both ask
def other_days(text: str) -> tuple[OtherDay, ...]:
    """Every day in plain ``text`` that another calendar prints; all with the day first, or the year."""
    return tuple(_other_days(text))


def _other_days(text: str) -> Iterator[OtherDay]:
    for match in _LAST.finditer(text):
        found = _day(int(match[4]), int(match[3]), int(match[1]))
        if found:
            yield OtherDay(match.start(), match.end(), *found)
    for match in _FIRST.finditer(text):
        found = _day(int(match[1]), int(match[3]), int(match[4]))
        if found:
            yield OtherDay(match.start(), match.end(), *found)
    for match in _ERA.finditer(text):
        era, number, month, day = (part for i, part in enumerate(match.groups(), 1) if part and i != 7)
        year = _BEFORE[era.upper()] + (1 if number == "元" else int(number))
        found_day = _gregorian(year, int(month), int(day))
        if found_day:
            yield OtherDay(match.start(), match.end(), found_day)


def _day(year: int, month: int, day: int) -> tuple[datetime.date, int] | None:
    if not (1 <= month <= 12 and 1 <= day <= 32):
        return None
    if year >= 2500:
        exact = _gregorian(year - _BUDDHIST, month, day)
        return (exact, 0) if exact else None
    if year >= 2000:
        days = (year - 2081) * _SIDEREAL_YEAR + _MONTHS[month - 1] + day - 1
        return _NEW_YEAR + datetime.timedelta(days=round(days)), _SLACK
    ordinal = _HIJRI + day + (59 * (month - 1) + 1) // 2 + (year - 1) * 354 + (3 + 11 * year) // 30
    return datetime.date.fromordinal(ordinal), _SLACK


def _gregorian(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
