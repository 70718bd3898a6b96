"""Periods without days: a month, a range of months or a quarter, "Leistungszeitraum: Mai 2025", "Q3 2025"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from typing import NamedTuple

from paperformer.fields.anchored import label_trust
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.cells import CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Line
from paperformer.fields.short_ranges import JOINT
from paperformer.fields.values.months import month_numbers
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ParsedValue

_YEAR = r"(?P<year>20[0-9]{2})(?![0-9.,/\-]?[0-9])"
_NAME = r"[^\W\d_]{3,12}"
_MONTHS = re.compile(
    rf"(?:(?P<first>{_NAME})\.?(?: (?P<first_year>20[0-9]{{2}}))?{JOINT})?"
    rf"(?P<last>{_NAME})\.?,?(?: de| del)? {_YEAR}",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(?:(?P<year>20[0-9]{2}) ?[/\-] ?(?P<month>0[1-9]|1[0-2])(?! ?[/\-.]? ?[0-9])"
    r"|(?P<month_first>0?[1-9]|1[0-2]) ?[/.\-] ?(?P<year_last>20[0-9]{2})(?![0-9.,/\-]?[0-9]))"
)
_QUARTERS = (
    r"quarter|quartal|kvartal|trimestre|kwartaal|kwarta[lł]|nelj[aä]nnes|negyed[eé]v|[cč]tvrtlet[ií]"
    r"|[sš]tvr[tť]rok|ketvirtis"
)
_QUARTER = re.compile(
    rf"(?:(?:Q|T)(?P<q>[1-4])[ /.\-]?"
    rf"|(?P<n>[1-4])(?:\.|st|nd|rd|th|er|e|o|º)? ?(?:{_QUARTERS})(?: of| de| del)?[ /,]?){_YEAR}",
    re.IGNORECASE,
)
# "your invoice for the May 2025 billing period": the label behind the month.
_BEFORE_LABEL = re.compile(
    rf"(?<![\w.,/\-])(?<![0-9] ){_NAME} 20[0-9]{{2}} "
    r"(?=(?:billing|service|invoice|usage|statement) (?:period|month))",
    re.IGNORECASE,
)
_FILL = re.compile(
    r"[\s:.\-–]*(?:(?:for|für|fuer|im|in|de|du|van|month of|mois de|mes de|monat) )?", re.IGNORECASE
)
_REACH = 1.8  # heights of a line that such a period may stand below its label
_BELOW = 0.85  # times the label's trust
_UNLABELLED = 0.6


class _Months(NamedTuple):
    """A period: years and months of its first and last day, and where the text ends that says so."""

    first: tuple[int, int]
    last: tuple[int, int]
    end: int


def find_whole_periods(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """First and last days of the months or quarters that stand at a label of a period.

    Args:
        labelled: The document's labels.
        reader: Knows what the document says about its values.
    """
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind == "field" and meaning.name == "period":
                trust = label_trust(anchor, meaning, reader.context)
                if trust > 0:
                    yield from _at(anchor, trust, labelled)
    for line in labelled.layout.lines:
        if line.digits >= len("2025"):
            for match in _BEFORE_LABEL.finditer(line.text):
                yield from _findings(line, match.start(), _UNLABELLED)


def _at(anchor: Anchor, trust: float, labelled: Labelled) -> Iterator[Finding]:
    """The period behind ``anchor``, else right of it, else below it."""
    found = list(_findings(anchor.line, anchor.end, trust))
    if not found and not anchor.line.text[anchor.end :].strip(" :.-"):
        right = next(labelled.layout.right_of(anchor.line), None)
        found = [] if right is None else list(_findings(right, 0, trust))
        if not found and right is None:
            below = labelled.layout.below(anchor.line.page, anchor.box, _REACH)[:1]
            found = [one for line in below for one in _findings(line, 0, trust * _BELOW)]
    yield from found


def _findings(line: Line, start: int, trust: float) -> Iterator[Finding]:
    """First and last day of the period that ``line`` prints from offset ``start`` on, if it does."""
    begin = start + len(_filled(line.text, start))
    months = _months_at(line.text, begin)
    if months is None:
        return
    at = range(line.word_at(begin), line.word_at(months.end - 1) + 1)
    words = tuple(line.first + index for index in at)
    text = line.text[begin : months.end]
    last = calendar.monthrange(*months.last)[1]
    days = (("period_start", months.first, 1), ("period_end", months.last, last))
    for field, (year, month), day in days:
        value = ParsedValue(f"{year:04}-{month:02}-{day:02}")
        yield Finding(field, words, text, value, trust, "whole period")


def _filled(text: str, start: int) -> str:
    fill = _FILL.match(text, start)
    return fill[0] if fill else ""


def _months_at(text: str, start: int) -> _Months | None:
    """The months that ``text`` names at ``start``."""
    quarter = _QUARTER.match(text, start)
    if quarter:
        number, year = int(quarter["q"] or quarter["n"]), int(quarter["year"])
        return _Months((year, 3 * number - 2), (year, 3 * number), quarter.end())
    numbers = _NUMBERS.match(text, start)
    if numbers:
        one = (int(numbers["year"] or numbers["year_last"]), int(numbers["month"] or numbers["month_first"]))
        return _Months(one, one, numbers.end())
    named = _MONTHS.match(text, start)
    return named and _named(named)


def _named(match: re.Match[str]) -> _Months | None:
    months = month_numbers()
    last = (int(match["year"]), months.get(folded(match["last"]), 0))
    first = last
    if match["first"]:
        month = months.get(folded(match["first"]), 0)
        year = int(match["first_year"] or last[0] - (month > last[1]))
        first = (year, month)
    return _Months(first, last, match.end()) if first[1] and last[1] and first <= last else None
