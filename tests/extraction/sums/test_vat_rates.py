"""Totals that bear one another out, and rates of VAT that their tax contradicts."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.sums.vat_rates import compared_with_rates
from paperformer.fields.scored import Scored
from paperformer.fields.tables.group import GroupCell, GroupRow
from typed_page import typed

NAMES = ("total_excl_vat", "total_vat", "total_incl_vat")
CENT = Decimal("0.01")


def marks(
    net: Decimal, tax: Decimal, gross: Decimal, row: str, *rows: GroupRow
) -> tuple[list[bool | None], list[bool | None]]:
    """What is said of the three totals, the tax printed at the end of ``row``, and of the tables' rows."""
    words = typed("Invoice", row).words
    values = dict(zip(NAMES, (net, tax, gross), strict=True))
    places = {"total_vat": (len(words) - 1,)}
    chosen = {
        name: [Scored(name, str(value), str(value), places.get(name, (0,)), 0.9, "model")]
        for name, value in values.items()
    }
    fields, marked = compared_with_rates(chosen, rows, words)
    return [fields[name][0].agrees for name in NAMES], [one.holds for one in marked]


def share(rate: str, tax: Decimal) -> GroupRow:
    cells = {"rate": GroupCell(rate, f"{rate} %", (0,)), "tax": GroupCell(str(tax), str(tax), (1,))}
    return GroupRow("vat_distribution", cells, None, 0.7)


@given(st.decimals(1, 99_999, places=2), st.sampled_from(["5,5", "7", "19", "20", "25", "27"]))
def test_a_tax_that_its_rate_gives_agrees_with_the_sums_beside_it(net: Decimal, rate: str) -> None:
    tax = (net * Decimal(rate.replace(",", ".")) / 100).quantize(CENT)
    assert marks(net, tax, net + tax, f"VAT {rate} % {tax}")[0] == [True, True, True]


@given(st.decimals(100, 99_999, places=2), st.sampled_from([5, 7, 19, 25]), st.sampled_from([6, 10, 16, 21]))
def test_a_rate_that_contradicts_its_tax_makes_both_doubtful(net: Decimal, own: int, printed: int) -> None:
    tax = (net * own / 100).quantize(CENT)
    totals, shares = marks(net, tax, net + tax, f"VAT {printed}% {tax}", share(str(printed), tax))
    assert totals == [True, False, True]
    assert shares == [False]


@pytest.mark.parametrize("row", ["VAT 180.00", "Discount on top of VAT 180.00"])
def test_without_a_rate_nothing_is_contradicted(row: str) -> None:
    totals, _ = marks(Decimal(1000), Decimal("180.00"), Decimal(1190), row)
    assert totals == [None, None, None]


def line(rate: str) -> GroupRow:
    return GroupRow("purchase_lines", {"vat_rate": GroupCell(rate, f"{rate}%", (0,))}, None, 0.7)


@pytest.mark.parametrize(
    ("rates", "said"), [(("20", "20"), False), (("18", "18"), True), (("20", "18"), None), ((), None)]
)
def test_the_rate_of_all_lines_is_the_documents(rates: tuple[str, ...], said: bool | None) -> None:
    lines = [line(rate) for rate in rates]
    assert marks(Decimal(1000), Decimal("180.00"), Decimal(0), "VAT 180.00", *lines)[0][1] is said


def test_of_several_rates_each_has_a_base_of_its_own() -> None:
    shares = share("19", Decimal("95.00")), share("7", Decimal("35.00"))
    totals, held = marks(Decimal(1000), Decimal("130.00"), Decimal(1130), "of which 19 % 130.00", *shares)
    assert totals == [True, True, True]
    assert held == [None, None]


def test_a_till_that_prints_the_gross_sum_as_net_contradicts_nothing() -> None:
    assert marks(Decimal("31.75"), Decimal("5.29"), Decimal("31.75"), "20% 5.29")[0][1] is True
