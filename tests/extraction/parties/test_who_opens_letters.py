"""Contacts, departments and care-of lines are neither the buyer's name nor a part of its address."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.parties.departments import is_department, is_in_care
from typed_page import best, candidate, mended, typed


@pytest.mark.parametrize(
    ("owner", "opener"),
    [
        ("Haveforeningen Solsikken", "v/ kasserer Bent Dahl Mortensen"),
        ("Velforeningen Granlia", "v/Bent Dahl"),
        ("Brugghuset Ekorn", "c/o Norregård Förvaltning AB"),
        ("STWEG Rosenbergstrasse 41", "c/o Immo Töss Verwaltungs AG"),
        ("Owners Corporation 40817", "c/- Bayside Body Corporate Pty Ltd"),
        ("Spedition Holm KG", "z. Hd. Herrn Clasen"),
        ("Condomínio Rua Alta", "A/C Dra. Marta Pires"),
        ("Condomínio Rua Alta", "Ao cuidado de Marta Pires"),
        ("Copropriété Les Ormes", "À l'att. de Mme Morvan"),
        ("Gemeente Zandhoven", "T.a.v. mevrouw Jansen"),
        ("Atelier Seidl + Wolf", "Buchhaltung"),
    ],
)
def test_who_opens_the_letter_gives_way_to_who_buys(owner: str, opener: str) -> None:
    page = typed(owner, opener, "Lange Reihe 21", "20099 Hamburg")
    seen = candidate(page, "receiver_name", opener)
    (found,) = mended(page, seen, candidate(page, "supplier_name", "Lange Reihe", 0.0))["receiver_name"]
    assert (found.value, found.probability) == (owner, seen.probability)


def test_a_person_in_a_department_opens_the_letter_for_whose_it_is() -> None:
    page = typed("Kantonales Museum Seeufer", "Abteilung Kommunikation", "Nina Brunner", "Hafenplatz 2")
    (found,) = mended(page, candidate(page, "receiver_name", "Nina Brunner"))["receiver_name"]
    assert found.value == "Kantonales Museum Seeufer"


def test_a_firm_that_could_be_a_person_stays_below_its_department() -> None:
    page = typed("Accounts Payable", "Brindle Housing Association", "Phoenix House", "Leicester")
    (found,) = mended(page, candidate(page, "receiver_name", "Brindle Housing Association"))["receiver_name"]
    assert found.value == "Brindle Housing Association"


@pytest.mark.parametrize("chair", ["Formand Trine Bach", "Kassör Bo Dahl", "1. Vorsitzende Eva Lind"])
def test_who_chairs_a_society_gives_way_to_it(chair: str) -> None:
    page = typed("Vejen Håndboldklub", chair, "Idrætsallé 3", "6600 Vejen")
    society = candidate(page, "receiver_name", "Vejen Håndboldklub", 0.2)
    found = mended(page, candidate(page, "receiver_name", chair), society)["receiver_name"]
    assert {one.value for one in found} == {"Vejen Håndboldklub"}


def test_who_opens_the_letter_for_whom_it_is_in_care_of_does_not_buy() -> None:
    page = typed(
        "STWEG Rosenbergstrasse 41", "c/o Immo Töss Verwaltungs AG", "Frau S. Hürlimann", "Postfach 318"
    )
    person = candidate(page, "receiver_name", "Frau S. Hürlimann")
    agent = candidate(page, "receiver_name", "c/o Immo Töss Verwaltungs AG", 0.2)
    assert mended(page, person, agent)["receiver_name"][0].value == "STWEG Rosenbergstrasse 41"


def test_a_line_is_as_high_as_its_highest_word() -> None:
    page = typed("Spedition Holm KG", "z. Hd. Herrn Clasen", "Lange Reihe 21")
    low = [
        replace(word, box=replace(word.box, y0=word.box.y0 + 0.005)) if word.text == "z." else word
        for word in page.words
    ]
    short = Document("typed", (replace(page.pages[0], words=tuple(low)),))
    (found,) = mended(short, candidate(short, "receiver_name", "z. Hd. Herrn Clasen"))["receiver_name"]
    assert found.value == "Spedition Holm KG"


@pytest.mark.parametrize("street", ["Lange Reihe 21", "21 Long Row"])
def test_a_street_above_a_care_of_line_does_not_buy(street: str) -> None:
    page = typed(street, "c/o Norregård AB")
    seen = candidate(page, "receiver_name", "c/o Norregård AB")
    (found,) = mended(page, seen)["receiver_name"]
    assert found.value != "21 Long Row"


@pytest.mark.parametrize(
    "firm",
    ["Café Solsikken", "Ristorante Da Piero", "Sportverein Altdorf", "Haveforeningen", "Tandklinik Nord"],
)
def test_a_person_below_what_calls_itself_a_firm_gives_way_to_it(firm: str) -> None:
    page = typed(firm, "Rikke Dahl Mortensen", "Søndergade 4", "8000 Aarhus C")
    person = candidate(page, "receiver_name", "Rikke Dahl Mortensen")
    block = candidate(page, "receiver_name", firm, 0.2)._replace(source="rule")
    assert mended(page, person, block)["receiver_name"][0].value == firm


@pytest.mark.parametrize(
    ("number", "name"), [("CVR 40118009", "Nordlys Huset"), ("Tlf 40118009", "Rikke Dahl")]
)
def test_a_companys_number_tells_that_the_line_above_a_person_buys(number: str, name: str) -> None:
    page = typed("Nordlys Huset", "Rikke Dahl", "Søndergade 4", "8000 Aarhus C", number)
    person = candidate(page, "receiver_name", "Rikke Dahl")
    block = candidate(page, "receiver_name", "Nordlys Huset", 0.2)._replace(source="rule")
    own = [candidate(page, "receiver_organisation_number", "40118009")] if number.startswith("CVR") else []
    assert mended(page, person, block, *own)["receiver_name"][0].value == name


def test_a_person_below_the_seller_is_not_the_seller() -> None:
    page = typed("Café Solsikken", "Rikke Dahl", "Søndergade 4")
    person = candidate(page, "receiver_name", "Rikke Dahl")
    block = candidate(page, "receiver_name", "Café Solsikken", 0.2)._replace(source="rule")
    seller = candidate(page, "supplier_name", "Café Solsikken")
    assert mended(page, person, block, seller)["receiver_name"][0].value == "Rikke Dahl"


@pytest.mark.parametrize(
    "heads",
    [
        ["Buchhaltung"],
        ["Accounts Payable"],
        ["Ostolaskut"],
        ["c/o Norregård Förvaltning"],
        ["v/ kasserer Bent Dahl"],
        ["Service comptabilité", "M. Antoine Roussel"],
    ],
    ids=str,
)
def test_who_opens_the_letter_is_no_part_of_its_address(heads: list[str]) -> None:
    lines = [*heads, "Lange Reihe 21", "20099 Hamburg"]
    page = typed("Atelier Wolf", *lines)
    seen = candidate(page, "receiver_address", " ".join(lines))._replace(value=", ".join(lines))
    found = mended(page, seen)["receiver_address"][0]
    assert (found.value, found.text) == ("Lange Reihe 21, 20099 Hamburg", "Lange Reihe 21 20099 Hamburg")


@pytest.mark.parametrize("head", ["Bryggargatan 4", "Zentrale", "Villa Hügel", "Einkaufszentrum Nord"])
def test_what_may_be_a_place_stays_in_the_address(head: str) -> None:
    lines = [head, "Lange Reihe 21", "20099 Hamburg"]
    page = typed("Atelier Wolf", *lines)
    seen = candidate(page, "receiver_address", " ".join(lines))._replace(value=", ".join(lines))
    assert mended(page, seen)["receiver_address"][0].value == ", ".join(lines)


def test_a_name_above_an_address_that_is_read_behind_it_is_no_part_of_it() -> None:
    printed = typed("Liv Berge Foto", "Thors gate 3 B", "0260 OSLO")
    words = printed.words[3:] + printed.words[:3]  # in large print a name may come late
    page = Document("typed", (replace(printed.pages[0], words=tuple(words)),))
    text = "Thors gate 3 B 0260 OSLO Liv Berge Foto"
    value = "Thors gate 3 B, 0260 OSLO, Liv Berge Foto"
    seen = candidate(page, "supplier_address", text)._replace(value=value)
    name = candidate(page, "supplier_name", "Liv Berge Foto", 0.3)
    assert mended(page, seen, name)["supplier_address"][0].value == "Thors gate 3 B, 0260 OSLO"


def test_a_town_that_was_read_as_a_name_stays_in_the_address() -> None:
    page = typed("3 Leith Walk", "EH6 8LN", "Edinburgh")
    seen = candidate(page, "supplier_address", "3 Leith Walk EH6 8LN Edinburgh")._replace(
        value="3 Leith Walk, EH6 8LN, Edinburgh"
    )
    name = candidate(page, "supplier_name", "Edinburgh", 0.3)
    assert mended(page, seen, name)["supplier_address"][0].value == "3 Leith Walk, EH6 8LN, Edinburgh"


def test_long_lines_are_read_in_time() -> None:
    start = time.perf_counter()
    for text in (
        "service comptab" * 20_000,
        "c/" + " " * 100_000,
        "v/" * 50_000,
        "abteilung " * 20_000 + "\n",
    ):
        is_department(text)
        is_in_care(text)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("opener", ["Ekonomi / Linnea Åkerblom", "Einkauf / Petra Lohmann"])
def test_who_opens_the_letter_above_the_company_is_no_part_of_its_name(opener: str) -> None:
    page = typed(opener, "Norrsken Vävstolar AB", "Fabriksgatan 14", "503 38 Borås")
    seen = candidate(page, "receiver_name", f"{opener} Norrsken Vävstolar AB")
    assert mended(page, seen)["receiver_name"][0].value == "Norrsken Vävstolar AB"


def test_a_company_whose_name_takes_two_lines_keeps_both() -> None:
    page = typed("Stockholms Stads", "Bostäder AB", "Fabriksgatan 14", "503 38 Borås")
    seen = candidate(page, "receiver_name", "Stockholms Stads Bostäder AB")
    assert mended(page, seen)["receiver_name"][0].value == "Stockholms Stads Bostäder AB"


@pytest.mark.parametrize(
    ("head", "is_part"),
    [("Malte Brunner", False), ("Zone Artisanale", True), ("Gebäude West", True), ("Alte Mühle", True)],
)
def test_a_person_below_a_firm_is_no_part_of_its_address_and_a_place_is(head: str, is_part: bool) -> None:
    lines = [head, "Lange Reihe 21", "20099 Hamburg"]
    page = typed("Brunner Messtechnik GmbH", *lines)
    seen = candidate(page, "receiver_address", " ".join(lines))._replace(value=", ".join(lines))
    found = mended(page, seen)["receiver_address"][0].value
    assert found == ", ".join(lines if is_part else lines[1:])


def test_a_british_building_below_a_firm_is_a_part_of_its_address() -> None:
    lines = ["Victoria Chambers", "12 High Street", "Leeds LS1 4DY"]
    page = typed("Acme Ltd", *lines)
    seen = candidate(page, "receiver_address", " ".join(lines))._replace(value=", ".join(lines))
    assert mended(page, seen)["receiver_address"][0].value == ", ".join(lines)


@pytest.mark.parametrize("firm", ["Nordby, Inc.,", "Ltd,", "Nordby Retail Ltd.,"])
def test_the_firm_in_front_of_its_address_is_no_part_of_it(firm: str) -> None:
    printed = f"{firm} 770 Bryant Street, San Francisco, CA 94107"
    page = typed(printed)
    found = mended(page, candidate(page, "supplier_address", printed))["supplier_address"][0]
    assert found.value == "770 Bryant Street, San Francisco, CA 94107"


def test_a_firm_with_a_legal_form_above_a_person_buys() -> None:
    page = typed("Kancelaria Wilk i Wspólnicy s.c.", "Joanna Wilk", "ul. Prosta 51", "00-838 Warszawa")
    person = candidate(page, "receiver_name", "Joanna Wilk")
    block = candidate(page, "receiver_name", "Kancelaria Wilk i Wspólnicy s.c.", 0.2)._replace(source="rule")
    assert mended(page, person, block)["receiver_name"][0].value == "Kancelaria Wilk i Wspólnicy s.c."


def test_a_freelancers_number_is_no_part_of_an_address() -> None:
    page = typed(
        "From:", "Milica Pavlić", "Freelancer ID: 4418207", "Bulevar oslobođenja 102", "21000 Novi Sad"
    )
    assert best(page)["supplier_address"] == "Bulevar oslobođenja 102, 21000 Novi Sad"


@pytest.mark.parametrize("office", ["The Bursar", "The Headteacher", "Head Teacher", "Office Manager"])
def test_an_office_above_gives_way_to_whose_it_is(office: str) -> None:
    page = typed(office, "Stokesay Manor School", "Church Lane", "Craven Arms", "SY7 9AB")
    (found,) = mended(page, candidate(page, "receiver_name", office))["receiver_name"]
    assert found.value == "Stokesay Manor School"


def test_an_office_above_a_street_stays() -> None:
    page = typed("The Bursar", "12 Church Lane", "Craven Arms", "SY7 9AB")
    (found,) = mended(page, candidate(page, "receiver_name", "The Bursar"))["receiver_name"]
    assert found.value == "The Bursar"


@pytest.mark.parametrize(
    "text", ["Service Comptabilité fournisseurs", "Comptabilité clients", "Service comptable"]
)
def test_french_departments(text: str) -> None:
    assert is_department(text)


def test_a_short_street_above_a_care_of_line_does_not_buy() -> None:
    page = typed("Seeweg 9", "c/o Immo Verwaltung AG")
    (found,) = mended(page, candidate(page, "receiver_name", "c/o Immo Verwaltung AG"))["receiver_name"]
    assert found.value != "Seeweg 9"
