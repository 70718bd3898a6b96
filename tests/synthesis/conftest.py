"""A corpus that the tests of this folder share: drawing it takes a second."""

from __future__ import annotations

import pytest

from paperformer.synthesis.corpus import SyntheticDocument, draw_corpus


@pytest.fixture(scope="session")
def corpus() -> list[SyntheticDocument]:
    return list(draw_corpus(150, seed=20_24))
