"""The order in which columns are read: down each of them, before the next.

Rows are the custom for labels and values, but an address in one of three columns is cut to pieces by them.
Names and addresses are runs of words in this order instead; the model itself still reads rows. What stands
below the value of "Customer: Northern", and not below its label, goes on from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word

_WORD_GAP = 4.0  # letters between two segments of one line: justified and spaced print, not columns
_SPACE = 1.6  # letters between two words that OCR reads as two lines
_ALIGNED = 3.0  # letters by which left edges or middles of one column may differ
_REACH = 1.6  # heights between two lines of one column
_SHARED = 0.55  # of the higher one's height that boxes of two lines may have in common
_COVERED = 0.5  # of the narrower one's width that two lines have in common when one parts others
_LABEL_WORDS = 3  # most words of a label that opens a line


@dataclass(frozen=True, slots=True)
class Flow:
    """Words in the order of columns.

    Args:
        order: Index into the document's words of each place.
        segments: Places of each line segment; a label before a value that goes on below it is one of its own.
        stacked: Indices of the segments that are all of the line right below the segment before them.
    """

    order: NDArray[np.intp]
    segments: Sequence[range]
    stacked: frozenset[int] = frozenset()

    @property
    def firsts(self) -> NDArray[np.bool_]:
        """True for places that begin a line segment."""
        flags = np.zeros(len(self.order), dtype=bool)
        flags[[segment.start for segment in self.segments]] = True
        return flags


def rows_of(count: int) -> Flow:
    """``count`` words in the order they are given in, as one line."""
    return Flow(np.arange(count, dtype=np.intp), (range(count),) if count else ())


def segments_of(words: Sequence[Word]) -> list[range]:
    """Runs of words on one line segment of one page."""
    starts = [
        i for i, w in enumerate(words) if i == 0 or (w.page, w.line) != (words[i - 1].page, words[i - 1].line)
    ]
    return [range(a, b) for a, b in pairwise([*starts, len(words)])]


def flow_of(words: Sequence[Word]) -> Flow:
    """The words of a document, given row by row, in the order of its columns."""
    cells = _cells(words, segments_of(words))
    order: list[int] = []
    segments: list[range] = []
    stacked: set[int] = set()
    above: _Cell | None = None
    for cell in _down_columns(cells):
        if (
            above is not None
            and above.page == cell.page
            and above.stands_on(cell)
            and len(cell.segments) == 1
        ):
            stacked.add(len(segments))
        above = cell
        for segment in cell.segments:
            segments.append(range(len(order), len(order) + len(segment)))
            order.extend(segment)
    return Flow(np.asarray(order, dtype=np.intp), segments, frozenset(stacked))


@dataclass(slots=True)
class _Cell:
    """Segments of one line that stand close together, and the box around them.

    Boxes around tilted lines overlap: ``top`` and ``bottom`` are those of their words in the mean.
    """

    segments: list[range]
    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    letter: float  # mean width of a letter, in parts of the page's width
    words: int
    top: float
    bottom: float
    label: int = 0  # words of a label at its beginning
    value: float = 0.0  # left edge of what follows the label

    def continued_by(self, other: _Cell) -> bool:
        shared = min(self.y1, other.y1) - max(self.y0, other.y0)
        gap = other.x0 - self.x1
        letter = max(self.letter, other.letter)
        level = shared >= 0.5 * min(self.y1 - self.y0, other.y1 - other.y0)
        return self.page == other.page and level and -letter <= gap <= _WORD_GAP * letter

    def join(self, other: _Cell) -> None:
        """Take in the segment right of this one; where no more than a wide space parts them, they are one."""
        last, first = self.segments[-1], other.segments[0]
        if last.stop == first.start and other.x0 - self.x1 <= _SPACE * max(self.letter, other.letter):
            self.segments[-1] = range(last.start, first.stop)
        else:
            self.segments.append(first)
        self.x0, self.y0 = min(self.x0, other.x0), min(self.y0, other.y0)
        self.x1, self.y1 = max(self.x1, other.x1), max(self.y1, other.y1)
        both = self.words + other.words
        self.top = (self.top * self.words + other.top * other.words) / both
        self.bottom = (self.bottom * self.words + other.bottom * other.words) / both
        self.words = both

    def stands_on(self, below: _Cell) -> bool:
        """Whether ``below`` may be the next line of the same column."""
        if not self._is_over(below):
            return False
        off = min(abs(self.x0 - below.x0), 0.5 * abs(self.x0 + self.x1 - below.x0 - below.x1))
        return off <= _ALIGNED * max(self.letter, below.letter)

    def hangs(self, below: _Cell) -> bool:
        """Whether ``below`` may be the next line of what follows this line's label."""
        letter = max(self.letter, below.letter)
        return self.label > 0 and self._is_over(below) and abs(self.value - below.x0) <= letter

    def is_above(self, below: _Cell) -> bool:
        """Whether ``below`` is lower down and half of one is above half of the other."""
        shared = min(self.x1, below.x1) - max(self.x0, below.x0)
        return self._is_over(below) and shared >= _COVERED * min(self.x1 - self.x0, below.x1 - below.x0)

    def cut_label(self) -> None:
        """Make its label a segment of its own."""
        first = self.segments[0]
        self.segments[:1] = [first[: self.label], first[self.label :]]

    def _is_over(self, below: _Cell) -> bool:
        if below.x0 >= self.x1 or below.x1 <= self.x0:  # most are dismissed here
            return False
        heights = max(self.y1 - self.y0, below.y1 - below.y0)
        level = below.top - self.bottom < -_SHARED * max(self.bottom - self.top, below.bottom - below.top)
        return not level and below.y0 - self.y1 <= _REACH * heights


