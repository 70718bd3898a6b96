"""Regions of a page that holds several receipts: on a table under a camera, on the glass of a scanner.

A strip without words parts a page only where both sides are documents: a total each, a day, a time or a
number each, and other ones. Two columns, payment slips and forms have one of these only once, or the same
twice. Blank strips across a page are common, so what stands below one must also begin as a receipt does and
share no sum.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from paperformer.documents.model import Document, Page, Word
from paperformer.fields.page.view import PageView, view_of
from paperformer.fields.schema import Schema
from paperformer.fields.values.spans import ValueSpan
from paperformer.splitting.boundaries import PageMarks, page_marks
from paperformer.splitting.frames import Frame, framed
from paperformer.splitting.gutters import Gutter, gutters_on

_FEWEST = 8  # words of a receipt
_MOST_GUTTERS = 12  # that are looked at, the widest
_HEAD = 4  # words of a receipt before its first sum: its shop, at least
_BELOW = 1.5  # heights of a word: the least strip between a receipt and the next one below
_KIN = 0.5  # part of their words that two receipts of one shop have in common
_AMOUNT = re.compile(r"[0-9][.,] ?[0-9]{2}(?![0-9])")
_DAY_OR_NUMBER = re.compile(r"[0-9][./: -]+(?:[0-9]|[A-Za-z]{3})|[0-9]{4}")


@dataclass(frozen=True)
class Region:
    """A part of a page that may be a document.

    Args:
        page: Its words as a page of their own, level and in reading order.
        frame: Where that is on the whole page.
        schema: The fields there are.
    """

    page: Page
    frame: Frame
    schema: Schema

    @cached_property
    def marks(self) -> PageMarks:
        """What tells its document from others."""
        return page_marks(self._view)[self.page.number]

    @cached_property
    def totals(self) -> frozenset[str]:
        """Sums beside a label of totals."""
        return frozenset(total for total in self.marks.totals if float(total) > 0)

    @cached_property
    def sums(self) -> frozenset[str]:
        """All that it prints."""
        return frozenset(span.parsed.value for span in self._sums) | self.totals

    @cached_property
    def times(self) -> frozenset[str]:
        """Times of day."""
        return frozenset(span.parsed.value for span in self._view.printed.spans("time", self._view.context))

    @property
    def is_document(self) -> bool:
        """Whether it has a total, and a day, a time or a number."""
        return bool(self.totals) and bool(self.marks.dates or self.times or self.marks.number)

    @property
    def has_head(self) -> bool:
        """Whether something stands before its first sum."""
        return all(span.first >= _HEAD for span in self._sums)

    @cached_property
    def _view(self) -> PageView:
        return view_of(Document("region", (self.page,)), self.schema)

    @cached_property
    def _sums(self) -> list[ValueSpan]:
        return [span for span in self._view.printed.spans("amount", self._view.context) if not span.weak]


def regions_in(document: Document, schema: Schema) -> dict[int, Sequence[Region]]:
    """The receipts on each picture that holds several, by its page's number; see ``regions_of``.

    A page with text of its own was laid out as one document.
    """
    pictures = [page for page in document.pages if page.reading != "text_layer"]
    found = {page.number: regions_of(page, schema) for page in pictures}
    return {number: regions for number, regions in found.items() if len(regions) > 1}


def regions_of(page: Page, schema: Schema) -> list[Region]:
    """The documents on ``page``, in reading order; one where it does not hold several."""
    if not page.words:
        return []
    return [_region(page, words, schema) for words in _parted(page, page.words, schema)]


def _parted(page: Page, words: Sequence[Word], schema: Schema) -> Iterator[Sequence[Word]]:
    for gutter in _gutters(page, words):
        before, other = ([words[i] for i in side] for side in (gutter.before, gutter.after))
        if not (_may_be_document(before) and _may_be_document(other)):
            continue
        if _are_two(_region(page, before, schema), _region(page, other, schema), gutter):
            yield from _parted(page, before, schema)
            yield from _parted(page, other, schema)
            return
    yield words


def _gutters(page: Page, words: Sequence[Word]) -> Sequence[Gutter]:
    if len(words) < 2 * _FEWEST:
        return ()
    gutters = gutters_on(page, words)
    return [gutter for gutter in gutters if gutter.is_upright or gutter.width >= _BELOW][:_MOST_GUTTERS]


def _may_be_document(words: Sequence[Word]) -> bool:
    text = " ".join(word.text for word in words)
    return len(words) >= _FEWEST and bool(_AMOUNT.search(text)) and bool(_DAY_OR_NUMBER.search(text))


def _are_two(region: Region, other: Region, gutter: Gutter) -> bool:
    """Whether the regions on both sides of ``gutter`` are documents, and not the same one."""
    if not (region.is_document and other.is_document):
        return False
    if region.marks.number and region.marks.number == other.marks.number:
        return False
    if not gutter.is_upright and not (_are_dated_apart(region, other) and _begins_below(region, other)):
        return False
    if not region.totals.isdisjoint(other.totals):  # a payment slip's, or a second ticket's
        return _in_common(region, other) >= _KIN and _are_dated_apart(region, other)
    return region.totals.isdisjoint(other.sums) and other.totals.isdisjoint(region.sums)


def _begins_below(region: Region, other: Region) -> bool:
    """Whether what stands below begins as a receipt does; both print a day."""
    return other.has_head and bool(region.marks.dates and other.marks.dates)


def _are_dated_apart(region: Region, other: Region) -> bool:
    """Whether both have a day or both a time of their own."""
    return any(
        these and others and these.isdisjoint(others)
        for these, others in ((region.marks.dates, other.marks.dates), (region.times, other.times))
    )


def _in_common(region: Region, other: Region) -> float:
    """The part of their words that both print."""
    words, others = Counter(w.text for w in region.page.words), Counter(w.text for w in other.page.words)
    return 2 * (words & others).total() / (words.total() + others.total())


def _region(page: Page, words: Sequence[Word], schema: Schema) -> Region:
    frame, own = framed(page, words)
    return Region(own, frame, schema)
