"""Logistic regression with a quadratic penalty, by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]

_STEPS, _ENOUGH = 50, 1e-8


def fit_logistic(
    features: Matrix, outcomes: Vector, penalty: Vector, prior: Vector, weights: Vector
) -> Vector:
    """The coefficients that make the outcomes likeliest, less what they pay for leaving their prior.

    Args:
        features: ``(observations, features)``; a column of ones makes an intercept.
        outcomes: ``(observations,)``, each 0 or 1.
        penalty: ``(features,)``: half of it times the squared distance from the prior is paid. Above zero.
        prior: ``(features,)``, where the coefficients are without observations.
        weights: ``(observations,)``: how much each counts.
    """
    found = prior.astype(np.float64)
    cost = _cost(features, outcomes, penalty, prior, weights, found)
    for _ in range(_STEPS):
        chance = _sigmoid(features @ found)
        slope = features.T @ (weights * (chance - outcomes)) + penalty * (found - prior)
        bend = (features * (weights * chance * (1.0 - chance))[:, None]).T @ features + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        # A whole step may overshoot where the curve is flat: halved until it helps.
        for size in 0.5 ** np.arange(30):
            next_cost = _cost(features, outcomes, penalty, prior, weights, found - size * step)
            if next_cost <= cost:
                found = found - size * step
                break
        if cost - next_cost <= _ENOUGH * (1.0 + abs(cost)):
            break
        cost = next_cost
    return found


def _cost(
    features: Matrix, outcomes: Vector, penalty: Vector, prior: Vector, weights: Vector, at: Vector
) -> float:
    logits = features @ at
    surprise = np.logaddexp(0.0, logits) - outcomes * logits
    return float(weights @ surprise + 0.5 * penalty @ (at - prior) ** 2)


def _sigmoid(logits: Vector) -> Vector:
    return np.exp(-np.logaddexp(0.0, -logits))
