"""Who stands under the heading "Seller" sells, under "Buyer" buys."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.headed_parties import weigh_headed
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from typed_page import Cells, candidate, typed


def weighed(
    rows: list[Cells | str], name: str, other: str, *addresses: str, party: str = "supplier"
) -> dict[str, dict[str, float]]:
    page = typed(*rows)
    proposed = {
        f"{party}_name": [
            candidate(page, f"{party}_name", name, 0.65)._replace(source="rule"),
            candidate(page, f"{party}_name", other, 0.95),
        ],
        f"{party}_address": [candidate(page, f"{party}_address", text, 0.5) for text in addresses],
    }
    around = party_words(label_lines(page, load_schema()))
    weigh_headed(proposed, party, around.sellers if party == "supplier" else around.buyers, page.words)
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


BUYER: list[Cells | str] = ["Shree Venkatesh Pvt. Ltd.", "12 S.P. Road", "", "", "", "", ""]


@pytest.mark.parametrize(
    "heading", ["Buyer (Bill to)", "Bill To:", "Rechnungsempfänger", "Facturé à :", "TOMADOR DE SERVIÇOS"]
)
def test_who_stands_under_buyer_buys(heading: str) -> None:
    rows = [*BUYER, heading, "Meghana Constructions", "99 Residency Road", "Bengaluru - 560025"]
    place = "99 Residency Road Bengaluru - 560025"
    found = weighed(rows, "Meghana Constructions", "Shree Venkatesh Pvt. Ltd.", place, party="receiver")
    names = found["receiver_name"]
    assert names["Meghana Constructions"] > 0.6 > 0.2 > names["Shree Venkatesh Pvt. Ltd."]


@pytest.mark.parametrize("heading", ["To:", "Attention:", "An:", "Messrs"])
def test_who_is_spoken_to_need_not_buy(heading: str) -> None:
    rows = [*BUYER, heading, "Meghana Constructions", "99 Residency Road", "Bengaluru - 560025"]
    place = "99 Residency Road Bengaluru - 560025"
    found = weighed(rows, "Meghana Constructions", "Shree Venkatesh Pvt. Ltd.", place, party="receiver")
    assert found["receiver_name"]["Shree Venkatesh Pvt. Ltd."] == 0.95


def test_a_person_behind_the_heading_ordered_for_the_company_below() -> None:
    rows: list[Cells | str] = [
        "Buyer name: Ann Roe",
        "Greyfriars Joinery Ltd",
        "2 Mill Street",
        "Perth PH1 5HZ",
    ]
    place = "2 Mill Street Perth PH1 5HZ"
    names = weighed(rows, "Ann Roe", "Greyfriars Joinery Ltd", place, party="receiver")["receiver_name"]
    assert names["Greyfriars Joinery Ltd"] == 0.95


@pytest.mark.parametrize("heading", ["Advertiser:", "Besteller:", "Auftraggeber:"])
def test_for_whom_it_was_ordered_need_not_buy(heading: str) -> None:
    rows = [*BUYER, heading, "Meghana Constructions Ltd"]
    found = weighed(rows, "Meghana Constructions Ltd", "Shree Venkatesh Pvt. Ltd.", party="receiver")
    assert found["receiver_name"]["Shree Venkatesh Pvt. Ltd."] == 0.95
