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

_YEAR = r"(?P<year>20[0-9]{2})(?![0-9])"
_NAME = r"[^\W\d_]{3,12}"
_MONTH = re.compile(rf"(?P<name>{_NAME})\.?,?(?:(?: de| del)? {_YEAR})?", re.IGNORECASE)
# "2026. gada oktobris", "2026 m. spalio mėn.", "2026. október"
_YEAR_MONTH = re.compile(
    rf"(?P<year>20[0-9]{{2}})\.? ?(?:gada |m\.? |g\. )?(?P<name>{_NAME})\b\.?(?: m[eė]n(?:esis|uo)?\b\.?)?",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(?:(?P<year>20[0-9]{2}) ?[/\-] ?(?P<month>0[1-9]|1[0-2])(?![0-9]| ?[/.\-][0-9])"
    r"|(?P<month_first>0?[1-9]|1[0-2]) ?[/.\-] ?(?P<year_last>20[0-9]{2})(?![0-9]))"
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
# "Invoice for March 2025", "Fuel drawn in March 2025"; where "Rechnung Mai 2025" may say when it was written.
_TITLED = re.compile(
    rf"(?:^\W*(?:[^\W\d_]+ )?(?:invoice|bill|statement|rechnung|abrechnung|honorarnote|facture|relev[eé]"
    rf"|factura|fattura|parcella|factuur|nota|faktura|arve|s[aą]skaita|r[eē][kķ]ins|lasku|sz[aá]mla|ra[cč]un|fatura)"
    rf" (?:for|für|pour|per|voor|för|eest|u[zž]|par|za|del|di) "
    rf"|\b(?:drawn|supplied|delivered|rendered|provided|used|consumed|worked) (?:in|during) )"
    rf"(?={_NAME}\.?,? 20[0-9]{{2}}\b)",
    re.IGNORECASE,
)
_HEAD = 0.4  # part of the first page in which a month by itself says what a bill is for
_FILL = re.compile(
    r"[\s:.\-–]*(?:(?:for|für|fuer|im|in|de|du|van|month of|mois de|mes de|monat) )?", re.IGNORECASE
)
_TO = re.compile(JOINT, re.IGNORECASE)
# What says that the period goes on, or is of several parts: "May 2025, July 2025".
_GOES_ON = re.compile(
    rf"{JOINT}|\s*[,/+&]\s*\w|\s+(?:and|und|et|y|e|en|och|og|ja|i)\s|[\w.,/\-]*[0-9]", re.IGNORECASE
)
_MOST_LABELS = 24  # of a line: more are no form
_REACH = 1.8  # heights of a line that such a period may stand below its label
_ROWS = 2  # of a column that are looked at
_BELOW = 0.85  # times the label's trust
_UNLABELLED = 0.6
_HEADING = 0.5  # by judgement
_ALONE = 0.7  # of one that is all that a cell beside or below any label of periods prints, by judgement


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
        if len(labelled.by_line[anchor.line.index]) > _MOST_LABELS:
            continue
        for meaning in anchor.hit.meanings:
            if meaning.kind == "field" and meaning.name == "period":
                trust = label_trust(anchor, meaning, reader.context)
                if trust > 0:
                    yield from _at(anchor, trust, labelled)
    for line in labelled.layout.lines:
        if line.digits >= len("2025"):
            for match in _BEFORE_LABEL.finditer(line.text):
                yield from _findings(line, match.start(), _UNLABELLED)
            if (titled := _TITLED.search(line.text)) is not None:
                yield from _findings(line, titled.end(), _UNLABELLED)
    yield from _heading(labelled)


def _heading(labelled: Labelled) -> Iterator[Finding]:
    """The one month that is all of a line in the head of the page, and no label's value: "Veebruar 2025"."""
    layout = labelled.layout
    found = [
        line
        for line in layout.lines
        if line.page == 1
        and line.box.y0 < _HEAD
        and (months := _months_at(line.text, 0)) is not None
        and months.end == len(line.text)
        and line.text[0].isalpha()
        and not _is_labelled(line, labelled)
    ]
    if len(found) == 1:
        yield from _findings(found[0], 0, _HEADING)


def _is_labelled(line: Line, labelled: Labelled) -> bool:
    """Whether a label stands left of ``line`` on its row, or right above it."""
    layout = labelled.layout
    left = next(layout.left_of(line), None)
    if left is not None and (not left.digits or labelled.is_caption(left)):
        return True
    return any(
        labelled.is_caption(above) and line in layout.below(above.page, above.box, _REACH)
        for above in layout.lines
        if above.page == line.page and 0 < line.box.y0 - above.box.y0 < _ROWS * _REACH * layout.height
    )


def _at(anchor: Anchor, trust: float, labelled: Labelled) -> Iterator[Finding]:
    """The period behind ``anchor``, else right of it, else below it."""
    found = list(_findings(anchor.line, anchor.end, trust))
    if not found and not anchor.line.text[anchor.end :].strip(" :.-"):
        right = next(labelled.layout.right_of(anchor.line), None)
        found = [] if right is None else list(_findings(right, 0, trust))
        if not found and (right is None or not right.digits):
            first, *more = [*labelled.layout.below(anchor.line.page, anchor.box, _ROWS * _REACH), None]
            found = [] if first is None else list(_findings(first, 0, trust * _BELOW))
            if found and any(one is not None and any(_findings(one, 0, trust)) for one in more):
                return  # a table's column
    yield from found


def _findings(line: Line, start: int, trust: float) -> Iterator[Finding]:
    """First and last day of the period that ``line`` prints from offset ``start`` on, if it does."""
    fill = _FILL.match(line.text, start)
    begin = fill.end() if fill else start
    months = _months_at(line.text, begin)
    if months is None:
        return
    at = range(line.word_at(begin), line.word_at(months.end - 1) + 1)
    words = tuple(line.first + index for index in at)
    text = line.text[begin : months.end]
    if not start and len(text) == len(line.text.strip()):
        trust = max(trust, _ALONE)
    last = calendar.monthrange(*months.last)[1]
    days = (("period_start", months.first, 1), ("period_end", months.last, last))
    for field, (year, month), day in days:
        value = ParsedValue(f"{year:04}-{month:02}-{day:02}")
        yield Finding(field, words, text, value, trust, "whole period")


def _months_at(text: str, start: int) -> _Months | None:
    """The months that ``text`` names at ``start``; None where more than it can tell follows them."""
    first = _unit(text, start)
    if first is None:
        return None
    joint = _TO.match(text, first.end)
    last = _unit(text, joint.end()) if joint else None
    if last is None:
        return first if first.first[0] and _GOES_ON.match(text, first.end) is None else None
    if not last.first[0] or _GOES_ON.match(text, last.end) is not None:
        return None
    year = first.first[0] or last.first[0] - (first.first[1] > last.first[1])  # "November - January 2026"
    begin = (year, first.first[1])
    return _Months(begin, last.last, last.end) if begin <= last.last else None


def _unit(text: str, start: int) -> _Months | None:
    """A month or quarter at ``start``; a month's name without year has the year 0."""
    quarter = _QUARTER.match(text, start)
    if quarter:
        number, year = int(quarter["q"] or quarter["n"]), int(quarter["year"])
        return _Months((year, 3 * number - 2), (year, 3 * number), quarter.end())
    numbers = _NUMBERS.match(text, start)
    if numbers:
        one = (int(numbers["year"] or numbers["year_last"]), int(numbers["month"] or numbers["month_first"]))
        return _Months(one, one, numbers.end())
    year_first = _YEAR_MONTH.match(text, start)
    if year_first and (month := month_numbers().get(folded(year_first["name"]), 0)):
        one = (int(year_first["year"]), month)
        return _Months(one, one, year_first.end())
    named = _MONTH.match(text, start)
    month = month_numbers().get(folded(named["name"]), 0) if named else 0
    if named is None or not month:
        return None
    return _Months((int(named["year"] or 0), month), (int(named["year"] or 0), month), named.end())
