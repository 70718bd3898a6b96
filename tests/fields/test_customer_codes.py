"""Customers' codes of letters stand beside or below their label; the heads of other columns are none."""

from __future__ import annotations

from typed_page import Cells, best, typed


def code(*rows: Cells | str) -> str | None:
    return best(typed("Acme Ltd", "Invoice 4711", *rows)).get("customer_number")


def test_a_word_in_capitals_beside_its_label_is_the_code() -> None:
    assert code([(5, "Customer code:"), (30, "BALTRA")]) == "BALTRA"


def test_the_head_of_the_next_column_is_none() -> None:
    heads: Cells = [(5, "CUSTOMER NO"), (30, "ROUTE"), (50, "TERMS")]
    assert code(heads, [(5, "10452"), (30, "7"), (50, "30 DAYS")]) == "10452"
