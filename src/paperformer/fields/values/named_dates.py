"""Dates with a month's name: 12 March 2024, March 12, 2024, 2024. gada 12. martā.

Programs that do not format their dates print the time between day and year: ctime of C, ``toString`` of Java
and JavaScript ("Tue May 23 12:04:12 CEST 2017", "Tue May 23 2017 12:04:12").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.date_parts import DAY_END, LONG_YEAR, YEAR, iso_day
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.months import is_common_word, month_numbers
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ParsedValue
from paperformer.fields.words.patterns import alternatives, pattern

_LETTERS = re.compile(r"[^\W\d_]{3,}")
# A month's name with a digit that OCR took a letter for: 0ct, N0v, Ju1.
_SLIPPED = re.compile(
    r"(?<![^\W_])(?:[01](?=[A-Za-z]{2})|[A-Za-z]{1,7}[01](?![0-9]))[A-Za-z]{0,7}(?![^\W\d_])"
)
_SLIPS = str.maketrans("01", "ol")
_FILL = r"[ .,/\-]{0,3}"
_YEAR_OF_ANOTHER = re.compile(r"[0-9]/[0-9]{2}[ \-]{0,3}$")  # what stands before a month's name as its day
_LONG = 4  # digits of a year that can be nothing else
_REACH = 16  # characters before a month's name in which its day stands


@cache
def _day_before() -> re.Pattern[str]:
    ordinals, of = alternatives("dates", "ordinals"), alternatives("dates", "of_month")
    return re.compile(rf"(?<![0-9#])([0-9]{{1,2}})(?:{ordinals}|\.?)?{_FILL}(?:(?:{of}) ?)?$", re.IGNORECASE)


def _year_before() -> re.Pattern[str]:
    around = rf"(?<![0-9])({LONG_YEAR})\.?(?: ?(?:{{}})\b\.?)?{_FILL}(?:([0-9]{{1,2}})\. ?)?$"
    return pattern("dates", "years", around)


def _year_after() -> re.Pattern[str]:
    return pattern("dates", "of_year", rf"{_FILL}(?:(?:{{}}) )?('?{YEAR})(?![.,][0-9]|[0-9]*%)")


def _day_after() -> re.Pattern[str]:
    return pattern("dates", "english_ordinals", rf"{_FILL}([0-9]{{1,2}})(?:{{}}|\.)?{DAY_END}")


@cache
def _day_year_after() -> re.Pattern[str]:
    ordinals, of = alternatives("dates", "english_ordinals"), alternatives("dates", "of_year_behind_day")
    return re.compile(
        rf"{_FILL}([0-9]{{1,2}})(?:{ordinals})?([ ,./\-]{{1,3}}|(?='))(?:(?:{of}) )?('?{YEAR})(?![.,][0-9])",
        re.IGNORECASE,
    )


# "23 12:04:12 CEST 2017" behind a month's name.
_TIME_BETWEEN = re.compile(
    r" {1,2}([0-9]{1,2}) [0-9]{1,2}:[0-9]{2}:[0-9]{2}(?: [A-Z]{1,5}(?:[+-][0-9:]{2,5})?)?"
    rf" ({LONG_YEAR})(?![.,:0-9])"
)


def find_named_dates(text: str) -> Iterator[TextMatch]:
    """All dates in plain ``text`` that name their month; weak where its name is a common word too."""
    months = month_numbers()
    for letters in _SLIPPED.finditer(text):
        month = months.get(folded(letters[0].translate(_SLIPS)))
        found = _around(text, letters.start(), letters.end(), month) if month is not None else None
        if found:
            yield TextMatch(found[0], found[1], ParsedValue(found[2]), weak=is_common_word(letters[0]))
    if not any(folded(word) in months for word in _LETTERS.findall(text)):
        return
    for letters in _LETTERS.finditer(text):
        month = months.get(folded(letters[0]))
        if month is not None:
            found = _around(text, letters.start(), letters.end(), month)
            if found:
                start, end, value = found
                yield TextMatch(start, end, ParsedValue(value), weak=is_common_word(letters[0]))


def _around(text: str, start: int, end: int, month: int) -> tuple[int, int, str] | None:
    """Day and year on either side of a month's name: 12 March 2024, 2024 March 12, March 12, 2024."""
    left = text[max(0, start - _REACH) : start]
    offset = start - len(left)
    day, year = _day_before().search(left), _year_after().match(text, end)
    both = _day_year_after().match(text, end)
    # "1 Aug 31, 18": a comma stands between day and year, not behind a year. "Feb13/20 Feb14/20": two dates.
    # "5 Oct21'15", "5 Oct 21 2015": the apostrophe or four digits tell the year.
    is_word = left.endswith(" ") and text[end : end + 1].isdigit()
    slashed = both is not None and "/" in both[2] and (is_word or _YEAR_OF_ANOTHER.search(left) is not None)
    year_is_certain = both is not None and (both[3].startswith("'") or len(both[3]) == _LONG)
    month_opens = both is not None and ("," in both[2] or slashed or year_is_certain)
    if day and year and not (month_opens and len(year[1].lstrip("'")) == 2):
        value = iso_day(year[1], str(month), day[1])
        if value:
            return offset + day.start(), year.end(), value
    if both:
        value = iso_day(both[3], str(month), both[1])
        if value:
            return start, both.end(), value
    if (timed := _TIME_BETWEEN.match(text, end)) and (value := iso_day(timed[2], str(month), timed[1])):
        return start, timed.end(), value
    return _after_year(text, left, offset, end, month)


def _after_year(text: str, left: str, offset: int, end: int, month: int) -> tuple[int, int, str] | None:
    year = _year_before().search(left)
    if not year:
        return None
    if year[2]:  # Latvian: 2024. gada 12. martā
        value = iso_day(year[1], str(month), year[2])
        return (offset + year.start(), end, value) if value else None
    day = _day_after().match(text, end)
    value = iso_day(year[1], str(month), day[1]) if day else None
    return (offset + year.start(), day.end(), value) if day and value else None
