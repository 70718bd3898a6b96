"""Purchase lines as corrections, answers and truths of drawn documents write them."""

from __future__ import annotations

import pytest

from paperformer.labelled.lines import lines_in

CELLS = {"description": "Tea", "total": "4.00"}


@pytest.mark.parametrize(
    "row",
    [
        CELLS,
        {name: {"value": value, "words": [3]} for name, value in CELLS.items()},
        {
            "cells": {name: {"value": value, "text": value} for name, value in CELLS.items()},
            "confidence": 0.9,
        },
    ],
)
def test_every_form_of_a_row_says_the_same(row: object) -> None:
    assert lines_in({"purchase_lines": [row]}) == [CELLS]


@pytest.mark.parametrize("rows", [None, [], {}, {"purchase_lines": None}, {"purchase_lines": ["Tea", {}]}])
def test_where_no_lines_are_written_there_are_none(rows: object) -> None:
    assert lines_in(rows) == []
