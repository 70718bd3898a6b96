"""From a score to a probability that can be trusted.

A curve a group (field type and who proposed), fitted on documents that no training saw: a monotone function,
so that calibration never changes the order of candidates of one group. Between its knots the curve is linear.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
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
        return min(max(float(np.interp(score, self.scores, self.probabilities)), LEAST), MOST)


IDENTITY = Curve((0.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Curves by group; the most special one that there is counts: of the field, the type, or the source."""

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
    """The isotonic regression of correctness on score, by pooling adjacent violators.

    Every pool is then drawn a little to the middle, and pooled again where that broke the order. The curve
    runs through the pools' centres (Oron and Flournoy 2017), so that it has no steps.

    Args:
        scores: Of candidates, 0 to 1.
        correct: Whether each was right.
        prior: Weight of an imaginary half-right candidate in every pool, so that a pool of three never says
            "certain"; it fades in pools of more than ten.

    Raises:
        ValueError: when there is no candidate, or one whose score is no number.
    """
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(correct, dtype=np.float64)
    if not len(x) or not np.isfinite(x).all():
        raise ValueError("no candidates to fit a curve to" if not len(x) else "a score is no number")
    distinct, group, counts = np.unique(x, return_inverse=True, return_counts=True)
    right = np.bincount(group, weights=y)
    pools = _pooled(
        _Pool(score * n, r, n) for score, r, n in zip(distinct, right, counts.astype(float), strict=True)
    )
    pools = _pooled(_shrunk(pool, prior) for pool in pools)
    return Curve(
        tuple(float(p.score / p.count) for p in pools), tuple(float(p.right / p.count) for p in pools)
    )


@dataclass(frozen=True, slots=True)
class _Pool:
    """Candidates of neighbouring scores: the sum of their scores, how many were right, how many they are."""

    score: float
    right: float
    count: float


def _pooled(pools: Iterable[_Pool]) -> list[_Pool]:
    """Neighbours joined until the share of right ones rises from pool to pool (Ayer et al. 1955)."""
    rising: list[_Pool] = []
    for pool in pools:
        while rising and rising[-1].right * pool.count >= pool.right * rising[-1].count:
            last = rising.pop()
            pool = _Pool(last.score + pool.score, last.right + pool.right, last.count + pool.count)
        rising.append(pool)
    return rising


def _shrunk(pool: _Pool, prior: float) -> _Pool:
    weight = prior * min(1.0, 10.0 / pool.count)
    share = (pool.right + 0.5 * weight) / (pool.count + weight)
    return _Pool(pool.score, share * pool.count, pool.count)


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
    knots, heights = tuple(map(float, scores)), tuple(map(float, probabilities))
    if not knots or len(knots) != len(heights):
        raise ValueError("a curve has as many probabilities as scores")
    if not all(map(math.isfinite, knots + heights)) or sorted(knots) != list(knots):
        raise ValueError("a curve's scores rise")
    return Curve(knots, heights)
