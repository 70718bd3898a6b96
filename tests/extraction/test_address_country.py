"""A party's country stands at the end of its address, or by itself below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typed_page import typed

from paperformer.extraction.address_country import add_countries
from paperformer.extraction.scored import Scored
from paperformer.fields.context import printed_of
from paperformer.fields.schema import load_schema
from paperformer.fields.values.reading import NO_CONTEXT

if TYPE_CHECKING:
    from typed_page import Cells


def countries(*rows: Cells | str, address: str, probability: float = 0.9) -> list[tuple[str, float]]:
    """The receiver's countries on a page whose receiver's address is ``address``."""
    words = typed(*rows).words
    texts = [word.text for word in words]
    wanted = address.split()
    start = next(i for i in range(len(texts)) if texts[i : i + len(wanted)] == wanted)
    indices = tuple(range(start, start + len(wanted)))
    proposed = {
        "receiver_address": [
            Scored("receiver_address", address, address, indices, probability, "model"),
        ]
    }
    add_countries(proposed, words, printed_of(words), NO_CONTEXT, load_schema())
    return [(one.value, round(one.probability, 2)) for one in proposed.get("receiver_country", [])]


@pytest.mark.parametrize(
    "rows",
    [
        ("Berg AB", "Storgatan 1", "111 22 Lund", "Sverige"),
        ("Berg AB", "Storgatan 1", "111 22 Lund", "SWEDEN", "Invoice 12"),
        ("Berg AB", "Storgatan 1", "111 22 Lund Sverige"),
        ("Berg AB", [(5, "Storgatan 1")], [(5, "111 22 Lund"), (60, "Due")], [(5, "Sweden"), (60, "May")]),
    ],
)
def test_a_country_that_closes_the_address_is_the_partys(rows: tuple[Cells | str, ...]) -> None:
    assert countries(*rows, address="Storgatan 1 111 22 Lund") == [("SE", 0.81)]


def test_the_country_may_be_the_last_word_of_the_address() -> None:
    assert countries("Berg", "Gate 1, 0150 Oslo, Norway", address="Gate 1, 0150 Oslo, Norway") == [
        ("NO", 0.81)
    ]


@pytest.mark.parametrize(
    "rows",
    [
        ("Berg AB", "Storgatan 1", "111 22 Lund", "", "", "Sverige"),  # too far below
        ("Berg AB", "Storgatan 1", "111 22 Lund", "Made in Sweden today"),  # a sentence
        ("Berg AB", [(5, "Storgatan 1")], [(5, "111 22 Lund")], [(50, "Sverige")]),  # another column
        ("Sverige", "", "Berg AB", "Storgatan 1", "111 22 Lund"),  # above
    ],
)
def test_a_country_elsewhere_is_not(rows: tuple[Cells | str, ...]) -> None:
    assert countries(*rows, address="Storgatan 1 111 22 Lund") == []


def test_an_address_that_is_hardly_one_says_nothing() -> None:
    rows = ("Berg AB", "Storgatan 1", "111 22 Lund", "Sverige")
    assert countries(*rows, address="Storgatan 1 111 22 Lund", probability=0.2) == []
