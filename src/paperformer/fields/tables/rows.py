"""Rows of a page: the line segments that stand side by side, with their pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from paperformer.documents.model import Document
from paperformer.fields.layout import Layout, Line
from paperformer.fields.tables.pieces import ANY_NUMERALS, Numerals, Piece, pieces_of
from paperformer.fields.values.currency import WHOLE_MONEY
from paperformer.fields.values.reading import ValueContext

_SAME_ROW = 0.55  # of a height: middles that are closer are of one row

# Where schools and offices teach to write 1 234 567, whatever the decimal mark.
_WHOLE = WHOLE_MONEY | {"HUF"}  # nobody has used fillér since 1999
_SPACED = frozenset({"ZAR", "NAD", "SEK", "NOK", "PLN", "CZK", "HUF", "BGN", "UAH", "CHF"})
_COMMA = re.compile(r"(?<![0-9.,])[0-9]{1,3},[0-9]{3}(?![0-9])")


@dataclass
class Row:
    """Segments of one row, left to right.

    Args:
        index: Its place among the rows of the document.
        page: The page's number.
        lines: Its segments.
        numerals: How the document prints numbers.
        aspect: Height of the page by its width: heights times this are widths.
    """

    index: int
    page: int
    lines: list[Line] = field(default_factory=list)
    numerals: Numerals = ANY_NUMERALS
    aspect: float = 1.0

    @cached_property
    def middle(self) -> float:
        """Its middle, in parts of the page's height."""
        return sum(line.box.center[1] for line in self.lines) / len(self.lines)

    @cached_property
    def height(self) -> float:
        """Of its letters, in parts of the page's height."""
        return max(line.box.height for line in self.lines)

    @property
    def em(self) -> float:
        """Of its letters, in parts of the page's width."""
        return max(self.height * self.aspect, 1e-4)

    @cached_property
    def digits(self) -> int:
        """How many digits it prints."""
        return sum(line.digits for line in self.lines)

    @cached_property
    def pieces(self) -> list[Piece]:
        """Its pieces, where no column's edge is known."""
        return self.cut(())

    def cut(self, edges: Sequence[float]) -> list[Piece]:
        """Its pieces, with segments of two cells cut at the columns' left edges."""
        return [piece for line in self.lines for piece in pieces_of(line, self.numerals, self.em, edges)]


def rows_of(document: Document, layout: Layout, context: ValueContext) -> list[Row]:
    """The rows of a document, in reading order, of lines that stand upright."""
    numerals = Numerals(context.decimal_mark, _may_space(layout, context), context.currency in _WHOLE)
    aspects = {page.number: page.height / page.width for page in document.pages if page.width > 0}
    rows: list[Row] = []
    for line in (line for line in layout.lines if line.upright):
        if rows and _continues(rows[-1], line):
            rows[-1].lines.append(line)
        else:
            rows.append(Row(len(rows), line.page, [line], numerals, _aspect(aspects, line)))
    return rows


def _may_space(layout: Layout, context: ValueContext) -> bool:
    """Whether thousands are grouped by spaces in the document's currency, and by nothing else on its pages.

    Elsewhere "2 150.00" is a quantity and a price as often as one number.
    """
    return context.currency in _SPACED and not any(_COMMA.search(line.text) for line in layout.lines)


def _aspect(aspects: Mapping[int, float], line: Line) -> float:
    return aspects.get(line.page, 1.0) or 1.0


def _continues(row: Row, line: Line) -> bool:
    """Whether ``line`` stands right of the last segment of ``row``, on its baseline."""
    last, first = row.lines[-1], row.lines[0]
    apart = abs(line.box.center[1] - first.box.center[1])
    near = apart <= _SAME_ROW * max(min(first.box.height, line.box.height), 1e-6)
    return last.page == line.page and line.box.x0 >= last.box.x0 and near
