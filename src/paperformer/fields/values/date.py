"""Dates: all-number, with a month's name, or eight digits; the value is ISO 8601 (yyyy-mm-dd).

Two-digit years follow POSIX (69 to 99 are 1969 to 1999). Years run from 1900 to 2099.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache

from paperformer.fields.values.calendars import OtherDay, other_days
from paperformer.fields.values.date_parts import CLOCK, DAY_END, LONG_YEAR, YEAR, iso_day
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.named_dates import find_named_dates
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, DateOrder, ParsedValue, ValueContext
from paperformer.fields.words.patterns import alternatives

# OCR takes one mark for another: 11,03.2020, 15.12。2023.
_SLIPPED_MARK = r"[.,\-。·]"

# Both begin by a look at the digit that comes first: most places are dismissed by it.
_YEAR_LAST = re.compile(
    r"(?=[0-9])(?:"
    rf"(?<![0-9])([0-9]{{1,2}}) ?([./,\-]) ?([0-9]{{1,2}}) ?(\2) ?('?{YEAR})"
    rf"|(?<![0-9])([0-9]{{1,2}})(/|\.)([0-9]{{1,2}})[\- ] ?({LONG_YEAR})(?![0-9])"
    rf"|(?<![0-9])([0-9]{{2}})( )([0-9]{{2}}) ({LONG_YEAR})(?![0-9:])"
    rf"|(?<![0-9])(?<![0-9][.,/\-])([0-9]{{2}}) ?({_SLIPPED_MARK}) ?([0-9]{{2}}) ?{_SLIPPED_MARK} ?"
    rf"({LONG_YEAR})"
    rf"(?:(?![0-9:]|[.,/\-][0-9])|(?={CLOCK})))"
)
_YEAR_FIRST = re.compile(
    r"(?=[12])(?:"
    rf"(?<![0-9])({LONG_YEAR}) ?([./\-]) ?([0-9]{{1,2}}) ?\2 ?([0-9]{{2}}{DAY_END}|[0-9](?![0-9]))"
    rf"|(?<![0-9])({LONG_YEAR})[年년] ?([0-9]{{1,2}})[月월] ?([0-9]{{1,2}})[日일])"
)
_BEFORE_CLOCK = re.compile(rf"(?<![0-9])(20[0-4][0-9]) ?([01][0-9]) ?([0-3][0-9])(?= {CLOCK})")
_EIGHT_DIGITS = re.compile(
    r"(?<![0-9A-Za-z./\-])(?:(20[0-4][0-9][01][0-9][0-3][0-9])|[0-3][0-9][0-3][0-9]20[0-4][0-9])"
    r"(?![0-9A-Za-z]|[.,/\-][0-9](?![0-9]{5}(?![0-9])))"  # a clock may follow: 20180428/191204
)

_SIX_DIGITS = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})")  # a date where its label says so

MONTH_FIRST_COUNTRIES = frozenset({"US", "PH", "FM", "PW", "MH", "GU", "PR"})
# Where all-number dates with the year last are printed in both orders.
BOTH_ORDERS_COUNTRIES = frozenset({"CA", "PH", "ZA", "KR", "JP", "TW"})
_YEAR_FIRST_COUNTRIES = frozenset({"SE", "HU", "LT", "CN", "JP", "KR", "TW"})


def parse_date(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The date printed in ``text``, as yyyy-mm-dd.

    An all-number date that two orders of day and month allow carries the second reading as alternative,
    unless ``context.date_order`` settles it.

    Raises:
        ValueUnreadable: when there is no date, or more than one.
    """
    text = plain(text)
    short = _SIX_DIGITS.fullmatch(text.strip(" .,;:"))
    parsed = _read_numbers(short[1], short[2], short[3], context) if short else None
    return parsed or only_value(find_dates(text, context), "date", text)


