"""Who stands under the heading "Seller" sells."""

from __future__ import annotations

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.sellers import weigh_sellers
from paperformer.fields.party_words import party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from typed_page import Cells, candidate, typed


def weighed(rows: list[Cells | str], name: str, other: str, *addresses: str) -> dict[str, dict[str, float]]:
    page = typed(*rows)
    proposed = {
        "supplier_name": [
            candidate(page, "supplier_name", name, 0.65)._replace(source="rule"),
            candidate(page, "supplier_name", other, 0.95),
        ],
        "supplier_address": [candidate(page, "supplier_address", text, 0.5) for text in addresses],
    }
    weigh_sellers(proposed, party_words(label_lines(page, load_schema())).sellers)
    return {field: best_of(found) for field, found in proposed.items()}


def best_of(found: list[Scored]) -> dict[str, float]:
    return {one.text: max(other.probability for other in found if other.text == one.text) for one in found}


@pytest.mark.parametrize("heading", ["Sprzedawca:", "Sold by", "Verkauft von:", "Vendu par :", "Dodavatel:"])
def test_another_name_gives_way_to_the_one_below_the_heading(heading: str) -> None:
    rows: list[Cells | str] = [heading, "Ningbo Trading Ltd", "Main Street 1", "", "", "Rivermart EU GmbH"]
    names = weighed(rows, "Ningbo Trading Ltd", "Rivermart EU GmbH")["supplier_name"]
    assert names["Ningbo Trading Ltd"] > 0.6 > 0.2 > names["Rivermart EU GmbH"]


def test_what_stands_right_of_the_heading_is_the_sellers_too() -> None:
    rows: list[Cells | str] = [[(5, "Sold by"), (40, "Ningbo Trading Ltd")], "", "", "Rivermart EU GmbH"]
    names = weighed(rows, "Ningbo Trading Ltd", "Rivermart EU GmbH")["supplier_name"]
    assert names["Ningbo Trading Ltd"] > names["Rivermart EU GmbH"]


def test_an_address_elsewhere_gives_way_to_the_one_in_the_section() -> None:
    rows: list[Cells | str] = [
        "Verkocht door:", "Polderzicht B.V.", "Handelsweg 3a", "1431 AB Aalsmeer", "", "", "",
        "Zoz B.V. Papendorpseweg 190 3528 BJ Utrecht",
    ]  # fmt: skip
    own, foot = "Handelsweg 3a 1431 AB Aalsmeer", "Papendorpseweg 190 3528 BJ Utrecht"
    places = weighed(rows, "Polderzicht B.V.", "Zoz B.V.", own, foot)["supplier_address"]
    assert places[own] > places[foot]


@pytest.mark.parametrize("heading", ["From:", "Remit to:", "Pay to:", "Absender:", "Aussteller:"])
def test_who_sends_or_is_paid_need_not_sell(heading: str) -> None:
    rows: list[Cells | str] = [heading, "Capital Factors Ltd", "Main Street 1", "", "", "Rivermart EU GmbH"]
    names = weighed(rows, "Capital Factors Ltd", "Rivermart EU GmbH")["supplier_name"]
    assert names["Rivermart EU GmbH"] == 0.95


def test_the_salesperson_above_the_shops_address_does_not_sell() -> None:
    rows: list[Cells | str] = ["Byggvaror AB", "", "Säljare: Anna Berg", "Storgatan 5", "111 22 Stockholm"]
    names = weighed(rows, "Anna Berg", "Byggvaror AB", "Storgatan 5 111 22 Stockholm")["supplier_name"]
    assert names["Byggvaror AB"] == 0.95


def test_who_stood_at_the_till_does_not_sell() -> None:
    rows: list[Cells | str] = ["BEST DENKI MALAYSIA", "", "", "", "Sold by: BD1187 SHAFIK"]
    names = weighed(rows, "BD1187 SHAFIK", "BEST DENKI MALAYSIA")["supplier_name"]
    assert names["BEST DENKI MALAYSIA"] == 0.95
