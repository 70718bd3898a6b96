"""What stands around the names of seller and buyer and is no part of them: owners, salutations."""

from __future__ import annotations

from collections import Counter

import pytest

from paperformer.synthesis.chance import generator
from paperformer.synthesis.compose import draw_invoice
from paperformer.synthesis.corpus import SyntheticDocument, draw_corpus
from paperformer.synthesis.ink import text_of
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.party_blocks import seller_lines
from paperformer.synthesis.style import draw_style

_HEADINGS = ("receiver", "supplier", "delivery", "register_heading")


@pytest.fixture(scope="module")
def invoices() -> list[SyntheticDocument]:
    return list(draw_corpus(150, seed=4, kinds=["invoice"], languages=["de", "fr", "it"]))


def rows(document: SyntheticDocument) -> list[tuple[str, frozenset[str]]]:
    """The lines of text on the first page, from the top, with the fields that their words print."""
    found: dict[float, list[int]] = {}
    words = [word for word in document.words if word.page == 1]
    for place, word in enumerate(words):
        found.setdefault(round(word.box[3], 1), []).append(place)
    return [
        (" ".join(words[i].text for i in places), frozenset(f for i in places for f in words[i].fields))
        for _, places in sorted(found.items())
    ]


def test_some_buyers_are_addressed_and_the_salutation_is_no_part_of_the_name(
    invoices: list[SyntheticDocument],
) -> None:
    seen: Counter[str] = Counter()
    for document in invoices:
        salutations = {
            text
            for key, texts in document.locale.labels.items()
            if key.startswith("salutation_")
            for text in texts
            if not any(text in document.locale.labels[heading] for heading in _HEADINGS)
        }
        for text, fields in rows(document):
            if text in salutations:
                seen[text] += 1
                assert "receiver_name" not in fields
    assert len(seen) > 3


def test_some_sellers_have_their_owner_below_the_name() -> None:
    locale, owned = load_locale("de-DE"), 0
    for seed in range(200):
        rng = generator("owners", seed)
        invoice = draw_invoice(rng, locale, "invoice")
        _, second, *_ = seller_lines(Pages(rng, invoice, draw_style(rng, locale, "")), named=True, contacts=0)
        if invoice.supplier.person in text_of(second):
            owned += 1
            assert not any(piece.fields for piece in second)
    assert 8 <= owned <= 40
