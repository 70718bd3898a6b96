"""Where short all-number dates put their year first: in Sweden "13-09-16" is a day of 2013.

It is the custom in some countries, and only with one mark ("16/9-13" is the same day there). But firms of
these countries print other dates too, above all on what goes abroad, so the document itself has a say. And
firms elsewhere do it too: then the dates of one document, 24/03/05 and due 24/03/19, are of one year so, and
years apart otherwise.
"""

from __future__ import annotations

import datetime
import re

_MARKS = {"SE": "-", "LT": "-", "HU": "."}
_SHORT = re.compile(r"(?<![0-9.,/\-])([0-9]{2})([./\-])([0-9]{2})\2([0-9]{2})(?![0-9]|[.,/\-][0-9])")
_YEAR = re.compile(r"(?<![0-9])(?:19|20)([0-9]{2})(?![0-9])")
_MOST_MONTHS = 12
_APART = 1  # years between the dates of one document
_LONG_TERM = 6  # months that are seldom given to pay
_LONG = re.compile(
    r"(?<![0-9.,/\-])(?:(?P<first>(?:19|20)[0-9]{2})[.\-/] ?[0-9]{1,2}[.\-/] ?[0-9]{1,2}"
    r"|[0-9]{1,2}(?P<mark>[.\-/]) ?[0-9]{1,2}(?P=mark) ?(?P<last>(?:19|20)[0-9]{2}))(?![0-9])"
)


def year_first_mark(text: str, country: str | None) -> str | None:
    """The mark of short dates in plain ``text`` that have their year first; None where none has.

    Where the short dates of the document are of one year so and of several otherwise, or where it is the
    custom of ``country``, unless half of them cannot be read so, long dates with that mark
    have their year last, or the years would be less like those of long dates, or less alike, than with the
    year last.

    Args:
        text: Of the whole document.
        country: ISO 3166 code of the one that it comes from.
    """
    mark = _MARKS.get(country or "")
    if mark is None:
        return next((mark for mark in "/.-" if _are_of_one_year(text, mark)), None)
    short = [(m[1], m[3], m[4]) for m in _SHORT.finditer(text) if m[2] == mark]
    dates = [parts for parts in short if _is_date(*parts) or _is_date(*reversed(parts))]
    long = list(_LONG.finditer(text))
    years = {int(match["first"] or match["last"]) % 100 for match in long}
    last_too = any(match["mark"] == mark for match in long)
    able = [parts for parts in dates if _is_date(*parts)]
    if not able or last_too or 2 * len(able) <= len(dates):
        return None
    first, last = [int(parts[0]) for parts in able], [int(parts[2]) for parts in able]
    known = sum(year in years for year in first) - sum(year in years for year in last)
    return mark if known > 0 or (known == 0 and _spread(first) <= _spread(last)) else None


def _are_of_one_year(text: str, mark: str) -> bool:
    """Whether all short dates with ``mark`` are of about one year where their years stand first, and only so.

    With the year last they are years apart, or the second one, when to pay, is long before the first. That
    year is no month, and if the document prints any year, that too.
    """
    short = [(m[1], m[3], m[4]) for m in _SHORT.finditer(text) if m[2] == mark]
    dates = list(dict.fromkeys(parts for parts in short if _is_date(*parts) or _is_date(*reversed(parts))))
    if len(dates) < 2 or not all(_is_date(*parts) for parts in dates):
        return False
    first, last = [int(parts[0]) for parts in dates], [int(parts[2]) for parts in dates]
    years = {int(match[1]) for match in _YEAR.finditer(text)}
    if (years and years.isdisjoint(first)) or min(first) <= _MOST_MONTHS or _spread(first) > _APART:
        return False
    months = [12 * int(parts[2]) + int(parts[1]) for parts in dates]
    is_reversed = dates == sorted(dates) and months[-1] < months[0] - _LONG_TERM
    return _spread(last) > _APART or is_reversed


def _is_date(year: str, month: str, day: str) -> bool:
    try:
        datetime.date(2000 + int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _spread(years: list[int]) -> int:
    return max(years) - min(years)
