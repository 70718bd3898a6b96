"""The figures of calibration, beside plain loops that say the same in other words, and scikit-learn's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.evaluation.reliability import (
    BINS,
    Answered,
    calibration_error,
    coverage_at,
    equal_mass_bins,
    equal_width_bins,
    reliability,
)

# Confidences as we print them, to four places: ties are common, and bounds of bins are met.
ANSWERS = st.lists(
    st.builds(
        Answered,
        st.one_of(st.integers(0, 10_000).map(lambda n: n / 10_000), st.sampled_from([0.0, 0.995, 1.0])),
        st.booleans(),
        st.sampled_from("abcde"),
    ),
    max_size=80,
)


def arrays(answers: list[Answered]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([a.confidence for a in answers]), np.array([float(a.right) for a in answers])


@given(ANSWERS)
def test_the_calibration_error_is_that_of_a_plain_loop(answers: list[Answered]) -> None:
    total = 0.0
    for number in range(BINS):
        own = [a for a in answers if min(int(a.confidence * BINS), BINS - 1) == number]
        if own:
            mean = math.fsum(a.confidence for a in own) / len(own)
            total += abs(mean - sum(a.right for a in own) / len(own)) * len(own) / len(answers)
    assert calibration_error(equal_width_bins(*arrays(answers))) == pytest.approx(total, abs=1e-9)


@given(ANSWERS.filter(lambda answers: len(answers) > 0))
def test_bins_of_both_kinds_share_all_answers_out_and_keep_their_mean(answers: list[Answered]) -> None:
    confidences, right = arrays(answers)
    for bins in (equal_width_bins(confidences, right), equal_mass_bins(confidences, right)):
        assert sum(b.count for b in bins) == len(answers)
        assert sum(b.count * b.confidence for b in bins) == pytest.approx(confidences.sum())
        assert sum(b.count * b.accuracy for b in bins) == pytest.approx(right.sum())
        assert all(b.lower - 1e-9 <= b.confidence <= b.upper + 1e-9 for b in bins)


def test_bins_of_equal_mass_hold_equally_many_where_no_confidence_is_shared() -> None:
    confidences = np.linspace(0.01, 0.99, 50)
    assert [b.count for b in equal_mass_bins(confidences, np.ones(50))] == [5] * 10
    assert len(equal_mass_bins(np.full(50, 0.7), np.ones(50))) == 1


@given(ANSWERS, st.sampled_from([0.0, 0.01, 0.2]))
def test_coverage_is_the_best_of_all_thresholds_tried_one_by_one(
    answers: list[Answered], error: float
) -> None:
    most = 0
    for threshold in {a.confidence for a in answers}:
        taken = [a for a in answers if a.confidence >= threshold]
        if sum(not a.right for a in taken) <= error * len(taken):
            most = max(most, len(taken))
    found = coverage_at(answers, error)
    assert found.answers == most
    if found.threshold is None:
        assert most == 0
        return
    taken = [a for a in answers if a.confidence >= found.threshold]
    assert (len(taken), sum(not a.right for a in taken)) == (most, found.wrong)
    assert found.documents == len({a.document for a in taken})
    assert found.share == most / len(answers)


@settings(max_examples=25)
@given(ANSWERS)
def test_all_figures_stay_in_their_bounds_and_do_not_depend_on_the_order(answers: list[Answered]) -> None:
    found = reliability(answers)
    back = reliability(answers[::-1])
    assert all(0 <= figure <= 1 for figure in (found.ece, found.ece_equal_mass, found.brier))
    assert (found.ece, found.ece_equal_mass) == pytest.approx((back.ece, back.ece_equal_mass))
    assert found.coverage == back.coverage
    # An error over wider bins is no larger: within one, too sure and not sure enough cancel out.
    confidences, right = arrays(answers)
    assert calibration_error(equal_width_bins(confidences, right, 1)) <= found.ece + 1e-9


def test_the_brier_score_and_the_bins_are_those_of_scikit_learn() -> None:
    calibration = pytest.importorskip("sklearn.calibration", reason="pip install scikit-learn")
    metrics = pytest.importorskip("sklearn.metrics", reason="pip install scikit-learn")
    chance = np.random.default_rng(4)
    confidences = chance.random(500)
    right = chance.random(500) < confidences**2
    found = reliability([Answered(float(c), bool(r)) for c, r in zip(confidences, right, strict=True)])
    accuracies, means = calibration.calibration_curve(right, confidences, n_bins=BINS)
    assert [b.accuracy for b in found.bins] == pytest.approx(list(accuracies))
    assert [b.confidence for b in found.bins] == pytest.approx(list(means))
    assert found.brier == pytest.approx(metrics.brier_score_loss(right, confidences))


def test_honest_confidences_have_no_more_error_than_chance_makes_and_boastful_ones_do() -> None:
    chance = np.random.default_rng(8)
    confidences = chance.random(400)
    outcomes = chance.random(400)
    honest = reliability(
        [Answered(float(c), bool(o < c)) for c, o in zip(confidences, outcomes, strict=True)]
    )
    boastful = reliability(
        [Answered(float(c), bool(o < c**3)) for c, o in zip(confidences, outcomes, strict=True)]
    )
    assert honest.ece < 2 * honest.ece_by_chance
    assert boastful.ece > 4 * boastful.ece_by_chance


def test_chance_alone_makes_less_error_the_more_answers_there_are() -> None:
    few, many = (reliability([Answered(0.8, True)] * count).ece_by_chance for count in (20, 2000))
    assert few > 5 * many > 0


def test_no_answers_have_no_figures_and_no_error() -> None:
    found = reliability([])
    assert (found.answers, found.ece, found.brier, found.bins) == (0, 0.0, 0.0, ())
    assert found.coverage.threshold is None
