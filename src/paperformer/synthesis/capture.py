"""Reads the truth off laid-out sheets: every printed word with its box, page and fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from paperformer.synthesis.fonts import width_of
from paperformer.synthesis.ink import Cell, Line, Sheet, Text

Boxes = tuple[float, float, float, float]

_TALL = frozenset(
    "bdfhiklt0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZäöüåæøéèêëàáâãçñßÄÖÜÅÆØłŁ()[]/|\\%&#@€£$!?+'\"§"
)
_ACCENTED = frozenset("ÀÁÂÃÄÅČĎÈÉÊËĚÍĹŇÑÒÓÔÕÖŘŚŠŤÙÚÛÜŮŪÝŹŻŽ")
_LOW = frozenset("gjpqyýQçÇąęįųĄĘĮŲ,;()[]/|@$§")


@dataclass(frozen=True, slots=True)
class PrintedWord:
    """A word as it stands on a page, in points from the top left corner."""

    text: str
    box: Boxes
    page: int
    fields: tuple[str, ...]
    cell: Cell | None


def words_on(sheets: Iterable[Sheet]) -> list[PrintedWord]:
    """All words in reading order: by page, then in rows from the top, each from the left."""
    words: list[PrintedWord] = []
    for sheet in sheets:
        own: list[tuple[float, PrintedWord]] = []
        for dx, dy, mark in sheet.walk():
            if isinstance(mark, Text):
                own += [(dy + mark.y, word) for word in _words(mark, dx, dy, sheet.number)]
        words += in_reading_order(own)
    return words


def in_reading_order(words: Sequence[tuple[float, PrintedWord]]) -> list[PrintedWord]:
    """Words sorted into rows: baselines within a third of a line are one row, read from the left."""
    rows: list[tuple[float, list[PrintedWord]]] = []
    for baseline, word in sorted(words, key=lambda entry: (entry[0], entry[1].box[0])):
        height = word.box[3] - word.box[1]
        if rows and baseline - rows[-1][0] <= max(1.0, height * 0.34):
            rows[-1][1].append(word)
        else:
            rows.append((baseline, [word]))
    return [word for _, row in rows for word in sorted(row, key=lambda entry: entry.box[0])]


def _words(mark: Text, dx: float, dy: float, page: int) -> Iterator[PrintedWord]:
    x, pen = mark.x + dx, mark.pen
    for start, text, fields, cell in spans(mark.line):
        left = x + (width_of(start, pen) if start else 0.0)
        right = left + width_of(text, pen)
        top, bottom = _reach(text)
        baseline = mark.y + dy
        box = (left, baseline - top * pen.size, right, baseline + bottom * pen.size)
        yield PrintedWord(text, box, page, fields, cell)


def _reach(text: str) -> tuple[float, float]:
    """How far the word's ink goes above and below the baseline, in parts of the type size."""
    top = 0.72 if any(sign in _TALL or sign.isupper() for sign in text) else 0.54
    if any(sign in _ACCENTED for sign in text):
        top = 0.9
    bottom = 0.2 if any(sign in _LOW for sign in text) else 0.01
    return top, bottom


def spans(line: Line) -> Iterator[tuple[str, str, tuple[str, ...], Cell | None]]:
    """The words of a line: what stands before each, its text, the fields and the cell of its pieces."""
    before, word = "", ""
    fields: tuple[str, ...] = ()
    cell: Cell | None = None
    for piece in line:
        for sign in piece.text:
            if sign.isspace():
                if word:
                    yield before, word, fields, cell
                before, word, fields, cell = before + word + sign, "", (), None
                continue
            word += sign
            if piece.fields:
                fields = fields + tuple(name for name in piece.fields if name not in fields)
            cell = cell or piece.cell
    if word:
        yield before, word, fields, cell
