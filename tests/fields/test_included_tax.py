"""Totals that say how much of them is tax."""

import pytest

from typed_page import Cells, best, read, typed

HEAD = ("ACME Ltd", "Invoice 123")


@pytest.mark.parametrize(
    ("row", "tax", "total"),
    [
        ([(5, "Total (includes GST of $160.00)"), (85, "$1,760.00")], "160.00", "1760.00"),
        ([(5, "Total (incl. VAT of 160.00)"), (85, "1,760.00")], "160.00", "1760.00"),
        ([(5, "Total includes GST of $160.00"), (85, "$1,760.00")], "160.00", "1760.00"),
        ("Total 110.00 includes GST at 10% 10.00", "10.00", "110.00"),
        ("Total $1,760.00 (includes GST of $160.00)", "160.00", "1760.00"),
        ([(5, "Gesamtbetrag davon 19 % MwSt 159,66"), (85, "1.000,00")], "159.66", "1000.00"),
        ([(5, "Total TTC (dont TVA 12,00)"), (85, "72,00")], "12.00", "72.00"),
        ("Summa 125,00 kr varav moms 25,00", "25.00", "125.00"),
        ([(5, "Totale documento"), (70, "122,00 di cui IVA 22,00")], "22.00", "122.00"),
    ],
)
def test_both_are_told_apart(row: Cells | str, tax: str, total: str) -> None:
    values = best(typed(*HEAD, row))
    assert (values["total_vat"], values["total_incl_vat"]) == (tax, total)


@pytest.mark.parametrize(
    "row",
    [
        [(5, "Total including VAT"), (85, "1,760.00")],
        [(5, "Total (includes GST of $160.00)")],
        "Total (includes GST of 900.00) 1,000.00",  # no rate is that high
        "Total (davon 7 % MwSt 2,20 / 19 % MwSt 13,79) 120,00",
        "Widget includes VAT of 5.00 30.00",
    ],
)
def test_what_names_no_part_is_left_to_the_labels(row: Cells | str) -> None:
    found = read(typed(*HEAD, row))
    assert not [one for some in found.values() for one in some if one.rule == "included tax"]
