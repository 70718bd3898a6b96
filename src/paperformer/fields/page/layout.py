"""Lines of a document and their neighbours: what stands right of a line, and what stands below a place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from paperformer.documents.model import Box, Document, Word, on_row, union

_LOOKED_AT = 16  # neighbours looked at in a row, so that a hostile page costs no more than an honest one
_MOST_ROWS = 24  # rows of the grid that one line, or one look down, may span
_LEAST_HEIGHT = 0.004  # of the page: a grid no finer than this
NEXT_LINE = 1.8  # heights of a line to the next line of a column
_BACK = 12  # lines before a line among which the one above it is


@dataclass(frozen=True)
class Line:
    """A line segment: words on one baseline without a wide gap.

    Args:
        index: Its place in ``Layout.lines``.
        first: Index of its first word in ``Document.words``; the others follow.
        words: Its words.
        page: The page's number.
        box: The box around them.
        text: They, joined by a space.
        digits: How many digits they print.
    """

    index: int
    first: int
    words: tuple[Word, ...]
    page: int
    box: Box
    text: str
    digits: int

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Offset in ``text`` where each word begins."""
        starts, at = [], 0
        for word in self.words:
            starts.append(at)
            at += len(word.text) + 1
        return tuple(starts)

    @property
    def upright(self) -> bool:
        """Whether it reads as its page does."""
        return self.words[0].upright

    def word_at(self, offset: int) -> int:
        """The word, counted in the line, that holds the character of ``text`` at ``offset``."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def words_from(self, start: int, end: int) -> tuple[int, ...]:
        """Indices in ``Document.words`` of what prints the characters from ``start`` to before ``end``."""
        first, last = self.word_at(start), self.word_at(max(start, end - 1))
        return tuple(range(self.first + first, self.first + last + 1))

    def cut_box(self, start: int, end: int) -> Box:
        """The box around the characters from ``start`` to before ``end``, letters taken as equally wide."""
        boxes = []
        for index in range(self.word_at(start), self.word_at(max(start, end - 1)) + 1):
            word, at = self.words[index], self.starts[index]
            left = max(0, start - at) / len(word.text)
            right = min(len(word.text), max(1, end - at)) / len(word.text)
            box = word.box
            boxes.append(Box(box.x0 + left * box.width, box.y0, box.x0 + right * box.width, box.y1))
        return union(boxes)


class Layout:
    """The lines of a document, and a grid to find their neighbours by.

    Args:
        document: Its words are grouped by ``Word.line``.
    """

    def __init__(self, document: Document) -> None:
        self.lines: tuple[Line, ...] = tuple(_lines(document.words))
        self.height = (
            max(median(line.box.height for line in self.lines), _LEAST_HEIGHT) if self.lines else 0.01
        )
        self._firsts = [line.first for line in self.lines]
        rows: dict[tuple[int, int], list[Line]] = {}
        for line in self.lines:
            for row in self._rows(line.box.y0, line.box.y1):
                rows.setdefault((line.page, row), []).append(line)
        self._grid = {place: sorted(lines, key=lambda line: line.box.x0) for place, lines in rows.items()}
        self._lefts = {place: [line.box.x0 for line in lines] for place, lines in self._grid.items()}

    def line_of(self, word: int) -> Line:
        """The line that holds word ``word`` of the document."""
        return self.lines[bisect_right(self._firsts, word) - 1]

    def right_of(self, line: Line) -> Iterator[Line]:
        """Lines of the same row that begin where ``line`` ends or later, nearest first."""
        middle = line.box.center[1]
        place = (line.page, int(middle / self.height))
        lines = self._grid.get(place, [])
        begin = bisect_left(self._lefts.get(place, []), line.box.x1 - self.height)
        for other in lines[begin : begin + _LOOKED_AT]:
            if other is not line and on_row(line.box, other.box) and other.box.center[0] > line.box.x1:
                yield other

    def left_of(self, line: Line) -> Iterator[Line]:
        """Lines of the same row that end where ``line`` begins or earlier, nearest first."""
        place = (line.page, int(line.box.center[1] / self.height))
        lines = self._grid.get(place, [])
        end = bisect_right(self._lefts.get(place, []), line.box.x0)
        for other in reversed(lines[max(0, end - _LOOKED_AT) : end]):
            if other is not line and on_row(line.box, other.box) and other.box.center[0] < line.box.x0:
                yield other

    def below(self, page: int, box: Box, reach: float) -> list[Line]:
        """Lines under ``box`` that overlap its width, nearest first.

        Args:
            page: The page's number.
            box: The place from which to look down.
            reach: How far, in heights of a line.
        """
        bottom = box.y1 + reach * self.height
        found: dict[int, Line] = {}
        for row in self._rows(bottom - reach * self.height, bottom):
            lines, lefts = self._grid.get((page, row), []), self._lefts.get((page, row), [])
            end = bisect_right(lefts, box.x1)
            for line in lines[max(0, end - _LOOKED_AT) : end]:
                is_under = box.center[1] + self.height / 4 < line.box.center[1] <= bottom
                if is_under and line.box.x1 >= box.x0 and not on_row(line.box, box):
                    found[line.index] = line
        return sorted(found.values(), key=lambda line: (line.box.center[1], abs(line.box.x0 - box.x0)))

    def above(self, line: Line) -> Line | None:
        """The line right above ``line``, in its column."""
        top = line.box.center[1] - NEXT_LINE * self.height - line.box.height / 2
        found = None
        for other in self.lines[max(0, line.index - _BACK) : line.index]:
            middle = other.box.center[1]
            is_near = other.page == line.page and top <= middle < line.box.y0
            if is_near and other.box.x0 <= line.box.x1 and line.box.x0 <= other.box.x1:
                found = other if found is None or middle >= found.box.center[1] else found
        return found

    def _rows(self, top: float, bottom: float) -> range:
        first, last = int(top / self.height), int(bottom / self.height)
        if (
            last - first >= _MOST_ROWS
        ):  # a line that high is a fault of its font, or a stamp: its middle will do
            first = last = (first + last) // 2
        return range(first, last + 1)


def _lines(words: Sequence[Word]) -> Iterator[Line]:
    first = count = 0
    for index in range(1, len(words) + 1):
        if index == len(words) or _place(words[index]) != _place(words[first]):
            yield _line(count, first, words[first:index])
            first, count = index, count + 1


def _line(index: int, first: int, words: Sequence[Word]) -> Line:
    text = " ".join([word.text for word in words]).replace("：", ":")
    box = words[0].box if len(words) == 1 else union([word.box for word in words])
    return Line(index, first, tuple(words), words[0].page, box, text, sum(map(str.isdigit, text)))


def _place(word: Word) -> tuple[int, int]:
    return word.page, word.line
