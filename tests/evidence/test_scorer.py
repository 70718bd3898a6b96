"""Scores become shares of one, with "none" as a candidate of its own."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ModelMismatch
from paperformer.evidence.example import on
from paperformer.evidence.scorer import Scorer, softmax
from paperformer.evidence.weights import Weights, load_weights, save_weights


@given(st.lists(st.floats(-600, 600), max_size=8))
def test_shares_are_those_of_exponentials_beside_none(scores: list[float]) -> None:
    shares = softmax(scores)
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert sum(shares) <= 1.0 + 1e-9
    for score, share in zip(scores, shares, strict=True):
        whole = sum(math.exp(min(other - score, 700.0)) for other in scores) + math.exp(min(-score, 700.0))
        assert share == pytest.approx(1.0 / whole, rel=1e-6, abs=1e-12)


def test_weights_of_all_of_the_type_and_of_the_field_add_up() -> None:
    shared, of_type, of_field = ({"like_date": one} for one in (1.0, 0.5, 0.25))
    weights = Weights(shared, {"date": of_type}, {"due_date": of_field})
    assert weights.of("like_date", "due_date", "date") == 1.75
    assert weights.of("like_date", "total_vat", "amount") == 1.0
    assert weights.of("unheard_of", "due_date", "date") == 0.0


def test_the_evidence_decides_and_is_told() -> None:
    labelled, page = on("No 01.05.2024").at("document_number", "01.05.2024").build()
    (weighed,) = Scorer(Weights({"like_date": 2.0})).weigh([labelled], page)
    assert weighed.evidence == {"like_date": 1.0}
    assert weighed.probability == pytest.approx(1.0 / (1.0 + math.exp(-2.0)))


def test_evidence_can_be_switched_off() -> None:
    labelled, page = on("No 01.05.2024").at("document_number", "01.05.2024").build()
    (weighed,) = Scorer(Weights({"like_date": 2.0}), without=["like_date"]).weigh([labelled], page)
    assert weighed.evidence == {}
    assert weighed.probability == 0.5


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = Weights({"top": 0.5, "zero": 0.0}, {"date": {"top": -1.25}}, {"due_date": {"foot": 2.0}})
    save_weights(weights, tmp_path / "evidence.json")
    again = load_weights(tmp_path / "evidence.json")
    assert again == Weights({"top": 0.5}, {"date": {"top": -1.25}}, {"due_date": {"foot": 2.0}})


def test_weights_of_before_relations_were_fitted_are_read(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    path.write_text('{"shared": {"top": 1.0}, "types": {}, "fields": {}}', encoding="utf-8")
    assert load_weights(path) == Weights({"top": 1.0})


@pytest.mark.parametrize("text", ["", "[]", '{"shared": {"top": "much"}, "types": {}, "fields": {}}'])
def test_damaged_weights_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "evidence.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelMismatch, match="missing or damaged"):
        load_weights(path)
