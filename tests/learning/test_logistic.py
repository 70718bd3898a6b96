"""Logistic regression, beside scikit-learn's and by what its minimum must fulfil."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.learning.logistic import fit_logistic


def drawn(seed: int, count: int, width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    features = chance.normal(size=(count, width))
    outcomes = (chance.random(count) < 1 / (1 + np.exp(-features @ chance.normal(size=width)))).astype(float)
    return features, outcomes, chance.random(count) + 0.1


def test_the_coefficients_are_those_of_scikit_learn() -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="pip install scikit-learn")
    features, outcomes, weights = drawn(3, 200, 4)
    theirs = linear.LogisticRegression(C=1 / 2.0, fit_intercept=False, tol=1e-10, max_iter=1000)
    theirs.fit(features, outcomes, weights)
    ours = fit_logistic(features, outcomes, np.full(4, 2.0), np.zeros(4), weights)
    assert ours == pytest.approx(theirs.coef_[0], abs=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.integers(1, 40), st.integers(1, 5), st.sampled_from([1e-3, 1.0, 50.0]))
def test_at_the_minimum_nothing_pulls_any_more(seed: int, count: int, width: int, penalty: float) -> None:
    features, outcomes, weights = drawn(seed, count, width)
    prior, penalties = np.linspace(-1, 1, width), np.full(width, penalty)
    found = fit_logistic(features, outcomes, penalties, prior, weights)
    chance = 1 / (1 + np.exp(-features @ found))
    slope = features.T @ (weights * (chance - outcomes)) + penalties * (found - prior)
    assert np.abs(slope).max() < 1e-2


def test_without_observations_the_prior_stays() -> None:
    prior = np.array([0.3, -2.0])
    found = fit_logistic(np.zeros((0, 2)), np.zeros(0), np.ones(2), prior, np.zeros(0))
    assert found == pytest.approx(prior)


def test_outcomes_that_can_be_told_apart_exactly_have_finite_coefficients() -> None:
    features = np.array([[1.0, -300.0], [1.0, 300.0]] * 20)
    found = fit_logistic(features, np.tile([0.0, 1.0], 20), np.full(2, 1e-3), np.zeros(2), np.ones(40))
    assert np.isfinite(found).all()
    assert found[1] > 0
