"""Heads of three columns: who is who is told by the place, and nothing is lost between the columns."""

from __future__ import annotations

from statistics import mean

import pytest

from paperformer.synthesis.corpus import SyntheticDocument, draw_corpus


@pytest.fixture(scope="module")
def invoices() -> list[SyntheticDocument]:
    return list(draw_corpus(60, seed=3, kinds=["invoice"], layouts=["thirds"]))


def lefts(document: SyntheticDocument, field: str) -> list[float]:
    """Where the words of a field begin on the first page, in parts of its width."""
    width = document.sheets[0].width
    return [word.box[0] / width for word in document.words if word.page == 1 and field in word.fields]


def test_often_the_buyer_is_at_the_left_the_number_in_the_middle_and_the_seller_at_the_right(
    invoices: list[SyntheticDocument],
) -> None:
    found = 0
    for document in invoices:
        places = [lefts(document, name) for name in ("receiver_name", "document_number", "supplier_address")]
        if all(places):
            buyer, number, seller = (mean(place) for place in places)
            found += buyer < number < seller
    assert found > len(invoices) / 4


def test_buyer_number_and_date_are_on_every_one(invoices: list[SyntheticDocument]) -> None:
    for document in invoices:
        for name in ("receiver_name", "document_number", "document_date"):
            assert lefts(document, name), (document.id, name)
