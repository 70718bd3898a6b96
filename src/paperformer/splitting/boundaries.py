"""Boundaries of several documents in one file: a folder's scans in one PDF, a page for each receipt.

Judged by what pages print, cautiously: a document cut in two loses more than two left together.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from paperformer.documents.model import Document
from paperformer.fields.finding import Finding
from paperformer.fields.labelled_values import labelled_values
from paperformer.fields.page.view import PageView, view_of
from paperformer.fields.schema import Schema
from paperformer.fields.words.patterns import alternatives

_ALIKE = str.maketrans("oils", "0115")
_NUMBERS = 8  # of a document that are looked for on its further pages
_LONG_NUMBER = 4  # letters and digits
_LEAST_TRUST = 0.3  # of a labelled number or total, for less is a word beside a figure
_TOTALS = frozenset({"total_incl_vat", "amount_due"})
_DAY = "document_date"
_FIELDS = frozenset({"document_number", _DAY, *_TOTALS})


@cache
def _page_counter() -> re.Pattern[str]:
    """As in "Page 2 of 5", "Seite 2/5", "Sida 2 (5)"."""
    page, number, of = (alternatives("pages", group) for group in ("page", "page_number", "of"))
    return re.compile(
        rf"\b(?:{page})\b(?:[ .:#]{{1,3}}(?:{number})\b)?[ .:#]{{0,3}}0{{0,2}}([1-9][0-9]{{0,2}})"
        rf" ?(?:/|\(|{of}) ?0{{0,2}}([1-9][0-9]{{0,2}})\b",
        re.IGNORECASE,
    )


class Counter(NamedTuple):
    """What a page says of its place: "page 2 of 5"."""

    page: int
    of: int


@dataclass(frozen=True, slots=True)
class PageMarks:
    """What tells a page's document from others.

    Args:
        text: Its letters and digits, small.
        counter: Its place, where it says it.
        number: The document's, the surest beside a label; as in ``text``.
        dates: All that it prints.
        totals: Those beside a label.
        day: The document's, the surest beside a label.
    """

    text: str
    counter: Counter | None = None
    number: str | None = None
    dates: frozenset[str] = frozenset()
    totals: frozenset[str] = frozenset()
    day: str | None = None

    def prints(self, number: str) -> bool:
        """Whether the page bears ``number``; a short one must be its own, for it is in many others."""
        return number == self.number or (len(number) >= _LONG_NUMBER and number in self.text)


@dataclass(slots=True)
class _Open:
    """What the pages of the document so far say together."""

    last: PageMarks
    numbers: deque[str] = field(default_factory=lambda: deque(maxlen=_NUMBERS))
    dates: set[str] = field(default_factory=set)
    totals: set[str] = field(default_factory=set)
    days: set[str] = field(default_factory=set)

    def add(self, page: PageMarks) -> None:
        if page.text:
            self.last = page
        if page.number is not None and page.number not in self.numbers:
            self.numbers.append(page.number)
        self.dates |= page.dates
        self.totals |= page.totals
        if page.day is not None:
            self.days.add(page.day)

    @property
    def goes_on(self) -> bool:
        """Whether the last page says that more are to come."""
        counter = self.last.counter
        return counter is not None and counter.page < counter.of


def documents_in(document: Document, schema: Schema) -> Sequence[int]:
    """Numbers of the pages of a file on which a document begins; see ``find_beginnings``."""
    return find_beginnings(view_of(document, schema)) if len(document.pages) > 1 else (1,)


def find_beginnings(view: PageView) -> tuple[int, ...]:
    """The numbers of the pages on which a document begins; the first page's alone where there is one only.

    Without a document's number and totals among the fields, counters alone part pages.
    """
    numbers = [page.number for page in view.document.pages]
    if len(numbers) < 2:
        return tuple(numbers)
    marks = page_marks(view)
    return beginnings_of([(number, marks[number]) for number in numbers])


def beginnings_of(pages: Sequence[tuple[int, PageMarks]]) -> tuple[int, ...]:
    """As ``find_beginnings``, from what each page says."""
    begun: list[int] = []
    current: _Open | None = None
    for number, page in pages:
        if current is None or _begins(page, current):
            begun.append(number)
            current = _Open(page)
        current.add(page)
    return tuple(begun)


def _begins(page: PageMarks, before: _Open) -> bool:
    """Whether ``page`` is the first of another document than that of the pages ``before``."""
    if not page.text:
        return False  # the back of a sheet
    if page.counter is not None and page.counter.page > 1:
        return False
    if any(map(page.prints, before.numbers)):
        return False
    if page.counter is not None:
        # Of a file of first pages each says that more would come.
        return page.number is not None or not before.goes_on
    parted = bool(page.dates and before.dates) and page.dates.isdisjoint(before.dates)
    both_total = bool(page.totals and before.totals)
    # An annex may have a number of its own, and a page's total be the document's again.
    has_other_total = both_total and page.totals.isdisjoint(before.totals)
    if before.goes_on:
        # Its other pages may be lost: what is other in everything is none of them.
        return parted and has_other_total and bool(page.number and before.numbers)
    if page.number and before.numbers:
        return (
            parted or _is_dated_anew(page, before) or (has_other_total and len(page.number) >= _LONG_NUMBER)
        )
    # Receipts seldom have a number: two with totals and days of their own are two.
    return both_total and parted


def _is_dated_anew(page: PageMarks, before: _Open) -> bool:
    """Whether the page has a day of its own, printed nowhere before, nor the days before on it, and sums too.

    What is due on one day, or for one net sum, has these in common.
    """
    return (
        page.day is not None
        and bool(before.days)
        and page.day not in before.dates
        and before.days.isdisjoint(page.dates)
        and bool(page.totals - before.totals)
        and bool(before.totals - page.totals)
    )


def page_marks(view: PageView) -> Mapping[int, PageMarks]:
    """What each page says of the document that it belongs to, by its number."""
    page_of = [word.page for word in view.words]
    numbers: dict[int, Finding] = {}
    days: dict[int, Finding] = {}
    totals: dict[int, set[str]] = {}
    for finding in labelled_values(view.labelled, _telling(view.schema), view.reader, {}):
        page = page_of[finding.words[0]]
        if finding.score < _LEAST_TRUST:
            continue
        if finding.field in _TOTALS:
            totals.setdefault(page, set()).add(finding.parsed.value)
            continue
        surest = days if finding.field == _DAY else numbers
        if page not in surest or finding.score > surest[page].score:
            surest[page] = finding
    dates: dict[int, set[str]] = {}
    for span in view.printed.spans("date", view.context):
        if not span.weak:
            dates.setdefault(page_of[span.first], set()).add(span.parsed.value)
    return {
        page.number: PageMarks(
            text=_content(" ".join(word.text for word in page.words)),
            counter=_counter(" ".join(word.text for word in page.words)),
            number=_content(numbers[page.number].parsed.value) if page.number in numbers else None,
            dates=frozenset(dates.get(page.number, ())),
            totals=frozenset(totals.get(page.number, ())),
            day=days[page.number].parsed.value if page.number in days else None,
        )
        for page in view.document.pages
    }


def _telling(schema: Schema) -> Schema:
    """The fields of ``schema`` that tell documents apart."""
    return schema.subset([name for name in schema.names if name in _FIELDS])


def _counter(text: str) -> Counter | None:
    """The place that a page says it has; None where it says none, or two."""
    counters = {Counter(int(match[1]), int(match[2])) for match in _page_counter().finditer(text)}
    sound = [counter for counter in counters if counter.page <= counter.of]
    return sound[0] if len(sound) == 1 else None


def _content(text: str) -> str:
    """Letters and digits, small, those that OCR takes for one another as one."""
    return "".join(filter(str.isalnum, text)).casefold().translate(_ALIKE)
