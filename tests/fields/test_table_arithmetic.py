"""What the sums of a table tell about its columns."""

from __future__ import annotations

import pytest

from typed_table import lines


@pytest.mark.parametrize("sign", ["", "%"])
def test_discounts_that_make_the_totals_as_rates_alone_are_percentages(sign: str) -> None:
    found = lines(
        [(5, "Description"), (35, "Qty"), (45, "Price"), (58, "Discount"), (80, "Total")],
        [(5, "Cordless drill"), (35, "2"), (45, "100.00"), (58, f"10{sign}"), (80, "180.00")],
        [(5, "Drill bits"), (35, "5"), (45, "20.00"), (58, f"5{sign}"), (80, "95.00")],
        [(45, "Total"), (80, "275.00")],
    )
    assert [row["discount"] for row in found] == ["10%", "5%"]


def test_discounts_that_are_sums_off_each_unit_stay_sums() -> None:
    found = lines(
        [(5, "Description"), (35, "Qty"), (45, "Price"), (58, "Discount"), (80, "Total")],
        [(5, "Cordless drill"), (35, "2"), (45, "100.00"), (58, "10.00"), (80, "180.00")],
        [(5, "Drill bits"), (35, "5"), (45, "20.00"), (58, "1.00"), (80, "95.00")],
        [(45, "Total"), (80, "275.00")],
    )
    assert [row["discount"] for row in found] == ["10.00", "1.00"]


def test_spaces_set_thousands_apart_beside_a_decimal_point_where_no_long_number_lacks_one() -> None:
    found = lines(
        [(5, "Description"), (35, "Qty"), (45, "Unit price"), (70, "Amount")],
        [(5, "Machine"), (35, "1"), (45, "6 200.00"), (70, "6 200.00")],
        [(5, "Tool"), (35, "12"), (45, "1 250.50"), (70, "15 006.00")],
        [(45, "Total"), (70, "21 206.00")],
    )
    assert [(row["unit_price"], row["total"]) for row in found] == [
        ("6200.00", "6200.00"), ("1250.50", "15006.00")
    ]  # fmt: skip


def test_a_quantity_before_a_price_is_no_group_of_thousands() -> None:
    found = lines(
        [(5, "Description"), (35, "Qty Price"), (70, "Amount")],
        [(5, "Machine"), (35, "2 150.00"), (70, "300.00")],
        [(5, "Tool"), (35, "9 250.50"), (70, "2254.50")],
        [(45, "Total"), (70, "2554.50")],
    )
    assert [row["total"] for row in found] == ["300.00", "2254.50"]
    assert all(row.get("unit_price", "150.00") != "2150.00" for row in found)


def test_small_sums_below_a_rate_and_tax_are_no_rates() -> None:
    found = lines(
        [(5, "Item"), (35, "Qty"), (45, "Price"), (55, "Net"), (67, "10% VAT"), (80, "Gross")],
        [(5, "Cable ties"), (35, "2"), (45, "8.95"), (55, "17.90"), (67, "1.79"), (80, "19.69")],
        [(5, "Goggles"), (35, "1"), (45, "42.00"), (55, "42.00"), (67, "4.20"), (80, "46.20")],
        [(45, "Total"), (80, "65.89")],
    )
    assert [row["vat_rate"] for row in found] == ["10", "10"]


def test_prices_of_a_unit_are_no_totals_where_no_sum_says_so() -> None:
    found = lines(
        [(5, "Description"), (45, "Qty"), (65, "Unit price")],
        [(5, "Cordless drill"), (45, "2"), (65, "89.50")],
        [(5, "Drill bits"), (45, "5"), (65, "12.40")],
        [(45, "Total incl. VAT"), (65, "292.80")],
    )
    assert [(row["unit_price"], row.get("total")) for row in found] == [("89.50", None), ("12.40", None)]


def test_what_was_paid_before_is_no_line() -> None:
    found = lines(
        [(5, "Description"), (45, "Qty"), (60, "Price"), (80, "Amount")],
        [(5, "Cordless drill"), (45, "2"), (60, "89.50"), (80, "179.00")],
        [(5, "Drill bits"), (45, "5"), (60, "12.40"), (80, "62.00")],
        [(5, "Payments"), (80, "-120.00")],
        [(60, "Net total"), (80, "241.00")],
    )
    assert [row["description"] for row in found] == ["Cordless drill", "Drill bits"]
