"""Rates of VAT that no page prints: the one way that the law leaves, or none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from answers import answer, errors

from paperformer.einvoicing.validation.validator import Validator
from paperformer.errors import InvoiceRefused
from paperformer.extraction.invoicing.statutory_rates import rates_by_law, statutory_rates
from paperformer.extraction.result import Extraction

_LINES = {"Bücher": "170.00", "Beratung": "30.00"}


@pytest.mark.parametrize(
    ("amounts", "vat", "country", "rates"),
    [
        (["3.00"], "0.23", "CH", ["7.7"]),
        (["65.60", "467.00"], "35.89", "BE", ["12", "6"]),
        (["137.08", "20.64", "1457.00", "51432.95"], "3888.18", "DE", ["7", "7", "19", "7"]),
        (["1000.00", "-100.00", "400.00"], "199.00", "DE", ["19", "19", "7"]),  # a discount at one rate
    ],
)
def test_the_only_way_to_the_printed_vat_is_taken(
    amounts: list[str], vat: str, country: str, rates: list[str]
) -> None:
    found = rates_by_law([*map(Decimal, amounts)], Decimal(vat), country)
    assert found == [*map(Decimal, rates)]


@pytest.mark.parametrize(
    ("amounts", "vat", "country"),
    [
        (["50.00", "50.00"], "13.00", "DE"),  # either line may have 19 %
        (["100.00"], "8.25", "US"),  # no law of the country says its rates
        (["100.00"], "18.00", "DE"),  # no rate makes it
        ([f"{number}.00" for number in range(1, 17)], "6.00", "CH"),  # some way would fit by chance
        (["-100.00"], "-19.00", "DE"),
        ([], "0.00", "DE"),
    ],
)
def test_a_choice_and_chance_are_no_way(amounts: list[str], vat: str, country: str) -> None:
    assert rates_by_law([*map(Decimal, amounts)], Decimal(vat), country) is None


def test_rates_are_percentages_and_differ() -> None:
    assert all(
        isinstance(country, str) and len(country) == 2 for country in statutory_rates()
    )  # "NO" is no False
    groups = [group for groups in statutory_rates().values() for group in groups]
    assert all(0 <= rate < 30 for group in groups for rate in group)
    assert all(len({*group}) == len(group) for group in groups)


def mixed(**changes: str) -> Extraction:
    """170.00 at 7 % and 30.00 at 19 %; the page prints the sum of the VAT alone."""
    lines = [{"description": text, "quantity": "1", "total": total} for text, total in _LINES.items()]
    return answer(lines, (), total_vat="17.60", total_incl_vat="217.60", **changes)


def test_they_are_written_and_listed_as_derived(validator: Validator) -> None:
    exported = mixed().to_ubl()
    lines = exported.draft.invoice.groups["BG-25"]
    assert [line.first("BT-152") for line in lines] == ["7", "19"]
    shares = exported.draft.invoice.groups["BG-23"]
    taxes = {(share.first("BT-119"), share.first("BT-117")) for share in shares}
    assert taxes == {("7", "11.90"), ("19", "5.70")}
    remarks = {one.term: one.reason for one in exported.draft.derived}
    assert "with the rates of DE" in remarks["BG-25[1]/BT-152"]
    assert errors(validator, exported.xml) == []


def test_a_seller_elsewhere_is_refused() -> None:
    with pytest.raises(InvoiceRefused, match="prints no rate"):
        mixed(supplier_country="US").to_ubl()
