"""Behind the town an address ends: registers, sizes of flats and a second print of it are no part of it."""

from __future__ import annotations

import pytest

from typed_page import candidate, mended, typed


def best(rows: list[str], seen: str) -> str:
    page = typed(*rows)
    found = mended(page, candidate(page, "receiver_address", seen))["receiver_address"]
    return max(found, key=lambda one: one.probability).value


@pytest.mark.parametrize(
    "tail",
    [
        "RPM Liège",
        "HRB 12345",
        "Kundenkonto 12 408",
        "044710118204479",
        "Korter 44, üldpind 71,8 m²",
        "CHE-109.462.181",
    ],
)
def test_numbers_registers_and_sizes_below_the_town_are_cut(tail: str) -> None:
    rows = ["27 allée des Tilleuls", "91700 Sainte-Geneviève", tail]
    assert best(rows, " ".join(rows)) == "27 allée des Tilleuls, 91700 Sainte-Geneviève"


def test_an_address_printed_twice_is_told_once() -> None:
    rows = ["Via Cantonale 17", "6928 Manno", "Via Cantonale 17", "6928 Manno"]
    assert best(rows, " ".join(rows)) == "Via Cantonale 17, 6928 Manno"


@pytest.mark.parametrize("tail", ["sector 3", "2. emelet 4", "RCS Street 5"])
def test_what_may_be_of_the_address_stays(tail: str) -> None:
    rows = ["Aleea Sadului nr. 3", "32781 Sadu", tail]
    assert best(rows, " ".join(rows)).endswith(tail)


def test_a_label_on_the_towns_row_begins_something_else() -> None:
    row = "Box 118, 782 23 Malung Besök: Grönlandsvägen 5"
    assert best([row], row) == "Box 118, 782 23 Malung"


def test_a_box_below_the_town_is_a_part() -> None:
    rows = ["Sokolská 146", "116 65 Olomouc", "P.O. Box 1530"]
    assert best(rows, " ".join(rows)) == " ".join(rows)


def test_an_account_below_an_address_is_no_part_of_it() -> None:
    rows = ["Str. Câmpului nr. 44", "Cluj-Napoca, jud. Cluj", "IBAN: RO17 TRNX 0417 RON0 0088 2017"]
    assert best(rows, " ".join(rows)) == "Str. Câmpului nr. 44, Cluj-Napoca, jud. Cluj"


def test_a_law_firms_document_exchange_is_no_part_of_its_address() -> None:
    rows = ["14 Castle Street, Shrewsbury SY1 2BX", "DX 19710 Shrewsbury 1"]
    assert best(rows, " ".join(rows)) == "14 Castle Street, Shrewsbury SY1 2BX"
