"""Addresses get the lines of their block that they leave out, and no others."""

from __future__ import annotations

import pytest

from paperformer.extraction.whole_addresses import complete_addresses
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
    ["ZA de Kerlann", "Winton Court", "Résidence Bellevue", "Kadaka talu", "Moda Mah. Bahar Sok. No: 7"],
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
