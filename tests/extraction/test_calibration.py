"""Curves from score to probability."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.errors import ModelMismatch
from paperformer.extraction.calibration import (
    IDENTITY,
    LEAST,
    MOST,
    Calibration,
    Curve,
    load_calibration,
    save_calibration,
)
from paperformer.extraction.legibility import FEATURES as DOUBTS
from paperformer.extraction.legibility import Legibility
from paperformer.extraction.relevance import FEATURES, Relevance
from paperformer.fields.scored import Scored

CURVES = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8, unique_by=lambda knot: knot[0]
).map(lambda knots: Curve(tuple(sorted(s for s, _ in knots)), tuple(sorted(p for _, p in knots))))


@given(CURVES, st.floats(-0.5, 1.5), st.floats(-0.5, 1.5))
def test_a_higher_score_is_never_less_probable(curve: Curve, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert LEAST <= curve(low) <= curve(high) <= MOST


@given(st.lists(st.floats(0, 1), max_size=5), CURVES)
def test_what_an_answer_gains_the_other_candidates_lose(probabilities: list[float], curve: Curve) -> None:
    before = sorted(probabilities, reverse=True)
    after = Calibration(answers=curve).of_answers(before)
    assert Calibration().of_answers(before) == before
    assert after == sorted(after, reverse=True)
    assert all(new <= old for old, new in zip(before[1:], after[1:], strict=True))
    assert sum(after) <= max(1.0, sum(before)) + LEAST


def test_an_answer_has_the_probability_of_its_curve() -> None:
    calibration = Calibration(answers=Curve((0.0, 0.5, 1.0), (0.0, 0.8, 0.99)))
    assert calibration.of_answers([0.5, 0.4, 0.1]) == pytest.approx([0.8, 0.16, 0.04])
    assert calibration.of_answers([]) == []


@given(st.lists(st.floats(0.0, 0.99), min_size=1, max_size=6))
def test_candidates_of_which_one_is_right_sum_to_one_at_most(chances: list[float]) -> None:
    ranked = sorted(chances, reverse=True)
    shares = Calibration().of_answers(ranked, one_is_right=True)
    assert shares[0] == ranked[0]
    assert sum(shares) <= 1.0 + 1e-9
    assert shares == sorted(shares, reverse=True)


def test_the_most_special_curve_counts() -> None:
    def flat(height: float) -> Curve:
        return Curve((0.0, 1.0), (height, height))

    curves = {"model:field:iban": flat(0.1), "model:type:amount": flat(0.2), "model": flat(0.3)}
    calibration = Calibration(curves)
    assert calibration.curve("model", "iban", "iban")(0.5) == pytest.approx(0.1)
    assert calibration.curve("model", "total_vat", "amount")(0.5) == pytest.approx(0.2)
    assert calibration.curve("model", "bic", "bic")(0.5) == pytest.approx(0.3)
    assert calibration.curve("rule", "bic", "bic") is IDENTITY


RELEVANCES = st.none() | st.builds(
    Relevance,
    st.dictionaries(st.sampled_from(FEATURES), st.floats(-9, 9), max_size=3),
    st.floats(-9, 9),
)


LEGIBILITIES = st.none() | st.builds(
    Legibility, st.dictionaries(st.sampled_from(DOUBTS), st.floats(0, 9), max_size=3)
)


@settings(max_examples=30)
@given(st.dictionaries(st.text(max_size=8), CURVES, max_size=4), RELEVANCES, st.none() | CURVES, LEGIBILITIES)
def test_what_is_saved_is_loaded(
    curves: dict[str, Curve],
    relevance: Relevance | None,
    answers: Curve | None,
    legibility: Legibility | None,
) -> None:
    calibration = Calibration(curves, relevance, answers, legibility)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibration.json"
        save_calibration(calibration, path)
        assert load_calibration(path) == calibration


def test_a_file_of_before_relevance_and_legibility_believes_every_document_and_reading(
    tmp_path: Path,
) -> None:
    path = tmp_path / "calibration.json"
    path.write_text('{"curves": {"model": [[0.0, 1.0], [0.1, 0.9]]}}')
    calibration = load_calibration(path)
    assert calibration.relevance is None
    assert calibration.answers is None
    assert calibration.of_document((), {}) == 1.0
    words = (Word("12", Box(0.1, 0.1, 0.2, 0.2), 1, 0, 0.1, letter_height=4.0),)
    assert calibration.of_reading(Scored("tip", "12.00", "12", (0,), 0.9, "model"), words) == 1.0


def test_a_model_that_was_never_calibrated_has_no_curves(tmp_path: Path) -> None:
    assert load_calibration(tmp_path / "calibration.json").curves == {}


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "{}",
        '{"curves": 3}',
        '{"curves": {"model": []}}',
        '{"curves": {"model": [[], []]}}',
        '{"curves": {"model": [[0.1, 0.2], [0.5]]}}',
        '{"curves": {"model": [[0.2, 0.1], [0.5, 0.6]]}}',
        '{"curves": {"model": [["a"], ["b"]]}}',
        json.dumps({"curves": {"model": [[float("nan")], [0.5]]}}),
        '{"curves": {}, "relevance": {"bias": 1}}',
        '{"curves": {}, "relevance": {"bias": "x", "weights": {}}}',
        '{"curves": {}, "relevance": {"bias": 0, "weights": {"colour": 1}}}',
        json.dumps({"curves": {}, "relevance": {"bias": float("inf"), "weights": {}}}),
        '{"curves": {}, "legibility": {"unsure": -0.1}}',
        '{"curves": {}, "legibility": {"colour": 1}}',
        '{"curves": {}, "legibility": 3}',
        json.dumps({"curves": {}, "legibility": {"unsure": float("nan")}}),
    ],
)
def test_a_damaged_calibration_is_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(content)
    with pytest.raises(ModelMismatch, match="damaged") as caught:
        load_calibration(path)
    assert "\n" not in str(caught.value)
