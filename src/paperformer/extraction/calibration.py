"""From a score to a probability that can be trusted.

A curve a group (field type and who proposed), fitted on documents that no training saw: a monotone function, so that
calibration never changes the order of candidates of one group. Between its knots the curve is linear.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from paperformer.errors import ModelMismatch

# No held-out set of some hundred documents can support more certainty than this.
LEAST, MOST = 0.001, 0.995


@dataclass(frozen=True, slots=True)
class Curve:
    """Knots of a monotone, piecewise linear function from score to probability."""

    scores: tuple[float, ...]
    probabilities: tuple[float, ...]

    def __call__(self, score: float) -> float:
        """The probability of a score, within the bounds that data can support."""
        return float(np.clip(np.interp(score, self.scores, self.probabilities), LEAST, MOST))


IDENTITY = Curve((0.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Curves by group; the most special one that exists is used: ``source:field``, ``source:type``, ``source``."""

    curves: Mapping[str, Curve] = field(default_factory=dict)

    def curve(self, source: str, name: str, type_: str) -> Curve:
        """The curve for a candidate."""
        for group in groups(source, name, type_):
            if group in self.curves:
                return self.curves[group]
        return IDENTITY


def groups(source: str, name: str, type_: str) -> tuple[str, str, str]:
    """The groups a candidate belongs to, the most special first."""
    return f"{source}:field:{name}", f"{source}:type:{type_}", source


def fit_curve(scores: ArrayLike, correct: ArrayLike, prior: float = 2.0) -> Curve:
    """The isotonic regression of correctness on score (pool adjacent violators), shrunk a little to the middle.

    Args:
        scores: Of candidates, 0 to 1.
        correct: Whether each was right.
        prior: Weight of one imaginary half-right candidate a pool, so that a pool of three never says "certain".

    Raises:
        ValueError: when there is no candidate.
    """
    x = np.asarray(scores, dtype=np.float64)
    y = np.asarray(correct, dtype=np.float64)
    if not len(x):
        raise ValueError("no candidates to fit a curve to")
    order = np.argsort(x, kind="stable")
    pools: list[list[float]] = []  # sum of scores, sum of correct, count
    for score, right in zip(x[order], y[order], strict=True):
        pools.append([score, right, 1.0])
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    knots = [(s / n, (c + 0.5 * prior * _share(n)) / (n + prior * _share(n))) for s, c, n in pools]
    probabilities = np.maximum.accumulate([p for _, p in knots])
    return Curve(tuple(float(k) for k, _ in knots), tuple(float(p) for p in probabilities))


def _share(count: float) -> float:
    return min(1.0, 10.0 / count)


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write the curves as JSON."""
    values = {
        group: [list(c.scores), list(c.probabilities)] for group, c in sorted(calibration.curves.items())
    }
    path.write_text(json.dumps({"curves": values}, indent=1) + "\n", encoding="utf-8")


def load_calibration(path: Path) -> Calibration:
    """The curves of a file; none where there is no file: a model that was never calibrated.

    Raises:
        ModelMismatch: the file is damaged.
    """
    if not path.exists():
        return Calibration()
    try:
        curves = json.loads(path.read_text(encoding="utf-8"))["curves"]
        return Calibration(
            {g: _curve(scores, probabilities) for g, (scores, probabilities) in curves.items()}
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelMismatch(f"{path}: the calibration is damaged", "Export the model again") from error


def _curve(scores: Sequence[float], probabilities: Sequence[float]) -> Curve:
    if not scores or len(scores) != len(probabilities):
        raise ValueError("a curve has as many probabilities as scores")
    return Curve(tuple(map(float, scores)), tuple(map(float, probabilities)))
