"""Addresses of one part a line reach from their street to the postcode that ends them, and no further."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperformer.extraction.parties.address_blocks import with_blocks
from paperformer.fields.party_words import party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from typed_page import ROW, candidate, typed

if TYPE_CHECKING:
    from typed_page import Cells


def whole(rows: list[Cells | str], name: str, *seen: str, likely: float = 0.8) -> tuple[str, float]:
    """The likeliest address and its probability, where those ``seen`` are candidates."""
    page = typed(*rows)
    proposed = {
        "receiver_name": [candidate(page, "receiver_name", name, 0.9)],
        "receiver_address": [candidate(page, "receiver_address", one, likely) for one in seen],
    }
    with_blocks(proposed, page.words, party_words(label_lines(page, load_schema())).captions)
    best = max(proposed["receiver_address"], key=lambda one: one.probability)
    return best.value, round(best.probability, 2)


@pytest.mark.parametrize(
    ("rows", "seen", "address"),
    [
        (
            ["Mr & Mrs Considine", "Ballyea", "Ennis", "Co. Clare", "V95 XK31"],
            "Co. Clare V95 XK31", "Ballyea, Ennis, Co. Clare, V95 XK31",
        ),
        (
            ["Ms Farida Anwar", "Flat 22 Alma Court", "Willes Road", "Leamington Spa", "CV31 1BX"],
            "Flat 22 Alma Court", "Flat 22 Alma Court, Willes Road, Leamington Spa, CV31 1BX",
        ),
        (
            ["Kauri Ridge Limited", "1147 State Highway 6", "RD 2", "Richmond 7081"],
            "1147 State Highway 6", "1147 State Highway 6, RD 2, Richmond 7081",
        ),
        (
            ["Mr T J Molefe", "Unit B207 Acacia Place", "41 Sturdee Avenue", "Rosebank", "2196"],
            "Unit B207 Acacia Place 41 Sturdee Avenue",
            "Unit B207 Acacia Place, 41 Sturdee Avenue, Rosebank, 2196",
        ),
        (
            ["Halberd Media Partners", "PO Box 20844", "Cleveland, OH 44120"],
            "PO Box 20844", "PO Box 20844, Cleveland, OH 44120",
        ),
        (
            ["Lumenboard, Inc.", "548 Market Street", "PMB 72296", "San Francisco, California 94104"],
            "548 Market Street PMB 72296", "548 Market Street, PMB 72296, San Francisco, California 94104",
        ),
        (
            ["Dee Moorings Ltd", "The Boatyard", "Station Road", "Neston", "CH64 6QJ"],
            "Neston", "The Boatyard, Station Road, Neston, CH64 6QJ",
        ),
    ],
)  # fmt: skip
def test_the_lines_from_the_street_to_the_postcode_are_the_address(
    rows: list[Cells | str], seen: str, address: str
) -> None:
    name = str(rows[0])
    assert whole(rows, name, seen) == (address, 0.8)


def test_a_town_left_out_between_street_and_postcode_is_added() -> None:
    page = typed("18 Latimer Road", "Oxford", "OX3 7PF")
    street, code = (candidate(page, "receiver_address", text) for text in ("18 Latimer Road", "OX3 7PF"))
    proposed = {"receiver_address": [street._replace(words=street.words + code.words)]}
    with_blocks(proposed, page.words, frozenset())
    best = max(proposed["receiver_address"], key=lambda found: found.probability)
    assert best.value == "18 Latimer Road, Oxford, OX3 7PF"


def test_lines_of_one_right_edge_are_a_block_too() -> None:
    rows: list[Cells | str] = [
        [(5, "Harcombe House School"), (60, "Sidmouth Road")],
        [(66, "Honiton")],
        [(5, "Fortiter et recte"), (65, "EX14 9TB")],
    ]
    assert whole(rows, "Harcombe House School", "EX14 9TB")[0] == "Sidmouth Road, Honiton, EX14 9TB"


def test_what_stands_below_the_postcode_or_in_another_column_is_left_out() -> None:
    rows: list[Cells | str] = ["Sean Reidy", "4 Main Street", "Ennis", "V95 F7R2", "CRO 388104"]
    seen = "4 Main Street Ennis V95 F7R2 CRO 388104"
    assert whole(rows, "Sean Reidy", seen)[0] == "4 Main Street, Ennis, V95 F7R2"


def test_parts_of_one_block_are_witnesses_of_it() -> None:
    rows: list[Cells | str] = ["Mrs Dlamini", "12 Protea Crescent", "Hilton", "3245"]
    found = whole(rows, "Mrs Dlamini", "12 Protea Crescent", "Hilton", "3245", likely=0.1)
    assert found == ("12 Protea Crescent, Hilton, 3245", round(1 - 0.9**3, 2))


@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        (["Anna Berg", "12 Hill Street", "", "", "4471"], "12 Hill Street"),  # far below
        (["Anna Berg", "12 Hill Street", "Account: AB-12", "4471"], "12 Hill Street"),
        (["Anna Berg", "12 Hill Street", "Acme Ltd", "LS1 4AP"], "12 Hill Street"),
        (["Anna Berg", "12 Hill Street", "Suite 1204"], "12 Hill Street"),
        (["Anna Berg", "12 Hill Street", "March 2025"], "12 Hill Street"),
        (["Anna Berg", "Hauptstraße 5", "80331 München"], "Hauptstraße 5"),
        (["Anna Berg", "Hauptstraße 5", "80331 München", "5578"], "Hauptstraße 5 80331 München"),
        (["Anna Berg", "Paid with thanks", "Ennis", "V95 XK31"], "Ennis V95 XK31"),
    ],
)
def test_other_lines_make_no_block(rows: list[Cells | str], seen: str) -> None:
    assert whole(rows, "Anna Berg", seen) == (seen, 0.8)


def test_a_number_without_a_word_is_hardly_an_address() -> None:
    assert whole(["Anna Berg", "118-20447"], "Anna Berg", "118-20447")[1] < 0.1
    assert whole(["Anna Berg", "東京都 1-2"], "Anna Berg", "東京都 1-2")[1] == 0.8


def test_lines_as_wide_apart_as_low_letters_make_them_are_a_block() -> None:
    page = typed("Level 3, 2 Blair Street", "Te Aro", "Wellington 6011")
    low = [  # a box is as high as its letters: those of "Te Aro" reach no lower than their line
        replace(word, box=replace(word.box, y1=word.box.y0 + 0.49 * ROW))
        if word.text in ("Te", "Aro")
        else word
        for word in page.words
    ]
    proposed = {"supplier_address": [candidate(page, "supplier_address", "Level 3, 2 Blair Street")]}
    with_blocks(proposed, low, frozenset())
    best = max(proposed["supplier_address"], key=lambda found: found.probability)
    assert best.value == "Level 3, 2 Blair Street, Te Aro, Wellington 6011"
