"""Lines as tills and small tables print them: counts before and behind names, units glued to numbers."""

from __future__ import annotations

import pytest

from typed_page import Cells
from typed_table import lines


def test_a_count_opens_a_name_that_goes_on_to_its_amount() -> None:
    found = lines(
        [(5, "2"), (8, "Menu of the day with")],
        [(12, "ripe cheese"), (70, "46,00")],
        [(5, "1"), (8, "Carafe of water"), (70, "14,50")],
        [(5, "1"), (8, "Plum tart")],
        [(12, "and its ice cream"), (71, "8,50")],
        [(5, "Total"), (70, "69,00")],
    )
    assert [(line["description"], line["quantity"], line["total"]) for line in found] == [
        ("Menu of the day with ripe cheese", "2", "46.00"),
        ("Carafe of water", "1", "14.50"),
        ("Plum tart and its ice cream", "1", "8.50"),
    ]


@pytest.mark.parametrize("sign", ["x", "X", "×"])
def test_a_count_behind_a_name_is_its_quantity(sign: str) -> None:
    found = lines(
        [(5, f"BEER {sign} 3"), (70, "6,60")],
        [(5, f"SIRLOIN STEAK {sign} 2"), (70, "33,00")],
        [(5, "Total"), (70, "39,60")],
    )
    assert [(line["description"], line["quantity"]) for line in found] == [
        ("BEER", "3"),
        ("SIRLOIN STEAK", "2"),
    ]


def test_whole_numbers_in_a_column_behind_the_names_are_quantities() -> None:
    found = lines(
        [(5, "Coconut slice"), (50, "2"), (75, "RM25.20")],
        [(5, "Lemon tart"), (50, "1"), (75, "RM13.50")],
        [(5, "Tiramisu"), (50, "3"), (75, "RM37.80")],
        [(5, "Grand total"), (75, "RM76.50")],
    )
    assert [(row["description"], row.get("quantity")) for row in found] == [
        ("Coconut slice", "2"),
        ("Lemon tart", "1"),
        ("Tiramisu", "3"),
    ]


def test_a_number_that_stands_close_to_a_name_is_a_part_of_it() -> None:
    found = lines(
        [(5, "Cheddar 20"), (75, "25.20")],
        [(5, "Brie 15"), (75, "13.50")],
        [(5, "Gouda 40"), (75, "37.80")],
        [(5, "Total"), (75, "76.50")],
    )
    assert [(row["description"], row.get("quantity")) for row in found] == [
        ("Cheddar 20", None),
        ("Brie 15", None),
        ("Gouda 40", None),
    ]


def test_a_number_and_its_unit_in_one_word_are_both_read() -> None:
    found = lines(
        [(5, "Qty"), (15, "Description"), (60, "Price"), (80, "Amount")],
        [(5, "2,5h"), (15, "Fitting shelves"), (60, "38,00"), (80, "95,00")],
        [(5, "10pcs"), (15, "Pine shelf 120 cm"), (60, "14,60"), (80, "146,00")],
        [(60, "Total"), (80, "241,00")],
    )
    assert [(line["quantity"], line["unit"]) for line in found] == [("2.5", "h"), ("10", "pcs")]


def test_a_size_is_no_article_number() -> None:
    found = lines(
        [(5, "BROWN BREAD"), (30, "400G")],
        [(8, "2 x 4,50"), (70, "9,00")],
        [(5, "SLICED CHEESE"), (30, "150G")],
        [(8, "1 x 11,89"), (70, "11,89")],
        [(5, "Total"), (70, "20,89")],
    )
    assert [line["description"] for line in found] == ["BROWN BREAD 400G", "SLICED CHEESE 150G"]
    assert all("code" not in line for line in found)


def test_a_line_called_tax_that_multiplies_less_its_discount_is_a_line() -> None:
    found = lines(
        [(5, "Description"), (40, "Qty"), (50, "Price"), (62, "Discount"), (80, "Amount")],
        [(5, "Tax advice"), (40, "1"), (50, "3500.00"), (62, "350.00"), (80, "3150.00")],
        [(5, "Training"), (40, "6"), (50, "280.00"), (62, "0.00"), (80, "1680.00")],
        [(50, "Total"), (80, "4830.00")],
    )
    assert [line["description"] for line in found] == ["Tax advice", "Training"]
    assert found[0]["discount"] == "350.00"


def test_the_only_column_of_amounts_may_be_called_gross() -> None:
    heading: Cells = [(5, "Qty"), (15, "Description"), (70, "Amount incl. VAT")]
    (found,) = lines(heading, [(5, "25"), (15, "Printed shirts"), (70, "4725.00")])
    assert (found["quantity"], found["total"]) == ("25", "4725.00")


def test_a_name_may_have_its_figures_on_its_last_row() -> None:
    heading: Cells = [(5, "Description"), (50, "Qty"), (60, "Price"), (80, "Amount")]
    found = lines(
        heading,
        "",
        [(5, "Replacing the window of the")],
        [(5, "living room"), (50, "2"), (60, "640.00"), (80, "1280.00")],
        "",
        [(5, "Taking away old frames and")],
        [(5, "glass"), (50, "1"), (60, "100.00"), (80, "100.00")],
        "",
        [(60, "Total"), (80, "1380.00")],
    )
    assert [line["description"] for line in found] == [
        "Replacing the window of the living room",
        "Taking away old frames and glass",
    ]


def test_names_below_their_codes_in_one_column_are_names() -> None:
    found = lines(
        [(5, "Code"), (15, "Description"), (50, "Qty"), (60, "Price"), (80, "Amount")],
        [(5, "TK-4410"), (50, "850"), (60, "4.10"), (80, "3485.00")],
        [(5, "Tiles")],
        [(5, "TK-4477"), (50, "60"), (60, "12.50"), (80, "750.00")],
        [(5, "Ridges")],
        [(60, "Total"), (80, "4235.00")],
    )
    assert [(line["code"], line["description"]) for line in found] == [
        ("TK-4410", "Tiles"),
        ("TK-4477", "Ridges"),
    ]
