"""Addresses get the lines of their block that they leave out, and no others."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.whole_addresses import complete_addresses
from paperformer.fields.party_words import party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from typed_page import candidate, mended, typed


def completed(rows: list[str], name: str, seen: str) -> str:
    page = typed(*rows)
    proposed = {
        "receiver_name": [candidate(page, "receiver_name", name, 0.9)],
        "receiver_address": [candidate(page, "receiver_address", seen, 0.8)],
    }
    complete_addresses(proposed, page.words, party_words(label_lines(page, load_schema())).captions)
    return max(proposed["receiver_address"], key=lambda one: one.probability).value


@pytest.mark.parametrize(
    ("rows", "name", "seen", "whole"),
    [
        (
            ["Mr A Siddiqui", "14 Hebble View", "Halifax", "HX3 6LP"], "Mr A Siddiqui", "Halifax HX3 6LP",
            "14 Hebble View, Halifax, HX3 6LP",
        ),
        (
            ["Lumenbase Inc.", "1180 Folsom Street", "Suite 4B", "San Francisco, CA 94103"], "Lumenbase Inc.",
            "Suite 4B San Francisco, CA 94103", "1180 Folsom Street, Suite 4B, San Francisco, CA 94103",
        ),
    ],
)  # fmt: skip
def test_lines_of_the_block_are_added(rows: list[str], name: str, seen: str, whole: str) -> None:
    assert completed(rows, name, seen) == whole


def test_a_line_in_its_midst_is_added() -> None:
    page = typed("Lotus Hotels Ltd", "9 Raffles Quay Link", "#21-04", "Singapore 048580")
    first, last = (
        candidate(page, "receiver_address", text, 0.8) for text in ("9 Raffles Quay Link", "Singapore 048580")
    )
    torn = first._replace(words=(*first.words, *last.words), value=f"{first.text}, {last.text}")
    proposed = {"receiver_address": [torn]}
    complete_addresses(proposed, page.words, ())
    best = max(proposed["receiver_address"], key=lambda one: one.probability)
    assert best.value == "9 Raffles Quay Link, #21-04, Singapore 048580"


@pytest.mark.parametrize(
    "rows",
    [
        ["Harrow Ltd", "Attention: Accounts", "Halifax", "HX3 6LP"],
        ["Harrow Ltd", "Tel. 01422 555 0147", "Halifax", "HX3 6LP"],
        ["Harrow Ltd", "Dr. Amrit Gill", "Halifax", "HX3 6LP"],
        ["Harrow Ltd", "14 Hebble View", "", "", "Halifax", "HX3 6LP"],
        ["Harrow Ltd", "(860671-D)", "Halifax", "HX3 6LP"],
        ["Harrow Ltd", "Heating and drains", "Halifax", "HX3 6LP"],
    ],
    ids=["a contact", "a telephone", "a person", "a gap", "a register", "a trade"],
)
def test_what_is_no_line_of_an_address_is_not(rows: list[str]) -> None:
    assert completed(rows, "Harrow Ltd", "Halifax HX3 6LP") == "Halifax HX3 6LP"


def test_an_address_with_its_street_is_whole() -> None:
    rows = ["Harrow Ltd", "Weavers and Dyers", "14 Hebble View", "Halifax HX3 6LP"]
    assert completed(rows, "Harrow Ltd", "14 Hebble View Halifax HX3 6LP").startswith("14 Hebble View")


@pytest.mark.parametrize(
    "place",
    [
        "ZA de Kerlann",
        "Winton Court",
        "Résidence Bellevue",
        "Kadaka talu",
        "Moda Mah. Bahar Sok. No: 7",
        "Zone artisanale du Pré",
    ],
)
def test_a_named_place_between_name_and_street_is_of_the_address(place: str) -> None:
    page = typed("Menuiserie Le Bihan", place, "14 rue des Lices", "56000 Vannes")
    found = mended(
        page,
        candidate(page, "supplier_name", "Menuiserie Le Bihan"),
        candidate(page, "supplier_address", "14 rue des Lices 56000 Vannes"),
        candidate(page, "receiver_address", "56000 Vannes", 0.4),
    )
    best = max(found["supplier_address"], key=lambda one: one.probability)
    assert best.value == f"{place}, 14 rue des Lices, 56000 Vannes"
    assert max(one.probability for one in found["receiver_address"]) < 0.2  # a part of the seller's


@pytest.mark.parametrize(
    "line", ["Inh. Paul Menger", "Sanitär und Heizung", "Buchhaltung", "Tel: 0621 55 12 34"]
)
def test_other_lines_between_name_and_street_are_not(line: str) -> None:
    page = typed("Menger Haustechnik", line, "Kaiserring 14", "68161 Mannheim")
    found = mended(
        page,
        candidate(page, "supplier_name", "Menger Haustechnik"),
        candidate(page, "supplier_address", "Kaiserring 14 68161 Mannheim"),
    )
    best = max(found["supplier_address"], key=lambda one: one.probability)
    assert line not in best.value


@pytest.mark.parametrize(
    "line",
    [
        "Everything for your garden", "Eat your way", "Garden Centre", "Yoga & Pilates studio", "Steak House",
        "Pour le plaisir d'offrir", "Tout pour la maison", "Prodotti per la casa", "Gut und günstig",
        "Alte Liebe rostet nicht", "Mairie de Lyon", "Tour Operator", "Real Estate",
    ],
)  # fmt: skip
@pytest.mark.parametrize("seen", ["12 High Street Leeds LS1 4AB", "Leeds LS1 4AB"])
def test_taglines_are_of_no_address(line: str, seen: str) -> None:
    rows = ["Fern Ltd", line, *(["12 High Street"] if seen[0] == "1" else []), "Leeds LS1 4AB"]
    page = typed(*rows)
    found = mended(
        page, candidate(page, "supplier_name", "Fern Ltd"), candidate(page, "supplier_address", seen)
    )
    assert all(line not in one.value for one in found["supplier_address"])


@pytest.mark.parametrize(
    "place",
    ["The Old Dairy, Mill Lane", "Upper Cound Farm", "Château Beau Site", "2nd Floor", "Hameau de la Croix"],
)
def test_houses_and_floors_above_a_street_are(place: str) -> None:
    rows = ["Fern Ltd", place, "12 High Street", "Leeds LS1 4AB"]
    assert completed(rows, "Fern Ltd", "12 High Street Leeds LS1 4AB").startswith(place)


@pytest.mark.parametrize(
    ("rows", "left"), [(["12 High Street", "Leeds LS1 4AB"], 0.8), (["Leeds LS1 4AB"], 0.2)]
)
def test_two_parties_may_share_a_building(rows: list[str], left: float) -> None:
    page = typed(
        "Bramble Ltd", "The Fern House", "12 High Street", "Leeds LS1 4AB", "", "Bill to:", "Acme Ltd", *rows
    )
    proposed = {
        "supplier_name": [candidate(page, "supplier_name", "Bramble Ltd")],
        "supplier_address": [candidate(page, "supplier_address", "12 High Street Leeds LS1 4AB")],
        "receiver_name": [candidate(page, "receiver_name", "Acme Ltd")],
        "receiver_address": [candidate(page, "receiver_address", " ".join(rows), at=1)],
    }
    complete_addresses(proposed, page.words, ())
    assert max(one.value for one in proposed["supplier_address"]).startswith("The Fern House")
    assert max(one.probability for one in proposed["receiver_address"]) <= left
    assert (left < 0.8) or proposed["receiver_address"][0].probability == 0.8
