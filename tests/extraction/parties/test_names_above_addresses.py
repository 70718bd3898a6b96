"""What stands in one block is of one party."""

from __future__ import annotations

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.parties.party_blocks import Blocks
from paperformer.extraction.resolve import resolve
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed

# As Fortnox prints: the seller's name alone at the top, both addresses elsewhere.
PAGE = typed(
    [(5, "Lindqvist El AB"), (60, "Fastighets AB Norrbro")],
    [(60, "Box 1280")],
    [(60, "803 10 Gävle")],
    "",
    "",
    "",
    "",
    [(5, "Verkstadsgatan 4, 802 55 Gävle")],
)
SELLER, BUYER = "Lindqvist El AB", "Fastighets AB Norrbro"


def heads(page: Document, name: str, address: str) -> bool:
    one, other = (
        candidate(page, "receiver_name", name, 0.5),
        candidate(page, "receiver_address", address, 0.5),
    )
    return Blocks({"receiver_name": [one], "receiver_address": [other]}, page.words).heads(one, other)


@pytest.mark.parametrize(
    ("rows", "is_head"),
    [
        (["Acme Ltd", "1 High Street"], True),
        (["Acme Ltd", "Accounts Payable", "1 High Street"], True),
        (["Acme Ltd 1 High Street"], True),
        (["Acme Ltd", [(60, "1 High Street")]], False),
        ([[(5, "Acme Ltd"), (60, "1 High Street")]], False),
        (["1 High Street", "Acme Ltd"], False),
        (["Acme Ltd", "", "", "", "", "", "", "", "1 High Street"], False),
    ],
)
def test_a_name_heads_the_address_below_it_or_beside_it(rows: list[object], is_head: bool) -> None:
    assert heads(typed(*rows), "Acme Ltd", "1 High Street") is is_head  # type: ignore[arg-type]


def test_of_two_names_above_each_other_the_lower_heads_the_address() -> None:
    page = typed("Berg Elektro GmbH", "Kunde Bau AG", "Hauptstr. 5, 10115 Berlin")
    names = [candidate(page, "supplier_name", "Berg Elektro GmbH", 0.6)]
    names.append(candidate(page, "receiver_name", "Kunde Bau AG", 0.6))
    place = candidate(page, "receiver_address", "Hauptstr. 5, 10115 Berlin", 0.6)
    proposed = {"supplier_name": names[:1], "receiver_name": names[1:], "receiver_address": [place]}
    blocks = Blocks(proposed, page.words)
    assert [blocks.heads(name, place) for name in names] == [False, True]


def test_readings_of_one_print_head_the_same() -> None:
    page = typed("Acme Trading Ltd", "Attn Ann Roe", "Unit 4", "1 High Street")
    names = [candidate(page, "supplier_name", text, 0.4) for text in ("Acme Trading", "Acme Trading Ltd")]
    places = [candidate(page, "supplier_address", text, 0.4) for text in ("Unit 4", "1 High Street")]
    apart = candidate(page, "supplier_name", "Ann Roe", 0.4)
    blocks = Blocks({"supplier_name": [*names, apart], "supplier_address": places}, page.words)
    assert all(blocks.heads(name, place) for name in names for place in places)


@pytest.mark.parametrize(
    ("likelier", "right", "whose_address"),
    [(SELLER, BUYER, "receiver_address"), (BUYER, SELLER, "supplier_address")],
    ids=["the buyer's address below", "the seller's address below the other"],
)
def test_the_name_above_an_address_is_that_of_its_party(
    likelier: str, right: str, whose_address: str
) -> None:
    names = [candidate(PAGE, "receiver_name", likelier, 0.5), candidate(PAGE, "receiver_name", right, 0.3)]
    place = candidate(PAGE, whose_address, "Box 1280", 0.9)
    candidates = {"receiver_name": names, whose_address: [place]}
    assert resolve(candidates)["receiver_name"][0].value == likelier
    assert resolve(candidates, words=PAGE.words)["receiver_name"][0].value == right


def test_a_candidate_without_words_heads_nothing() -> None:
    stored = Scored("receiver_name", "Acme", "Acme", (), 0.5, "rule")
    place = candidate(PAGE, "receiver_address", "Box 1280", 0.9)
    blocks = Blocks({"receiver_name": [stored], "receiver_address": [place]}, PAGE.words)
    assert not blocks.heads(stored, place)
