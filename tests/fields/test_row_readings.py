"""What a row says as part of a table: a reading is never changed, what is found out later makes a new one."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from paperformer.fields.page.layout import Layout
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.pieces import Numerals
from paperformer.fields.tables.rows import Row, RowReading
from typed_page import typed

NAME = Piece("text", (0,), "Bread", 0.1, 0.2)
COUNT = Piece("number", (1,), "2", 0.3, 0.31, "2.00", 2.0)
TOTAL = Piece("number", (2,), "7.00", 0.8, 0.85, "7.00", 7.0, strong=True)


def reading(**cells: tuple[Piece, ...]) -> RowReading:
    """A reading of a row with these cells, and a number of no column."""
    lines = Layout(typed([(10, "Bread"), (30, "2"), (80, "7.00")])).lines
    row = Row(0, 1, lines, Numerals(".", spaced=False, whole=False), 1.4)
    return RowReading(row, cells, loose=(COUNT,))


def test_a_loose_number_becomes_a_cell_of_a_new_reading() -> None:
    bread = reading(description=(NAME,), total=(TOTAL,))
    counted = bread.taking("quantity", COUNT)
    assert counted.cells == {"description": (NAME,), "total": (TOTAL,), "quantity": (COUNT,)}
    assert (counted.loose, bread.loose) == ((), (COUNT,))
    assert bread.cells == {"description": (NAME,), "total": (TOTAL,)}


def test_a_cell_without_pieces_is_taken_out() -> None:
    bread = reading(description=(NAME,), total=(TOTAL,))
    assert bread.with_cells(total=(), code=(COUNT,)).cells == {"description": (NAME,), "code": (COUNT,)}


def test_a_row_with_a_count_and_no_total_counts_something() -> None:
    assert [
        one.counts for one in (reading(quantity=(COUNT,)), reading(quantity=(COUNT,), total=(TOTAL,)))
    ] == [
        True,
        False,
    ]


def test_a_reading_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        reading().is_noise = True  # type: ignore[misc]
