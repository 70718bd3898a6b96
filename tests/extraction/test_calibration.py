"""Curves from score to probability."""

import itertools
import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.errors import ModelMismatch
from paperformer.extraction.calibration import (
    IDENTITY,
    LEAST,
    MOST,
    Calibration,
    Curve,
    fit_curve,
    load_calibration,
    save_calibration,
)

OUTCOMES = st.lists(
    st.tuples(st.integers(0, 12).map(lambda n: n / 12), st.booleans()), min_size=1, max_size=80
)


def reference(scores: list[float], right: list[bool]) -> np.ndarray:
    """What scikit-learn's isotonic regression gives at every score."""
    isotonic = pytest.importorskip("sklearn.isotonic")
    fitted = isotonic.IsotonicRegression(y_min=0, y_max=1).fit(scores, np.asarray(right, dtype=float))
    return np.asarray(fitted.predict(scores))


@settings(max_examples=40)
@given(OUTCOMES)
def test_pools_are_those_of_an_independent_isotonic_regression(outcomes: list[tuple[float, bool]]) -> None:
    scores, right = [s for s, _ in outcomes], [r for _, r in outcomes]
    curve = fit_curve(scores, right, prior=0.0)
    expected = reference(scores, right)
    assert list(curve.probabilities) == pytest.approx(sorted(set(expected.round(9).tolist())))
    for knot, probability in zip(curve.scores, curve.probabilities, strict=True):
        pool = np.isclose(expected, probability)
        assert knot == pytest.approx(np.mean(np.asarray(scores)[pool]))


@given(OUTCOMES)
def test_a_higher_score_is_never_less_probable(outcomes: list[tuple[float, bool]]) -> None:
    curve = fit_curve([s for s, _ in outcomes], [r for _, r in outcomes])
    values = [curve(score) for score in np.linspace(-0.5, 1.5, 81)]
    assert all(a <= b for a, b in itertools.pairwise(values))
    assert all(LEAST <= value <= MOST for value in values)
    assert list(curve.scores) == sorted(set(curve.scores))


@given(OUTCOMES)
def test_the_order_of_the_candidates_does_not_matter(outcomes: list[tuple[float, bool]]) -> None:
    there = fit_curve([s for s, _ in outcomes], [r for _, r in outcomes])
    back = fit_curve([s for s, _ in outcomes[::-1]], [r for _, r in outcomes[::-1]])
    assert there.scores == pytest.approx(back.scores)
    assert there.probabilities == pytest.approx(back.probabilities)


def test_one_score_for_all_is_their_accuracy() -> None:
    curve = fit_curve([0.9] * 100, [False] * 30 + [True] * 70, prior=0.0)
    assert curve(0.9) == pytest.approx(0.7)


def test_a_few_candidates_never_say_certain() -> None:
    assert fit_curve([0.2, 0.5, 0.9], [True, True, True])(0.9) < 0.81
    assert fit_curve([0.2, 0.5, 0.9], [False, False, False])(0.2) > 0.19


def test_one_unlucky_candidate_at_the_bottom_does_not_lift_all_above() -> None:
    scores = [0.01] + [0.1] * 200 + [0.9] * 200
    right = [False] + [i < 4 for i in range(200)] + [i >= 4 for i in range(200)]
    assert fit_curve(scores, right)(0.1) < 0.05


def test_a_curve_of_true_probabilities_is_close_to_the_identity() -> None:
    chance = np.random.default_rng(1)
    scores = chance.random(20_000)
    curve = fit_curve(scores, chance.random(20_000) < scores)
    assert max(abs(curve(s) - s) for s in np.linspace(0.05, 0.95, 19)) < 0.04


@pytest.mark.parametrize("scores", [[], [0.5, float("nan")]])
def test_no_candidates_or_no_numbers_give_no_curve(scores: list[float]) -> None:
    with pytest.raises(ValueError, match="no"):
        fit_curve(scores, [True] * len(scores))


def test_the_most_special_curve_counts() -> None:
    def flat(height: float) -> Curve:
        return Curve((0.0, 1.0), (height, height))

    curves = {"model:field:iban": flat(0.1), "model:type:amount": flat(0.2), "model": flat(0.3)}
    calibration = Calibration(curves)
    assert calibration.curve("model", "iban", "iban")(0.5) == pytest.approx(0.1)
    assert calibration.curve("model", "total_vat", "amount")(0.5) == pytest.approx(0.2)
    assert calibration.curve("model", "bic", "bic")(0.5) == pytest.approx(0.3)
    assert calibration.curve("rule", "bic", "bic") is IDENTITY


@settings(max_examples=30)
@given(st.dictionaries(st.text(max_size=8), OUTCOMES, max_size=4))
def test_what_is_saved_is_loaded(groups: dict[str, list[tuple[float, bool]]]) -> None:
    curves = {g: fit_curve([s for s, _ in o], [r for _, r in o]) for g, o in groups.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibration.json"
        save_calibration(Calibration(curves), path)
        assert load_calibration(path).curves == curves


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
    ],
)
def test_a_damaged_calibration_is_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(content)
    with pytest.raises(ModelMismatch, match="damaged") as caught:
        load_calibration(path)
    assert "\n" not in str(caught.value)
