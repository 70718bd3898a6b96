"""Rows of a page: the line segments that stand side by side, and what they say as part of a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from paperformer.documents.model import Document
from paperformer.fields.page.anchors import Anchor, Labelled
from paperformer.fields.page.layout import Layout, Line
from paperformer.fields.tables.captions import CaptionReader
from paperformer.fields.tables.cell_texts import has_word
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.pieces import Numerals, pieces_of
from paperformer.fields.values.currency import WHOLE_MONEY
from paperformer.fields.values.reading import DecimalMark, ValueContext

_SAME_ROW = 0.55  # of a height: middles that are closer are of one row

# Where schools and offices teach to write 1 234 567, whatever the decimal mark.
_WHOLE = WHOLE_MONEY | {"HUF"}  # nobody has used fillér since 1999
_SPACED = frozenset({"ZAR", "NAD", "SEK", "NOK", "PLN", "CZK", "HUF", "BGN", "UAH", "CHF"})
_LONG_GROUP = re.compile(
    r"(?:\D{1,4} ?)?(?:[0-9]{2,3}(?: [0-9]{3})+|[0-9] 0[0-9]{2})[.][0-9]{2}(?: ?\D{1,4})?"
)
_UNGROUPED = re.compile(r"(?<![0-9.,])[0-9]{4,}[.][0-9]{2}(?![0-9])")
_GROUPED = re.compile(r"\(?[0-9]{1,3}(?:,[0-9]{3})+\)?|\(?[0-9]{1,3}(?:[.][0-9]{3})+\)?")
_WITH_CENTS = re.compile(r"\D{0,4}[0-9]+[.,][0-9]{2}\D{0,4}")
_FEWEST_GROUPED = 4
_COMMA = re.compile(r"(?<![0-9.,])[0-9]{1,3},[0-9]{3}(?![0-9])")
_POINT = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{2}(?![0-9])")


@dataclass(frozen=True)
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
    lines: Sequence[Line]
    numerals: Numerals
    aspect: float

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


@dataclass(frozen=True)
class RowReading:
    """A row of a table. What is found out later makes a new reading; none is ever changed.

    Args:
        row: What is printed.
        cells: Its pieces by role of a line, left to right; a role without pieces is absent.
        loose: Pieces of no column, of which some may be told later.
        times: Whether quantity and price were read off a sign of multiplication.
        is_noise: Whether it can be no part of a line: a caption of something else, a text elsewhere.
        closes: Whether its total stands alone, below all that belongs to it.
        priced: Whether its total stands under a caption of prices of a unit, and the table has no totals.
        opens: Whether it prints the number of a line, and so is its first row.
        captioned: Whether its article number stands behind a caption, as a further row of a name has it.
        titled: Whether an article number stands on it in place of the name, above the figures.
    """

    row: Row
    cells: Mapping[str, tuple[Piece, ...]] = field(default_factory=dict)
    loose: tuple[Piece, ...] = ()
    times: bool = False
    is_noise: bool = False
    priced: bool = False
    opens: bool = False
    closes: bool = False
    captioned: bool = False
    titled: bool = False

    def cell(self, role: str) -> tuple[Piece, ...]:
        """What it prints for ``role``, left to right."""
        return self.cells.get(role, ())

    def has(self, *roles: str) -> bool:
        """Whether it prints a cell of one of ``roles``."""
        return not self.cells.keys().isdisjoint(roles)

    @cached_property
    def total(self) -> Piece | None:
        """The number that makes it the row of a line."""
        return next((piece for piece in self.cell("total") if piece.kind == "number"), None)

    @cached_property
    def named(self) -> bool:
        """Whether it has a description with a word in it."""
        return self.titled or any(has_word(piece.text) for piece in self.cell("description"))

    @cached_property
    def has_figures(self) -> bool:
        """Whether it prints what a line counts or costs."""
        return self.has("total", "quantity", "unit_price")

    @cached_property
    def counts(self) -> bool:
        """Whether it prints a quantity or price and no total."""
        return self.total is None and self.has("quantity", "unit_price")

    def with_cells(self, **cells: Sequence[Piece]) -> RowReading:
        """The same row with these cells; one without pieces is taken out."""
        changed = {**self.cells, **cells}
        return replace(self, cells={role: tuple(pieces) for role, pieces in changed.items() if pieces})

    def taking(self, role: str, piece: Piece) -> RowReading:
        """The same row with a loose piece as its cell of ``role``."""
        rest = tuple(other for other in self.loose if other is not piece)
        return replace(self, cells={**self.cells, role: (piece,)}, loose=rest)


@dataclass(frozen=True, slots=True)
class TableContext:
    """A document as its tables are read.

    Args:
        rows: All its rows, in reading order.
        labelled: The labels on its lines.
        captions: The captions of columns on them.
    """

    rows: Sequence[Row]
    labelled: Labelled
    captions: CaptionReader

    def labels(self, line: Line) -> Sequence[Anchor]:
        """The labels on a line segment."""
        return self.labelled.by_line.get(line.index, ())


def rows_of(document: Document, layout: Layout, context: ValueContext) -> list[Row]:
    """The rows of a document, in reading order, of lines that stand upright."""
    numerals = _numerals_of(layout, context)
    aspects = {page.number: page.height / page.width or 1.0 for page in document.pages if page.width > 0}
    rows: list[list[Line]] = []
    for line in (line for line in layout.lines if line.upright):
        if rows and _continues(rows[-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [
        Row(index, lines[0].page, lines, numerals, aspects.get(lines[0].page, 1.0))
        for index, lines in enumerate(rows)
    ]


def with_mark(rows: Sequence[Row], mark: DecimalMark) -> list[Row]:
    """The same rows, their numbers read with a decimal mark."""
    return [replace(row, numerals=row.numerals._replace(mark=mark)) for row in rows]


def _may_space(layout: Layout, context: ValueContext) -> bool:
    """Whether thousands are grouped by spaces in the document's currency or on its pages, and only so.

    Elsewhere "2 150.00" is a quantity and a price as often as one number.
    """
    texts = [line.text for line in layout.lines]
    if any(_COMMA.search(text) for text in texts):
        return False
    # or numbers stand alone that can hardly be two, "21 206.00", and none so long lacks its space
    return context.currency in _SPACED or (
        any(map(_LONG_GROUP.fullmatch, texts)) and not any(map(_UNGROUPED.search, texts))
    )


def _numerals_of(layout: Layout, context: ValueContext) -> Numerals:
    """How a document prints numbers; its money is whole where it groups thousands and no sum has cents."""
    mark, whole = context.decimal_mark, context.currency in _WHOLE
    if context.currency is None:
        words = [word.text for line in layout.lines for word in line.words]
        commas = sum("," in word for word in words if _GROUPED.fullmatch(word))
        points = sum("." in word for word in words if _GROUPED.fullmatch(word))
        most = {None: max(commas, points), ".": commas, ",": points}[mark]
        whole = most >= _FEWEST_GROUPED and not any(map(_WITH_CENTS.fullmatch, words))
        mark = mark or (("." if commas == most else ",") if whole else None)
    spaced = _may_space(layout, context) if mark == "." else not _are_pointed(layout)
    return Numerals(mark, spaced, whole)


def _are_pointed(layout: Layout) -> bool:
    """Whether the pages group thousands by points, so that "2 180,00" is a count and a price."""
    return any(_POINT.search(line.text) for line in layout.lines)


def _continues(row: Sequence[Line], line: Line) -> bool:
    """Whether ``line`` stands right of the last segment of a row, on its baseline."""
    last, first = row[-1], row[0]
    apart = abs(line.box.center[1] - first.box.center[1])
    near = apart <= _SAME_ROW * max(min(first.box.height, line.box.height), 1e-6)
    return last.page == line.page and line.box.x0 >= last.box.x0 and near
