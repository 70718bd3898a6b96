"""Dates: all-number, with a month's name, or eight digits; the value is ISO 8601 (yyyy-mm-dd).

Two-digit years follow POSIX (69 to 99 are 1969 to 1999). Years run from 1900 to 2099.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.months import is_common_word, month_numbers
from paperformer.fields.values.plain import folded, plain
from paperformer.fields.values.reading import NO_CONTEXT, DateOrder, ParsedValue, ValueContext

# A clock may be glued to the year (03/02/201815:28): a year ends where no digit follows, or a clock begins.
_CLOCK = r"[0-9]{1,2}:[0-9]{2}"
_YEAR = (
    rf"(?:(?:19|20)[0-9]{{2}}(?![0-9]|:[0-9]{{2}})|(?:19|20)[0-9]{{2}}(?={_CLOCK})"
    rf"|[0-9]{{2}}(?!:?[0-9])|[0-9]{{2}}(?={_CLOCK}))"
)
_LONG_YEAR = r"(?:19|20)[0-9]{2}"
_DAY_END = rf"(?:(?![0-9])|(?={_CLOCK}))"

# OCR takes one mark for another: 11,03.2020, 15.12。2023.
_SLIPPED_MARK = r"[.,\-。·]"

# Both begin by a look at the digit that comes first: most places are dismissed by it.
_YEAR_LAST = re.compile(
    r"(?=[0-9])(?:"
    rf"(?<![0-9])([0-9]{{1,2}}) ?([./,\-]) ?([0-9]{{1,2}}) ?(\2) ?('?{_YEAR})"
    rf"|(?<![0-9])([0-9]{{1,2}})(/|\.)([0-9]{{1,2}})[\- ] ?({_LONG_YEAR})(?![0-9])"
    rf"|(?<![0-9])([0-9]{{2}})( )([0-9]{{2}}) ({_LONG_YEAR})(?![0-9:])"
    rf"|(?<![0-9])(?<![0-9][.,/\-])([0-9]{{2}}) ?({_SLIPPED_MARK}) ?([0-9]{{2}}) ?{_SLIPPED_MARK} ?"
    rf"({_LONG_YEAR})"
    rf"(?:(?![0-9:]|[.,/\-][0-9])|(?={_CLOCK})))"
)
_YEAR_FIRST = re.compile(
    r"(?=[12])(?:"
    rf"(?<![0-9])({_LONG_YEAR}) ?([./\-]) ?([0-9]{{1,2}}) ?\2 ?([0-9]{{2}}{_DAY_END}|[0-9](?![0-9]))"
    rf"|(?<![0-9])({_LONG_YEAR})年 ?([0-9]{{1,2}})月 ?([0-9]{{1,2}})日)"
)
_BEFORE_CLOCK = re.compile(rf"(?<![0-9])(20[0-4][0-9]) ?([01][0-9]) ?([0-3][0-9])(?= {_CLOCK})")
_EIGHT_DIGITS = re.compile(
    r"(?<![0-9A-Za-z./\-])(?:(20[0-4][0-9][01][0-9][0-3][0-9])|[0-3][0-9][0-3][0-9]20[0-4][0-9])"
    r"(?![0-9A-Za-z]|[.,/\-][0-9](?![0-9]{5}(?![0-9])))"  # a clock may follow: 20180428/191204
)

_LETTERS = re.compile(r"[^\W\d_]{3,}")
# A month's name with a digit that OCR took a letter for: 0ct, N0v, Ju1.
_SLIPPED = re.compile(
    r"(?<![^\W_])(?:[01](?=[A-Za-z]{2})|[A-Za-z]{1,7}[01](?![0-9]))[A-Za-z]{0,7}(?![^\W\d_])"
)
_SLIPS = str.maketrans("01", "ol")
_FILL = r"[ .,/\-]{0,3}"
_DAY_BEFORE = re.compile(
    rf"(?<![0-9#])([0-9]{{1,2}})(?:st|nd|rd|th|er|ère|e|ª|º|°|\.?)?{_FILL}(?:(?:de|of|di|d') ?)?$",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    rf"(?<![0-9])({_LONG_YEAR})\.?(?: ?(?:m|metų|gada|g)\b\.?)?{_FILL}(?:([0-9]{{1,2}})\. ?)?$", re.IGNORECASE
)
_YEAR_AFTER = re.compile(rf"{_FILL}(?:(?:del|de|of|do) )?('?{_YEAR})(?![.,][0-9]|[0-9]*%)", re.IGNORECASE)
_DAY_AFTER = re.compile(rf"{_FILL}([0-9]{{1,2}})(?:st|nd|rd|th|\.)?{_DAY_END}", re.IGNORECASE)
_DAY_YEAR_AFTER = re.compile(
    rf"{_FILL}([0-9]{{1,2}})(?:st|nd|rd|th)?([ ,./\-]{{1,3}}|(?='))"
    rf"(?:(?:de|del|of) )?('?{_YEAR})(?![.,][0-9])",
    re.IGNORECASE,
)
_REACH = 16  # characters before a month's name in which its day stands

MONTH_FIRST_COUNTRIES = frozenset({"US", "PH", "FM", "PW", "MH", "GU", "PR"})
# Where all-number dates with the year last are printed in both orders.
BOTH_ORDERS_COUNTRIES = frozenset({"CA", "PH", "ZA", "KR", "JP", "TW"})
_YEAR_FIRST_COUNTRIES = frozenset({"SE", "HU", "LT", "CN", "JP", "KR", "TW"})
_PIVOT = 69


def parse_date(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The date printed in ``text``, as yyyy-mm-dd.

    An all-number date that two orders of day and month allow carries the second reading as alternative,
    unless ``context.date_order`` settles it.

    Raises:
        ValueUnreadable: when there is no date, or more than one.
    """
    return only_value(find_dates(plain(text), context), "date", text)


