"""Tables whose captions nobody listed, and tables too wide to be read by their captions alone."""

from __future__ import annotations

import pytest

from typed_page import Cells
from typed_table import lines

UNHEARD: Cells = [(5, "Zbrkla"), (45, "Brunt"), (60, "Ploft"), (80, "Krimz")]


def row(name: str, quantity: str, price: str, total: str) -> Cells:
    return [(5, name), (50 - len(quantity), quantity), (68 - len(price), price), (88 - len(total), total)]


def test_columns_under_unknown_captions_are_told_by_the_product_of_two() -> None:
    found = lines(UNHEARD, row("Disk frena", "2", "38.50", "77.00"), row("Vaj motori", "3", "27.90", "83.70"))
    assert found == [
        {"description": "Disk frena", "quantity": "2", "unit_price": "38.50", "total": "77.00"},
        {"description": "Vaj motori", "quantity": "3", "unit_price": "27.90", "total": "83.70"},
    ]


def test_a_price_before_its_quantity_is_told_by_its_cents() -> None:
    heading: Cells = [(5, "Zbrkla"), (45, "Ploft"), (60, "Brunt"), (80, "Krimz")]
    (found, _) = lines(heading, row("Disk", "38.50", "2", "77.00"), row("Vaj", "27.90", "3", "83.70"))
    assert (found["quantity"], found["unit_price"]) == ("2", "38.50")


def test_a_column_that_counts_the_lines_is_no_quantity() -> None:
    heading: Cells = [(2, "Nx"), *UNHEARD]
    found = lines(
        heading,
        [(3, "1"), *row("Disk", "4", "38.50", "154.00")],
        [(3, "2"), *row("Vaj", "3", "27.90", "83.70")],
    )
    assert [(line["quantity"], line["description"]) for line in found] == [("4", "Disk"), ("3", "Vaj")]


def test_numbers_that_do_not_multiply_prove_no_columns() -> None:
    found = lines(UNHEARD, row("Disk", "2", "38.50", "78.00"), row("Vaj", "3", "27.90", "85.70"))
    assert all("quantity" not in line for line in found)


def test_one_line_of_one_piece_is_no_proof() -> None:
    assert lines(UNHEARD, row("Disk", "1", "38.50", "38.50")) == []


WIDE: Cells = [
    (1, "CÓDIGO"), (11, "DESCRIÇÃO"), (30, "NCM/SH"), (40, "CST"), (46, "CFOP"), (53, "UN"), (58, "QTD"),
    (64, "V.UNIT"), (74, "V.TOTAL"), (85, "BC.ICMS"), (95, "V.ICMS"), (104, "V.IPI"), (112, "%ICMS"),
    (120, "%IPI"),
]  # fmt: skip


def wide(code: str, name: str, quantity: str, price: str, total: str) -> Cells:
    figures = [(30, "96100000"), (40, "020"), (46, "5102"), (53, "UN"), (58, quantity), (64, price)]
    taxes = [(74, total), (85, "953,36"), (95, "171,60"), (104, "0,00"), (112, "18,00"), (120, "0,00")]
    return [(1, code), (11, name), *figures, *taxes]


def test_a_table_of_fourteen_columns_keeps_the_roles_of_its_captions() -> None:
    found = lines(
        WIDE,
        wide("F_01", "Flipover", "2,00", "95,00", "190,00"),
        wide("F_02", "Mesa", "3,00", "40,00", "120,00"),
    )
    assert [(line["quantity"], line["unit_price"], line["total"]) for line in found] == [
        ("2", "95.00", "190.00"),
        ("3", "40.00", "120.00"),
    ]


HEADING: Cells = [(5, "Bezeichnung"), (45, "Menge"), (60, "Einzelpreis"), (80, "Gesamt")]


def test_a_heading_that_comes_again_below_the_title_of_a_group_goes_on_with_the_table() -> None:
    found = lines(
        HEADING,
        row("Logo", "1", "28,00", "28,00"),
        [(5, "Phase 2")],
        HEADING,
        row("Schilder", "2", "58,00", "116,00"),
        row("Karten", "1", "78,00", "78,00"),
    )
    assert [line["description"] for line in found] == ["Logo", "Schilder", "Karten"]


def test_names_left_of_a_caption_that_is_centred_over_them_are_found() -> None:
    found = lines(
        [(2, "Qty"), (10, "Code"), (42, "Description"), (70, "Price"), (85, "Amount")],
        [(3, "9"), (10, "WV01"), (20, "Sample product"), (70, "6.50"), (85, "58.50")],
        [(3, "4"), (10, "DF02"), (20, "Other product"), (70, "39.40"), (85, "157.60")],
    )
    assert [(line["code"], line["description"]) for line in found] == [
        ("WV01", "Sample product"),
        ("DF02", "Other product"),
    ]


@pytest.mark.parametrize("code", ["9555067700208", "107636"])
def test_a_long_number_at_the_head_of_a_till_row_is_that_of_the_article(code: str) -> None:
    found = lines(
        [(5, f"{code} Yellow paper"), (60, "10.57")],
        [(5, "Dark paper"), (60, "17.45")],
        [(5, "Total"), (60, "28.02")],
    )
    assert [(line.get("code"), line["description"]) for line in found] == [
        (code, "Yellow paper"),
        (None, "Dark paper"),
    ]


@pytest.mark.parametrize(
    ("cell", "quantity", "price"),
    [("2X5.0000", "2", "5.0000"), ("5.00*2", "2", "5.00"), ("2*5,00=", "2", "5.00"), ("2@5.00", "2", "5.00")],
)
def test_a_product_in_one_word_is_read_whichever_factor_comes_first(
    cell: str, quantity: str, price: str
) -> None:
    (found, _) = lines(
        [(5, "Blue pipe"), (40, cell), (60, "10.00")],
        [(5, "Red pipe"), (60, "3.00")],
        [(5, "Total"), (60, "13.00")],
    )
    assert (found["quantity"], found["unit_price"]) == (quantity, price)


@pytest.mark.parametrize("total", ["10.00TRY", "₱10.00", "10.00₫", "10.00A", "S/10.00"])
def test_money_and_letters_of_rates_glued_to_a_sum_are_no_part_of_it(total: str) -> None:
    (found, _) = lines(
        [(5, "Pipe"), (60, total)], [(5, "Valve"), (60, "3.00")], [(5, "Total"), (60, "13.00")]
    )
    assert found == {"description": "Pipe", "total": "10.00"}