def _cells(words: Sequence[Word], segments: Sequence[range]) -> list[_Cell]:
    if not segments:
        return []
    starts = [segment.start for segment in segments]
    boxes = np.asarray([(w.box.x0, w.box.y0, w.box.x1, w.box.y1) for w in words])
    least = np.minimum.reduceat(boxes[:, :2], starts).tolist()
    most = np.maximum.reduceat(boxes[:, 2:], starts).tolist()
    counts = np.diff([*starts, len(words)])
    bands = (np.add.reduceat(boxes[:, 1::2], starts) / counts[:, np.newaxis]).tolist()
    letters = np.add.reduceat([len(w.text) + 1 for w in words], starts).tolist()
    cells: list[_Cell] = []
    for segment, (x0, y0), (x1, y1), band, count in zip(segments, least, most, bands, letters, strict=True):
        letter = (x1 - x0) / max(1, count - 1)
        cell = _Cell([segment], words[segment.start].page, x0, y0, x1, y1, letter, len(segment), *band)
        cell.label = label_length([word.text for word in words[segment.start : segment.stop]])
        cell.value = words[segment.start + cell.label].box.x0
        if cells and cells[-1].continued_by(cell):
            cells[-1].join(cell)
        else:
            cells.append(cell)
    return cells


def label_length(texts: Sequence[str]) -> int:
    """How many words open a line as a label: up to a colon near its beginning, with a value behind it."""
    ends = (i + 1 for i, text in enumerate(texts[: min(_LABEL_WORDS, len(texts) - 1)]) if text.endswith(":"))
    return next(ends, 0)


def _down_columns(cells: Sequence[_Cell]) -> list[_Cell]:
    """The cells, each followed by the one below it in its column where there is one."""
    following = _following(cells)
    ordered: list[_Cell] = []
    emitted = [False] * len(cells)
    for start in range(len(cells)):
        place: int | None = start
        while place is not None and not emitted[place]:
            emitted[place] = True
            ordered.append(cells[place])
            place = following.get(place)
    return ordered


def _following(cells: Sequence[_Cell]) -> dict[int, int]:
    """Which cell is the next line of which: the nearest below, each at most once."""
    following: dict[int, int] = {}
    taken: set[int] = set()
    for upper, cell in enumerate(cells):
        lower = next((i for i in _near(upper, cells) if cell.stands_on(cells[i])), None)
        if lower is not None and lower not in taken and not _is_parted(upper, lower, cells):
            following[upper] = lower
            taken.add(lower)
    _hang_values(cells, following, taken)
    return following


def _is_parted(upper: int, lower: int, cells: Sequence[_Cell]) -> bool:
    """Whether another line stands between two, of which it covers a good part each."""
    return any(
        cells[upper].is_above(between) and between.is_above(cells[lower])
        for between in cells[upper + 1 : lower]
    )


def _hang_values(cells: Sequence[_Cell], following: dict[int, int], taken: set[int]) -> None:
    """Put what hangs below the value of a label between it and the next label; cut the two apart."""
    for upper in reversed(range(len(cells))):  # of two labels above, the nearer one's value goes on
        if not cells[upper].label:
            continue
        lower = next((i for i in _near(upper, cells) if cells[upper].hangs(cells[i])), None)
        if lower is None or lower in taken or _has_label(cells[upper], lower, cells):
            continue
        taken.add(lower)
        cells[upper].cut_label()
        next_label = following.get(upper)
        following[upper] = lower
        if next_label is not None:
            following.setdefault(lower, next_label)


def _has_label(labelled: _Cell, lower: int, cells: Sequence[_Cell]) -> bool:
    """Whether a cell on the row of ``lower`` stands under the label: then that is a row of its own."""
    value = cells[lower]
    beside = (cells[i] for i in (lower - 1, lower - 2) if i >= 0)  # a label of two cells at most
    return any(
        cell.page == value.page
        and min(cell.y1, value.y1) - max(cell.y0, value.y0)
        >= 0.5 * min(cell.y1 - cell.y0, value.y1 - value.y0)
        and cell.x0 < value.x0
        and cell.x1 > labelled.x0 - _ALIGNED * labelled.letter
        for cell in beside
    )


def _near(upper: int, cells: Sequence[_Cell]) -> Iterator[int]:
    """The cells that may follow cell ``upper``: on its page, not far below it."""
    cell = cells[upper]
    end = cell.y1 + (_REACH + 0.5) * 2 * (cell.y1 - cell.y0)  # a line below is rarely twice as high
    for lower in range(upper + 1, len(cells)):
        if cells[lower].page != cell.page or cells[lower].y0 > end:
            return
        yield lower