def print_date(value: str, context: ValueContext = NO_CONTEXT) -> str:
    """``value`` (yyyy-mm-dd) in the order of day, month and year that ``context`` names; ISO where none."""
    year, month, day = value.split("-")
    if context.date_order == "DMY":
        return f"{day}/{month}/{year}"
    if context.date_order == "MDY":
        return f"{month}/{day}/{year}"
    return value


def find_dates(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All dates in plain ``text``; matches may overlap."""
    yield from _years_first(text)
    yield from _years_last(text, context)
    yield from _named(text)
    yield from _eight_digits(text, context)


def date_order_votes(text: str) -> tuple[int, int]:
    """Votes of all-number dates in plain ``text`` that can only be day first, and only month first.

    25/12/2018 settles itself and has two votes, 25/12/18 one; 03/04/2024, 05/05/2024 and 04.17.23 have none.
    """
    day_first = month_first = 0
    for match in _YEAR_LAST.finditer(text):
        first, mark, second, year = _parts(match)
        if not _is_whole(text, match) or _is_doubtful(match):
            continue
        points_only = mark == "." and len(year) == 2  # "04.17.23" may be any number
        votes = 2 if len(year) == 4 else 1
        days, months = _in_order("DMY", first, second, year), _in_order("MDY", first, second, year)
        day_first += votes if days is not None and months is None else 0
        month_first += votes if months is not None and days is None and not points_only else 0
    return day_first, month_first


def _years_first(text: str) -> Iterator[TextMatch]:
    for match in _YEAR_FIRST.finditer(text):
        year, month, day = (match[1], match[3], match[4]) if match[1] else (match[5], match[6], match[7])
        value = _iso(year, month, day)
        if value and not _goes_on(text, match.start(), match.end(), match[2]):
            yield TextMatch(match.start(), match.end(), ParsedValue(value))


def _years_last(text: str, context: ValueContext) -> Iterator[TextMatch]:
    for match in _YEAR_LAST.finditer(text):
        first, mark, second, year = _parts(match)
        parsed = _read_numbers(first, second, year, context, mark) if _is_whole(text, match) else None
        if parsed:
            yield TextMatch(match.start(), match.end(), parsed, weak=_is_doubtful(match))


def _eight_digits(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """20181225, else 25122018: weak, for many numbers have eight digits; 2018 1225 only before a clock."""
    for match in _BEFORE_CLOCK.finditer(text):
        value = _iso(match[1], match[2], match[3]) if " " in match[0] else None
        if value:
            yield TextMatch(match.start(), match.end(), ParsedValue(value), weak=True)
    for match in _EIGHT_DIGITS.finditer(text):
        value = _iso(match[0][:4], match[0][4:6], match[0][6:]) if match[1] else None
        parsed = ParsedValue(value) if value else None
        if parsed is None and match[0][4:6] == "20":
            parsed = _read_numbers(match[0][:2], match[0][2:4], match[0][4:], context)
        if parsed:
            yield TextMatch(match.start(), match.end(), parsed, weak=True)


def _is_whole(text: str, match: re.Match[str]) -> bool:
    """Whether the three numbers belong together and to nothing longer."""
    mark, year = match[2], match[5]
    if mark == "," and len(year) < 4:
        return False
    if mark == "-" and match[0].count(" -") != match[0].count("- "):
        return False  # 11-22 - 30 is a range
    return not _goes_on(text, match.start(), match.end(), match[4])


def _parts(match: re.Match[str]) -> tuple[str, str, str, str]:
    """First number, mark, second number and year of whichever branch matched."""
    if match[1]:
        return match[1], match[2], match[3], match[5].lstrip("'")
    if match[6]:
        return match[6], match[7], match[8], match[9]
    if match[10]:
        return match[10], match[11], match[12], match[13]
    return match[14], match[15], match[16], match[17]


def _is_doubtful(match: re.Match[str]) -> bool:
    """Whether other things look like this: a section (1.2.10), numbers of a table, marks of two kinds."""
    first, mark, second, year = _parts(match)
    is_thin = mark in ".-" and len(year) == 2 and len(first) + len(second) < 4
    return mark == " " or is_thin or match[14] is not None


def _goes_on(text: str, start: int, end: int, mark: str | None) -> bool:
    """Whether the print is part of a longer number with the same mark (an IP address, a phone number)."""
    if not mark or mark == " ":
        return False
    before = start >= 2 and text[start - 1] == mark and text[start - 2].isdigit()
    after = text[end : end + 1] == mark and text[end + 1 : end + 2].isdigit()
    return before or after


def _read_numbers(
    first: str, second: str, third: str, context: ValueContext, mark: str = ""
) -> ParsedValue | None:
    readings: dict[str, None] = {}
    for order in _orders(third, context, mark):
        value = _in_order(order, first, second, third)
        if value:
            readings[value] = None
    if not readings:
        value = _in_order("YMD", first, second, third)
        return ParsedValue(value) if value else None
    value, *others = readings
    settled = context.date_order is not None and value == _in_order(context.date_order, first, second, third)
    return ParsedValue(value, () if settled else tuple(others))


def _orders(third: str, context: ValueContext, mark: str) -> tuple[DateOrder, ...]:
    """The orders a date with the year last allows, the likelier first."""
    short = len(third) == 2
    usual: tuple[DateOrder, ...] = ("MDY", "DMY") if _is_month_first(context) else ("DMY", "MDY")
    if short and (context.date_order == "YMD" or mark == context.year_first_mark):
        return ("YMD", *usual)
    if short and context.country in _YEAR_FIRST_COUNTRIES:
        return (*usual, "YMD")
    return usual


def _is_month_first(context: ValueContext) -> bool:
    """Whether the month is the likelier first number, by the countries that the document may come from."""
    if context.date_order is not None:
        return context.date_order == "MDY"
    if context.country is not None:
        return context.country in MONTH_FIRST_COUNTRIES
    month_first = sum(share for code, share in context.origins if code in MONTH_FIRST_COUNTRIES)
    day_first = sum(
        share
        for code, share in context.origins
        if code not in MONTH_FIRST_COUNTRIES and code not in BOTH_ORDERS_COUNTRIES
    )
    return month_first > day_first


def _in_order(order: DateOrder, first: str, second: str, third: str) -> str | None:
    if order == "DMY":
        return _iso(third, second, first)
    if order == "MDY":
        return _iso(third, first, second)
    return _iso(first, second, third) if len(first) == 2 and len(third) == 2 else None


def _named(text: str) -> Iterator[TextMatch]:
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
    day, year = _DAY_BEFORE.search(left), _YEAR_AFTER.match(text, end)
    both = _DAY_YEAR_AFTER.match(text, end)
    # "1 Aug 31, 18": a comma stands between day and year, not behind a year.
    month_opens = both is not None and "," in both[2]
    if day and year and not (month_opens and len(year[1].lstrip("'")) == 2):
        value = _iso(year[1], str(month), day[1])
        if value:
            return offset + day.start(), year.end(), value
    if both:
        value = _iso(both[3], str(month), both[1])
        if value:
            return start, both.end(), value
    return _after_year(text, left, offset, end, month)


def _after_year(text: str, left: str, offset: int, end: int, month: int) -> tuple[int, int, str] | None:
    year = _YEAR_BEFORE.search(left)
    if not year:
        return None
    if year[2]:  # Latvian: 2024. gada 12. martā
        value = _iso(year[1], str(month), year[2])
        return (offset + year.start(), end, value) if value else None
    day = _DAY_AFTER.match(text, end)
    value = _iso(year[1], str(month), day[1]) if day else None
    return (offset + year.start(), day.end(), value) if day and value else None


def _iso(year: str, month: str, day: str) -> str | None:
    year = year.lstrip("'")
    number = int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= _PIVOT else 2000)
    try:
        return datetime.date(number, int(month), int(day)).isoformat()
    except ValueError:  # no such day: this reading is none
        return None
