"""Values in the column below a label, by their place alone."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Box, Word
from paperformer.fields.page.cells import Cell, CellReading
from paperformer.fields.page.layout import Line

_SAME_NUMBER = 1.5  # widths of a letter between two groups of one number


def column_cell(line: Line, box: Box, height: float) -> Cell:
    """The words of ``line`` that stand under ``box``: a narrow table runs its columns into one line.

    A number in groups may be wider than its label: it is taken to its end.
    """
    under = [i for i, word in enumerate(line.words) if overlap(word.box, box) > -height]
    if not under:
        return Cell(line, 0, 0)
    end = under[-1]
    while end + 1 < len(line.words) and _goes_on(line.words[end], line.words[end + 1]):
        end += 1
    return Cell(line, line.starts[under[0]], line.starts[end] + len(line.words[end].text))


def _goes_on(word: Word, following: Word) -> bool:
    """Whether two words are groups of one number: close together, with digits."""
    near = following.box.x0 - word.box.x1 <= _SAME_NUMBER * word.box.width / len(word.text)
    return near and all(any(map(str.isdigit, part.text)) for part in (word, following))


def in_column(readings: Sequence[CellReading], box: Box, height: float) -> list[CellReading]:
    """Those of ``readings`` that overlap the label's width, the best first."""
    wide = Box(box.x0 - height, box.y0, box.x1 + height, box.y1)
    shared = [(reading, overlap(reading.box, wide)) for reading in readings]
    return [reading for reading, part in sorted(shared, key=lambda pair: -pair[1]) if part > 0]


def overlap(box: Box, other: Box) -> float:
    """How wide both stand above one another; below zero the gap between them."""
    return min(box.x1, other.x1) - max(box.x0, other.x0)
