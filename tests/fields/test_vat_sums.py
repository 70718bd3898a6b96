"""Totals that stand nowhere: what several rates of VAT add up to."""

from __future__ import annotations

from decimal import Decimal

import pytest

from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.finding import Finding
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.reader import find_rows
from paperformer.fields.tables.sums import CHECKED, UNCHECKED, amounts_in, find_sums, sums_of_one_rate
from typed_page import Cells, typed


def shares_and_sums(*rows: Cells | str) -> tuple[list[GroupRow], list[Finding]]:
    document = typed(*rows)
    labelled = label_lines(document, load_schema())
    context = infer_context(document.words)
    shares = find_rows(document, labelled, context)
    found = list(find_sums(shares, amounts_in(printed_of(document.words), context)))
    for finding in found:
        assert finding.words == tuple(sorted(finding.words))
        assert {document.words[index].text for index in finding.words} >= set(finding.text.split(" + "))
    return shares, found


def sums(*rows: Cells | str) -> dict[str, tuple[str, float]]:
    _, found = shares_and_sums(*rows)
    return {finding.field: (finding.parsed.value, finding.score) for finding in found}


def test_taxes_and_bases_of_several_rates_are_added_up() -> None:
    assert sums(
        [(5, "MwSt 7%"), (30, "187,05"), (60, "13,09")],
        [(5, "MwSt 19%"), (31, "79,80"), (60, "15,16")],
        [(5, "Rechnungsbetrag"), (60, "295,10")],
    ) == {"total_vat": ("28.25", CHECKED), "total_excl_vat": ("266.85", CHECKED)}


def test_without_bases_there_is_a_sum_of_taxes_that_is_trusted_less() -> None:
    assert sums(
        [(5, "Total HT"), (60, "5392,00")],
        [(5, "TVA 20%"), (60, "944,00")],
        [(5, "TVA 10%"), (60, "67,20")],
        [(5, "Total TTC"), (60, "6403,20")],
    ) == {"total_vat": ("1011.20", UNCHECKED)}


@pytest.mark.parametrize("rows", [
    ([(5, "MwSt 19% auf 79,80"), (60, "15,16")],),
    ([(5, "MwSt 19% auf 79,80"), (60, "15,16")], [(5, "MwSt 19% auf 100,00"), (60, "19,00")]),
], ids=["one rate", "one rate twice"])  # fmt: skip
def test_one_rate_is_no_sum(rows: tuple[Cells, ...]) -> None:
    assert sums(*rows) == {}


def test_two_taxes_on_one_base_have_one_base() -> None:
    assert sums(
        [(5, "GST 5%"), (30, "100.00"), (60, "5.00")],
        [(5, "PST 7%"), (30, "100.00"), (60, "7.00")],
        [(5, "Subtotal"), (60, "100.00")],
        [(5, "Total"), (60, "112.00")],
    ).keys() <= {"total_vat"}


def test_what_adds_up_to_nothing_that_is_printed_is_no_sum() -> None:
    """A withholding has a rate, a base and an amount like a tax."""
    assert (
        sums(
            [(5, "IVA 22%"), (30, "1000,00"), (60, "220,00")],
            [(5, "IVA 20%"), (30, "1000,50"), (60, "200,10")],
            [(5, "Totale"), (60, "1220,00")],
        )
        == {}
    )


def test_the_two_halves_of_an_indian_tax_are_added_up_though_rate_and_sum_are_the_same() -> None:
    page: list[Cells | str] = [
        [(5, "LED Panel 18W"), (60, "17,000.00")],
        [(5, "CGST 9%"), (60, "1,530.00")],
        [(5, "SGST 9%"), (60, "1,530.00")],
        [(5, "Total"), (60, "Rs. 20,060.00")],
    ]
    assert sums(*page) == {"total_vat": ("3060.00", UNCHECKED)}
    assert sums(*page[:2], page[1], page[3]) == {}, "one half printed twice is one tax"


