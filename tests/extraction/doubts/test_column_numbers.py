"""Numbers of columns are no amounts."""

from __future__ import annotations

import pytest

from paperformer.extraction.doubts.column_numbers import column_numbers, without_column_numbers
from typed_page import Cells, candidate, typed


def numbered(*cells: tuple[int, str]) -> set[str]:
    page = typed([(5, "Nr."), (30, "Valoarea")], cells, [(5, "1"), (30, "7080,00")])
    return {page.words[index].text for index in column_numbers(page.words)}


def test_a_row_that_counts_upwards_numbers_the_columns() -> None:
    assert numbered((5, "0"), (20, "1"), (30, "2"), (40, "3"), (60, "5")) == {"0", "1", "2", "3", "5"}
    assert {"0", "4"} < numbered((5, "0"), (20, "1"), (30, "2"), (40, "3"), (60, "4 (2x3)"))


@pytest.mark.parametrize(
    "cells",
    [
        [(5, "1"), (20, "2"), (30, "3")],
        [(5, "4"), (20, "5"), (30, "6"), (40, "7")],
        [(5, "1"), (20, "2"), (30, "2"), (40, "3")],
        [(5, "1"), (20, "2"), (30, "3"), (40, "Brot"), (60, "4")],
        [(5, "1"), (20, "6"), (30, "12"), (40, "20")],
    ],
    ids=["few", "from the midst", "twice", "an item", "amounts"],
)
def test_other_rows_do_not(cells: Cells) -> None:
    assert numbered(*cells) == set()


def test_the_number_of_a_column_is_no_total() -> None:
    page = typed([(5, "1"), (20, "2"), (30, "3"), (40, "4"), (60, "5")], [(5, "Total"), (60, "17946,72")])
    seen = [candidate(page, "amount_due", "5"), candidate(page, "amount_due", "17946,72")]
    column, total = without_column_numbers(seen, column_numbers(page.words))
    assert column.probability < 0.05
    assert total.probability == 0.8