def day_of(value: str) -> date | None:
    """The day that a normal form says; None where it is none."""
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def find_dates(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All dates in plain ``text``; matches may overlap.

    Of a day that two calendars print, the Gregorian one.
    """
    others = other_days(text)
    matches = [*_years_first(text), *_years_last(text, context), *_with_words(text), *find_named_dates(text)]
    read = (
        [value for match in matches for value in (match.parsed.value, *match.parsed.alternatives)]
        if others
        else ()
    )
    days = [date.fromisoformat(value) for value in read]
    for match in matches:
        same = [other for other in others if other.slack and other.start <= match.start < other.end]
        if not any(other.may_be(day) for other in same for day in days):
            yield match
    yield from _eight_digits(text, context)
    yield from (
        TextMatch(match.start, match.end, ParsedValue(match.day.isoformat()))
        for match in others
        if not match.slack
    )


def date_order_votes(text: str) -> tuple[int, int]:
    """Votes of all-number dates in plain ``text`` that can only be day first, and only month first.

    25/12/2018 settles itself and has two votes, 25/12/18 one; 03/04/2024, 05/05/2024 and 04.17.23 have none,
    unless another calendar prints the same day.
    """
    others = other_days(text)
    day_first = month_first = 0
    for match in _YEAR_LAST.finditer(text):
        first, mark, second, year = _parts(match)
        is_other = any(day.start <= match.start() < day.end for day in others)
        if not _is_whole(text, match) or _is_doubtful(match) or is_other:
            continue
        points_only = mark == "." and len(year) == 2  # "04.17.23" may be any number
        votes = 2 if len(year) == 4 else 1
        days, months = _in_order("DMY", first, second, year), _in_order("MDY", first, second, year)
        days, months = _settled(days, months, others)
        day_first += votes if days is not None and months is None else 0
        month_first += votes if months is not None and days is None and not points_only else 0
    return day_first, month_first


def _settled(
    days: str | None, months: str | None, others: Sequence[OtherDay]
) -> tuple[str | None, str | None]:
    """The two readings of a date, less the one that no other calendar prints where one prints the other."""
    if days is None or months is None or days == months:
        return days, months
    by_days, by_months = (any(o.may_be(date.fromisoformat(v)) for o in others) for v in (days, months))
    return (
        (days, months) if by_days == by_months else (days if by_days else None, months if by_months else None)
    )


def _years_first(text: str) -> Iterator[TextMatch]:
    for match in _YEAR_FIRST.finditer(text):
        year, month, day = (match[1], match[3], match[4]) if match[1] else (match[5], match[6], match[7])
        value = iso_day(year, month, day)
        if value and not _goes_on(text, match.start(), match.end(), match[2]):
            yield TextMatch(match.start(), match.end(), ParsedValue(value))


@cache
def _worded() -> re.Pattern[str]:
    aside = r"(?: ?\([^()]{1,12}\))?"  # forms in two languages: "ngày (date) 05 tháng (month) 09"
    month, year = (alternatives("dates", group) for group in ("before_month_number", "before_year_number"))
    return re.compile(
        rf"(?<![0-9])([0-9]{{1,2}}),? (?:{month}){aside}:? ([0-9]{{1,2}}),? (?:{year}){aside}:? "
        rf"({LONG_YEAR})(?![0-9])",
        re.IGNORECASE,
    )


def _with_words(text: str) -> Iterator[TextMatch]:
    """ngày 05 tháng 09 năm 2023: a word before each number."""
    for match in _worded().finditer(text):
        value = iso_day(match[3], match[2], match[1])
        if value:
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
        value = iso_day(match[1], match[2], match[3]) if " " in match[0] else None
        if value:
            yield TextMatch(match.start(), match.end(), ParsedValue(value), weak=True)
    for match in _EIGHT_DIGITS.finditer(text):
        value = iso_day(match[0][:4], match[0][4:6], match[0][6:]) if match[1] else None
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
        return iso_day(third, second, first)
    if order == "MDY":
        return iso_day(third, first, second)
    return iso_day(first, second, third) if len(first) == 2 and len(third) == 2 else None
