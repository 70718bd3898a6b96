"""Fitting how likely OCR read a value right, on answers from pictures good and bad.

An answer is right where it was well chosen, which the curves tell, and read right: p exp(-w x) with no weight
below zero. Its likelihood is concave in the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.legibility import FEATURES, Features, Legibility

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]

LEAST_ANSWERS = 100  # that anything speaks against, below which nothing is learned of it
_MOST = 0.995  # probability of a choice: of one that is certain no wrong answer could be explained
_PENALTY = 0.5
_STEPS, _ENOUGH = 100, 1e-9


class ReadAnswer(NamedTuple):
    """An answer and whether it is right.

    Args:
        features: What speaks against its reading.
        chosen: The probability that it was well chosen.
        right: Whether it is right.
    """

    features: Features
    chosen: float
    right: bool


def fit_legibility(answers: Sequence[ReadAnswer]) -> Legibility | None:
    """The weights of ``FEATURES`` that make the outcomes likeliest; None where too few answers tell."""
    telling = [answer for answer in answers if any(answer.features.values())]
    if len(telling) < LEAST_ANSWERS:
        return None
    table = np.array([[answer.features[name] for name in FEATURES] for answer in telling])
    chances = np.minimum(np.array([answer.chosen for answer in telling]), _MOST)
    weights = _fitted(table, chances, np.array([float(answer.right) for answer in telling]))
    return Legibility(dict(zip(FEATURES, weights.round(6).tolist(), strict=True)))


def _fitted(table: Matrix, chances: Vector, right: Vector) -> Vector:
    """Newton's method on the weights that may move: none falls below zero."""
    found = np.full(table.shape[1], 0.05)
    cost = _cost(table, chances, right, found)
    for _ in range(_STEPS):
        read = chances * np.exp(-table @ found)
        missed = (1.0 - right) * read / (1.0 - read)
        slope = table.T @ (right - missed) + _PENALTY * found
        bend = (table * (missed / (1.0 - read))[:, None]).T @ table + _PENALTY * np.eye(len(found))
        free = (found > 0) | (slope < 0)
        if not free.any():
            break
        step = np.zeros_like(found)
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        for size in 0.5 ** np.arange(30):
            nearer = np.maximum(found - size * step, 0.0)
            next_cost = _cost(table, chances, right, nearer)
            if next_cost <= cost:
                found = nearer
                break
        if cost - next_cost <= _ENOUGH * (1.0 + abs(cost)):
            break
        cost = next_cost
    return found


def _cost(table: Matrix, chances: Vector, right: Vector, at: Vector) -> float:
    logs = np.log(chances) - table @ at
    surprise = -(right * logs + (1.0 - right) * np.log1p(-np.exp(logs)))
    return float(surprise.sum() + 0.5 * _PENALTY * at @ at)
