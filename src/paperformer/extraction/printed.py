"""Places on the pages that print a known value."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Final

from paperformer.documents.model import Box, Document, Word, union
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.values.spans import ValueSpan, find_values
from paperformer.fields.values.value_types import types_where

_BY_CHARACTERS: Final = types_where(lambda value_type: value_type.searched == "characters")
_READ_FIRST: Final = types_where(lambda value_type: value_type.searched == "both")
_ALPHANUMERIC: Final = re.compile(r"[^\W_]+")
_SHORTEST_TEXT: Final = 3  # alphanumeric characters; "1" stands on every page


@dataclass(frozen=True, slots=True)
class Place:
    """A run of words on one page.

    Args:
        words: Indices into ``Document.words``, ascending.
        text: What they print.
        page: From 1.
        box: Around all of them.
    """

    words: tuple[int, ...]
    text: str
    page: int
    box: Box


@dataclass(frozen=True)
class PrintedText:
    """A document's words, ready to be searched for values.

    Args:
        document: What was read.
        context: What it says about how its values are printed.
    """

    document: Document
    context: ValueContext = NO_CONTEXT
    _spans: dict[str, list[ValueSpan]] = field(default_factory=dict, repr=False)

    @cached_property
    def _words(self) -> tuple[Word, ...]:
        return self.document.words

    @cached_property
    def _characters(self) -> _Characters:
        return _Characters(self._words)

    def values(self, type: str) -> list[ValueSpan]:
        """Every value of a field type with a grammar, in reading order."""
        if type not in self._spans:
            spans = find_values(type, [word.text for word in self._words], self.context)
            self._spans[type] = [span for span in spans if self._on_one_page(span.first, span.last)]
        return self._spans[type]

    def places(self, type: str, value: str) -> list[Place]:
        """Everywhere that ``value`` of a field type is printed, in reading order."""
        if type not in _BY_CHARACTERS:
            spans = [span for span in self.values(type) if says(type, span.parsed, value)]
            if spans or type not in _READ_FIRST:
                return [self.place(range(span.first, span.last + 1)) for span in _longest(spans)]
        whole = self._text_places(value)
        if whole or type != "address":
            return whole
        parts = [self._text_places(part) for part in value.split(",")]
        return [self.place(words) for words in _nearest_together(parts)]

    def place(self, words: Sequence[int]) -> Place:
        """The place of words that stand on one page."""
        printed = [self._words[index] for index in words]
        text = " ".join(word.text for word in printed)
        return Place(tuple(words), text, printed[0].page, union(word.box for word in printed))

    def _text_places(self, value: str) -> list[Place]:
        return [
            self.place(range(first, last + 1))
            for first, last in self._characters.runs(value)
            if self._on_one_page(first, last)
        ]

    def _on_one_page(self, first: int, last: int) -> bool:
        return self._words[first].page == self._words[last].page


class _Characters:
    """The letters and digits of all words in one string, with the way back to the words."""

    def __init__(self, words: Sequence[Word]) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []  # of every word, in the string
        self._chunk_starts: set[int] = set()
        self._chunk_ends: set[int] = set()
        length = 0
        for word in words:
            self._starts.append(length)
            for chunk in _ALPHANUMERIC.findall(folded(word.text)):
                self._chunk_starts.add(length)
                length += len(chunk)
                self._chunk_ends.add(length)
                pieces.append(chunk)
        self._text = "".join(pieces)

    def runs(self, value: str) -> Iterator[tuple[int, int]]:
        """First and last word of every run that prints ``value``, spaces and punctuation aside."""
        wanted = "".join(_ALPHANUMERIC.findall(folded(value)))
        if len(wanted) < _SHORTEST_TEXT:
            return
        at = self._text.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if at in self._chunk_starts and end in self._chunk_ends:
                yield bisect_right(self._starts, at) - 1, bisect_right(self._starts, end - 1) - 1
            at = self._text.find(wanted, at + 1)


def says(type: str, parsed: ParsedValue, value: str) -> bool:
    """Whether a reading, or another one that its print allows, is ``value`` (amounts: without the sign)."""
    readings = (parsed.value, *parsed.alternatives)
    if type == "amount":
        return any(_same_size(reading, value) for reading in readings)
    return value in readings


def _same_size(text: str, other: str) -> bool:
    try:
        return abs(Decimal(text)) == abs(Decimal(other))
    except InvalidOperation:
        return False


def _longest(spans: Sequence[ValueSpan]) -> list[ValueSpan]:
    """Spans that lie in no other one of the same value: ``EUR 12.00`` rather than its ``12.00``."""
    return [
        span
        for span in spans
        if not any(
            other.first <= span.first and span.last <= other.last and other is not span
            and (other.last - other.first) > (span.last - span.first)
            for other in spans
        )
    ]  # fmt: skip


def _nearest_together(parts: Sequence[Sequence[Place]]) -> Iterator[tuple[int, ...]]:
    """The words of all parts of a value, around each print of the first part; none where a part lacks."""
    if not all(parts):
        return
    for anchor in parts[0]:
        chosen = [anchor]
        for places in parts[1:]:
            near = [place for place in places if place.page == anchor.page]
            if not near:
                break
            chosen.append(min(near, key=lambda place: _distance(place.box, chosen[-1].box)))
        else:
            yield tuple(sorted({index for place in chosen for index in place.words}))


def _distance(box: Box, other: Box) -> float:
    (x0, y0), (x1, y1) = box.center, other.center
    return abs(x0 - x1) + abs(y0 - y1)
