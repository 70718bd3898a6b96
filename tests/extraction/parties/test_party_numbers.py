"""Whose VAT and organisation numbers are, where the name is printed twice or a gap parts them from it."""

from __future__ import annotations

from paperformer.extraction.parties.party_numbers import weigh_numbers
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from typed_page import Cells, candidate, typed

Rows = tuple[Cells | str, ...]
SELLERS, BUYERS = "FR83404833048", "FR23334175221"
TWICE: Rows = (
    [(5, "Atelier Brume SAS"), (55, "Librairie Ostrea SARL")],
    [(5, "7 quai des Docks"), (55, "3 place du Marché")],
    [(5, "44000 Nantes"), (55, "35400 Saint-Malo")],
    [(5, "contact@atelier.example"), (55, f"N° TVA : {BUYERS}")],
    [(5, f"N° TVA : {SELLERS}")],
    *([""] * 6),
    "Atelier Brume, SAS au capital de 5 000 €",
)
APART: Rows = (
    [(5, "Dodavatel:"), (55, "Odběratel:"), (75, "IČ: 61047287")],
    [(5, "Mlýn Úpa s.r.o."), (75, "DIČ: CZ61047287")],
    [(5, "Nádražní 12"), (55, "Hotel Krakonoš a.s.")],
    [(5, "541 01 Trutnov"), (55, "Horská 4")],
    "",
    "",
    [(5, "IČ: 27481191")],
    [(5, "DIČ: CZ27481191")],
)


def weighed(rows: Rows, *candidates: Scored) -> dict[str, float]:
    """What is left of each candidate's probability, by its text."""
    page = typed(*rows)
    proposed: dict[str, list[Scored]] = {}
    for one in candidates:
        proposed.setdefault(one.field, []).append(one)
    weigh_numbers(proposed, page.words, party_words(label_lines(page, load_schema())))
    return {one.text: one.probability for found in proposed.values() for one in found}


def test_the_name_in_the_foot_leads_to_the_block_that_it_opens_in_the_head() -> None:
    page = typed(*TWICE)
    left = weighed(
        TWICE,
        candidate(page, "supplier_name", "Atelier Brume, SAS", 0.9),
        candidate(page, "supplier_name", "Atelier Brume SAS", 0.4),
        candidate(page, "receiver_name", "Librairie Ostrea SARL", 0.9),
        candidate(page, "supplier_vat_number", BUYERS),
        candidate(page, "supplier_vat_number", SELLERS),
    )
    assert left[BUYERS] < 0.3 < left[SELLERS]


def test_a_buyer_doubted_only_for_the_sellers_name_opens_a_block_too() -> None:
    page = typed(*TWICE)
    left = weighed(
        TWICE,
        candidate(page, "supplier_name", "Atelier Brume SAS", 0.9),
        candidate(page, "receiver_name", "Atelier Brume SAS", 0.51),
        candidate(page, "receiver_name", "Librairie Ostrea SARL", 0.45),
        candidate(page, "receiver_vat_number", BUYERS),
        candidate(page, "receiver_vat_number", SELLERS),
    )
    assert left[SELLERS] < 0.3 < left[BUYERS]


def test_below_a_heading_numbers_may_stand_apart_from_the_address() -> None:
    page = typed(*APART)
    left = weighed(
        APART,
        candidate(page, "supplier_name", "Mlýn Úpa s.r.o."),
        candidate(page, "receiver_name", "Hotel Krakonoš a.s."),
        candidate(page, "supplier_vat_number", "CZ61047287"),
        candidate(page, "supplier_vat_number", "CZ27481191"),
        candidate(page, "supplier_organisation_number", "61047287", 0.9),
        candidate(page, "supplier_organisation_number", "27481191", 0.3),
    )
    assert left["CZ61047287"] < 0.3 < left["CZ27481191"]
    assert left["61047287"] < left["27481191"]


def test_a_postcode_in_its_block_makes_no_rival_of_an_organisation_number_elsewhere() -> None:
    rows = ("Nordhavn Bageri ApS", "Kajgade 4", "2150 Nordhavn", "", "", "", "CVR 29 87 54 31")
    page = typed(*rows)
    left = weighed(
        rows,
        candidate(page, "supplier_name", "Nordhavn Bageri ApS"),
        candidate(page, "supplier_organisation_number", "2150", 0.2),
        candidate(page, "supplier_organisation_number", "29 87 54 31", 0.7),
    )
    assert left["29 87 54 31"] == 0.7


def test_a_swiss_number_is_whole_with_its_ending() -> None:
    rows = ("Berghof AG", "CHE-116.281.710 MWST")
    page = typed(*rows)
    long = candidate(page, "supplier_vat_number", "CHE-116.281.710 MWST", 0.4)
    short = candidate(page, "supplier_vat_number", "CHE-116.281.710", 0.9)
    proposed = {
        "supplier_vat_number": [
            short._replace(value="CHE116281710"),
            long._replace(value="CHE116281710MWST", checked=True),
        ]
    }
    weigh_numbers(proposed, page.words, party_words(label_lines(page, load_schema())))
    assert {one.value for one in proposed["supplier_vat_number"]} == {"CHE116281710MWST"}
