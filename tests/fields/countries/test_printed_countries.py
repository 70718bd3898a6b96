"""A party's country stands at the end of its address, or by itself below it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from paperformer.fields.countries.printed import printed_countries
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from paperformer.fields.values.reading import NO_CONTEXT
from typed_page import typed

if TYPE_CHECKING:
    from typed_page import Cells


def countries(*rows: Cells | str, address: str, probability: float = 0.9) -> list[tuple[str, float]]:
    """The receiver's countries on a page whose receiver's address is ``address``."""
    document = typed(*rows)
    texts = [word.text for word in document.words]
    wanted = address.split()
    start = next(i for i in range(len(texts)) if texts[i : i + len(wanted)] == wanted)
    indices = tuple(range(start, start + len(wanted)))
    proposed = {
        "receiver_address": [
            Scored("receiver_address", address, address, indices, probability, "model"),
        ]
    }
    found = printed_countries(proposed, view_of(document, load_schema(), NO_CONTEXT))
    return [(one.value, round(one.probability, 2)) for one in found]


@pytest.mark.parametrize(
    "rows",
    [
        ("Berg AB", "Storgatan 1", "111 22 Lund", "Sverige"),
        ("Berg AB", "Storgatan 1", "111 22 Lund", "SWEDEN", "Invoice 12"),
        ("Berg AB", "Storgatan 1", "111 22 Lund Sverige"),
        ("Berg AB", "Storgatan 1", "111 22 Lund", "SVERIGE,"),
        ("Berg AB", [(5, "Storgatan 1")], [(5, "111 22 Lund"), (60, "Due")], [(5, "Sweden"), (60, "May")]),
    ],
)
def test_a_country_that_closes_the_address_is_the_partys(rows: tuple[Cells | str, ...]) -> None:
    assert countries(*rows, address="Storgatan 1 111 22 Lund") == [("SE", 0.81)]


@pytest.mark.parametrize(
    ("address", "country"),
    [
        ("Gate 1, 0150 Oslo, Norway", "NO"),
        ("Gate 1, 75001 Paris France", "FR"),
        ("1 Road, London SW1A 1AA, UK", "GB"),
        ("1 Road, Belfast BT1 5GS, Northern Ireland", "GB"),
        ("1 George Street, Sydney NSW 2000 Australia", "AU"),
        ("1 King St, Toronto ON M5V 2T6 Canada", "CA"),
        ("1 Queen St, Auckland 1010 New Zealand", "NZ"),
        ("Dame Street, Dublin D02 X285 Ireland", "IE"),
    ],
)
def test_the_country_may_be_the_last_word_of_the_address(address: str, country: str) -> None:
    assert countries("Berg", address, address=address) == [(country, 0.81)]


def test_the_country_may_stand_below_a_street() -> None:
    assert countries("Berg", "10 Main Street", "Ireland", address="10 Main Street Ireland") == [("IE", 0.81)]


@pytest.mark.parametrize(
    "address",
    [
        "1 Road, Santa Fe, New Mexico",
        "1 Road, Sydney, New South Wales",
        "75013 Paris, 12 Place d'Italie",
        "12 Rue de France",
        "28008 Madrid, 12 Plaza de España",
        "3 Calle Portugal",
    ],
)
def test_a_street_or_a_region_is_no_country(address: str) -> None:
    assert countries("Berg", address, address=address) == []


@pytest.mark.parametrize(
    "rows",
    [
        ("Berg AB", "Storgatan 1", "111 22 Lund", "", "", "Sverige"),  # too far below
        ("Berg AB", "Storgatan 1", "111 22 Lund", "Made in Sweden today"),  # a sentence
        ("Berg AB", [(5, "Storgatan 1")], [(5, "111 22 Lund")], [(50, "Sverige")]),  # another column
        ("Sverige", "", "Berg AB", "Storgatan 1", "111 22 Lund"),  # above
        ("Berg AB", "Storgatan 1", "111 22 Lund", "www.Acme-Sweden.com"),  # part of a word
        ("Berg AB", "Storgatan 1", "111 22 Lund", "Sweden@acme.example"),
        ("Berg AB", "Storgatan 1", "111 22 Lund France Telecom"),  # part of a name
        ("Berg AB", "Storgatan 1", "111 22 Lund", "Sweden: 1.00"),  # a caption
    ],
)
def test_a_country_elsewhere_is_not(rows: tuple[Cells | str, ...]) -> None:
    assert countries(*rows, address="Storgatan 1 111 22 Lund") == []


def test_an_address_that_is_hardly_one_says_nothing() -> None:
    rows = ("Berg AB", "Storgatan 1", "111 22 Lund", "Sverige")
    assert countries(*rows, address="Storgatan 1 111 22 Lund", probability=0.2) == []


def test_many_countries_below_an_address_take_no_longer_than_they_are_many() -> None:
    """A page on which the same place is printed over and over."""
    rows: list[Cells | str] = ["Berg AB", "Storgatan 1", "111 22 Lund"]
    document = typed(*rows, "Sverige tel")
    country, beside = document.words[-2:]
    many = (*document.words[:-2], *[country, beside] * 5_000)
    address = Scored("receiver_address", "Storgatan 1", "Storgatan 1", tuple(range(2, 7)), 0.9, "model")
    proposed = {"receiver_address": [address]}
    crowded = replace(document, pages=(replace(document.pages[0], words=many),))
    page = view_of(crowded, load_schema(), NO_CONTEXT)
    began = time.process_time()
    assert not list(printed_countries(proposed, page))
    assert time.process_time() - began < 3
