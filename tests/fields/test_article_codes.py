"""Article numbers in the column of names: a code repeats a shape, a name does not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from typed_page import Cells
from typed_table import lines

HEADING: Cells = [(5, "Item"), (50, "Qty"), (60, "Price"), (80, "Amount")]
NAMES = ("Nails in a box", "Paint roller", "Cement brick", "Gloss paint")


@given(st.lists(st.integers(1000, 99999), min_size=2, max_size=4, unique=True), st.integers(2, 9))
def test_a_code_beside_the_figures_leaves_the_name_to_the_row_below(codes: list[int], quantity: int) -> None:
    rows: list[Cells] = []
    for code, name in zip(codes, NAMES, strict=False):
        figures = [(50, str(quantity)), (60, "2.50"), (80, f"{quantity * 2.5:.2f}")]
        rows += [[(5, f"A{code}"), *figures], [(5, name)]]
    found = lines(HEADING, *rows, [(60, "Total"), (80, f"{len(codes) * quantity * 2.5:.2f}")])
    assert [(line["code"], line["description"]) for line in found] == [
        (f"A{code}", name) for code, name in zip(codes, NAMES, strict=False)
    ]


def test_codes_of_one_shape_before_all_names_stand_apart() -> None:
    found = lines(
        HEADING,
        [(5, "R03 Soup"), (50, "2"), (60, "4.00"), (80, "8.00")],
        [(5, "N22 Noodles"), (50, "1"), (60, "9.00"), (80, "9.00")],
        [(5, "B02 Egg"), (50, "1"), (60, "1.00"), (80, "1.00")],
        [(60, "Total"), (80, "18.00")],
    )
    assert [line["code"] for line in found] == ["R03", "N22", "B02"]
    assert [line["description"] for line in found] == ["Soup", "Noodles", "Egg"]


def test_a_word_that_names_begin_with_again_and_sizes_are_no_codes() -> None:
    found = lines(
        HEADING,
        [(5, "USB3 cable"), (50, "2"), (60, "4.00"), (80, "8.00")],
        [(5, "USB3 hub"), (50, "1"), (60, "9.00"), (80, "9.00")],
        [(5, "500ML glue"), (50, "1"), (60, "1.00"), (80, "1.00")],
        [(60, "Total"), (80, "18.00")],
    )
    assert [line["description"] for line in found] == ["USB3 cable", "USB3 hub", "500ML glue"]
    assert all("code" not in line for line in found)


def test_an_article_number_is_no_discount() -> None:
    (found,) = lines(
        [(5, "Code"), (20, "Item"), (50, "Qty"), (60, "Price"), (70, "Disc"), (80, "Amount")],
        [(5, "331004"), (20, "Key"), (50, "4"), (60, "4.00"), (70, "0.00"), (80, "16.00")],
    )
    assert (found["code"], found["description"]) == ("331004", "Key")
    assert found["discount"] == "0.00"
