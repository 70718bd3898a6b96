"""Layouts come from a grammar, not from a few templates."""

from __future__ import annotations

import pytest

from paperformer.synthesis.corpus import draw_corpus
from paperformer.synthesis.variety import distance, measure, places


@pytest.mark.parametrize("kind", ["invoice", "receipt"])
def test_nearly_every_document_has_a_layout_of_its_own(kind: str) -> None:
    found = measure([places(document) for document in draw_corpus(120, 3, kinds=[kind])])
    assert found.signatures_per_thousand > 950
    assert found.arrangements_per_thousand > 200
    assert found.nearest > 0.05


def test_copies_of_one_document_have_no_variety() -> None:
    (document,) = draw_corpus(1, 3)
    found = measure([places(document)] * 4)
    assert found.signatures_per_thousand == found.arrangements_per_thousand == 250
    assert found.nearest == 0


def test_documents_that_share_few_fields_are_far_apart() -> None:
    (document,) = draw_corpus(1, 3)
    own = places(document)
    assert distance(own, own) == 0
    assert distance(own, {}) == 1