def test_taxes_of_quebec_with_a_gap_before_the_percent_sign_are_added_up() -> None:
    assert sums(
        [(5, "SOUS-TOTAL"), (60, "93,50")],
        [(5, "TPS (5 %)"), (60, "4,68")],
        [(5, "TVQ (9,975 %)"), (60, "9,33")],
        [(5, "TOTAL"), (60, "107,51 $")],
    ) == {"total_vat": ("14.01", CHECKED)}


def test_what_one_rate_sums_up_to_is_no_total() -> None:
    shares, found = shares_and_sums(
        [(5, "VAT 10%"), (30, "net 403.64"), (50, "VAT 40.36"), (70, "gross 444.00")],
        [(5, "VAT 20%"), (30, "net 7.92"), (50, "VAT 1.58"), (70, "gross 9.50")],
        [(5, "Total"), (70, "453.50")],
    )
    one_rate = sums_of_one_rate(shares, found)
    wanted = {
        "total_excl_vat": ("403.64", "7.92"),
        "total_vat": ("40.36", "1.58"),
        "total_incl_vat": ("444.00", "9.50"),
    }
    assert one_rate == {field: frozenset(map(Decimal, sums)) for field, sums in wanted.items()}
    assert sums_of_one_rate(shares, []) == {}, "where no total of all rates is printed"


def test_a_sum_of_one_rate_that_is_that_of_all_may_be_the_total() -> None:
    shares, found = shares_and_sums(
        [(5, "VAT 20%"), (30, "net 100.00"), (50, "VAT 20.00"), (70, "gross 120.00")],
        [(5, "VAT 0%"), (30, "net 30.00"), (50, "VAT 0.00"), (70, "gross 30.00")],
        [(5, "Total"), (70, "150.00")],
    )
    assert Decimal("20.00") not in sums_of_one_rate(shares, found)["total_vat"]


def test_a_total_that_is_rounded_by_what_is_printed_has_its_tax() -> None:
    page: list[Cells | str] = [
        [(5, "Taxable value"), (60, "4,310.00")],
        [(5, "CGST 9%"), (60, "387.90")],
        [(5, "SGST 9%"), (60, "387.90")],
        [(5, "Round off"), (60, "0.20")],
        [(5, "Total"), (60, "5,086.00")],
    ]
    assert sums(*page) == {"total_vat": ("775.80", CHECKED)}, "the rate makes each half of the value"
    assert sums(*page[:3], page[4]) == {}, "nothing says what was added"


def test_the_parts_of_a_tax_whose_sum_is_printed_are_added_up() -> None:
    found = sums(
        [(5, "PTU A 23,00 %"), (60, "1,87")],
        [(5, "PTU B 8,00 %"), (60, "0,74")],
        [(5, "SUMA PTU"), (60, "2,61")],
        [(5, "SUMA PLN"), (60, "19,99")],
    )
    assert found == {"total_vat": ("2.61", UNCHECKED)}


def test_sums_that_include_their_tax_under_a_heading_have_one_tax() -> None:
    heading: Cells = [(5, "MwSt"), (20, "Satz"), (40, "Total"), (60, "Steuer")]
    shares, found = shares_and_sums(
        heading,
        [(5, "1"), (20, "2.6%"), (40, "20.50"), (60, "0.52")],
        [(5, "2"), (20, "8.1%"), (40, "9.90"), (60, "0.74")],
    )
    assert [(one.field, one.parsed.value, one.score) for one in found] == [("total_vat", "1.26", CHECKED)]
    assert all("base" not in share.cells for share in shares)


def test_a_base_that_gives_its_tax_to_the_cent_stays_one() -> None:
    shares, _ = shares_and_sums(
        [(5, "MwSt"), (20, "Satz"), (40, "Netto"), (60, "Steuer")],
        [(5, "1"), (20, "2.6%"), (40, "20.50"), (60, "0.53")],
    )
    assert [share.cells["base"].value for share in shares] == ["20.50"]
