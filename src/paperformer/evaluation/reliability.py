"""Reliability of confidences: bins, expected calibration error, Brier score, coverage.

All of it is about answers: a confidence, and whether the value was right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

BINS = 10
ERROR = 0.01  # the error rate at which coverage is told
_DRAWS = 200  # of outcomes, to see how large the calibration error is by chance


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer.

    Args:
        confidence: From 0 to 1.
        right: Whether its value was.
        document: Which document it was given to.
    """

    confidence: float
    right: bool
    document: str = ""


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of like confidence: from ``lower`` to below ``upper`` (1 belongs to the last bin)."""

    lower: float
    upper: float
    confidence: float
    accuracy: float
    count: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """The most answers that can be taken as they are.

    Args:
        threshold: The confidence from which on they are taken; None where no threshold will do.
        share: Their share of all answers.
        answers: How many they are.
        wrong: How many of them are wrong.
        documents: How many documents stand behind them.
        error: The error rate allowed.
    """

    threshold: float | None
    share: float
    answers: int
    wrong: int
    documents: int
    error: float = ERROR


@dataclass(frozen=True, slots=True)
class Reliability:
    """What ``reliability`` found.

    Args:
        answers, right, documents: How many answers, right ones, documents with an answer.
        bins: Of equal width, without the empty ones.
        ece: Expected calibration error over these bins.
        ece_equal_mass: The same over bins that hold equally many answers.
        ece_by_chance: What ``ece`` comes to on so many answers when every confidence is exactly true: few
            answers make an error by themselves, and a figure below this says no more.
        brier: The mean squared distance of confidence and outcome.
        coverage: At an error of 1 %.
    """

    answers: int
    right: int
    documents: int
    bins: tuple[Bin, ...]
    ece: float
    ece_equal_mass: float
    ece_by_chance: float
    brier: float
    coverage: Coverage

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        coverage = self.coverage
        return {
            "answers": self.answers,
            "right": self.right,
            "documents": self.documents,
            "ece": round(self.ece, 4),
            "ece_equal_mass": round(self.ece_equal_mass, 4),
            "ece_by_chance": round(self.ece_by_chance, 4),
            "brier": round(self.brier, 4),
            "coverage": {
                "error": coverage.error,
                "threshold": coverage.threshold,
                "share": round(coverage.share, 4),
                "answers": coverage.answers,
                "wrong": coverage.wrong,
                "documents": coverage.documents,
            },
            "bins": [
                {
                    "from": round(b.lower, 4),
                    "to": round(b.upper, 4),
                    "confidence": round(b.confidence, 4),
                    "accuracy": round(b.accuracy, 4),
                    "count": b.count,
                }
                for b in self.bins
            ],
        }


def reliability(answers: Sequence[Answered], seed: int = 0) -> Reliability:
    """All figures of ``answers``; zeros where there is none.

    Args:
        answers: In any order.
        seed: Of the draws behind ``ece_by_chance``.
    """
    confidences = np.array([a.confidence for a in answers], dtype=np.float64)
    right = np.array([a.right for a in answers], dtype=np.float64)
    bins = equal_width_bins(confidences, right)
    return Reliability(
        answers=len(answers),
        right=int(right.sum()),
        documents=len({a.document for a in answers}),
        bins=bins,
        ece=calibration_error(bins),
        ece_equal_mass=calibration_error(equal_mass_bins(confidences, right)),
        ece_by_chance=_error_by_chance(confidences, np.random.default_rng(seed)),
        brier=float(np.mean((confidences - right) ** 2)) if len(answers) else 0.0,
        coverage=coverage_at(answers),
    )


def equal_width_bins(
    confidences: NDArray[np.float64], right: NDArray[np.float64], bins: int = BINS
) -> tuple[Bin, ...]:
    """Bins of equal width from 0 to 1, without the empty ones.

    Args:
        confidences: ``(answers,)``.
        right: ``(answers,)``, 1 where the answer was right, else 0.
        bins: How many.
    """
    index = np.minimum((confidences * bins).astype(np.intp), bins - 1)
    return tuple(
        _bin(b / bins, (b + 1) / bins, confidences[index == b], right[index == b])
        for b in range(bins)
        if (index == b).any()
    )


def equal_mass_bins(
    confidences: NDArray[np.float64], right: NDArray[np.float64], bins: int = BINS
) -> tuple[Bin, ...]:
    """Bins of as equally many answers as can be; those of one confidence stay together."""
    order = np.argsort(confidences, kind="stable")
    sorted_, outcome = confidences[order], right[order]
    cuts = (len(order) * np.arange(1, bins)) // bins
    # A cut amid answers of one confidence would sort them by chance: it moves down to where they begin.
    edges = sorted({0, len(order), *np.searchsorted(sorted_, sorted_[cuts]).tolist()}) if len(order) else []
    return tuple(
        _bin(float(sorted_[a]), float(sorted_[b - 1]), sorted_[a:b], outcome[a:b]) for a, b in pairwise(edges)
    )


def _bin(lower: float, upper: float, confidences: NDArray[np.float64], right: NDArray[np.float64]) -> Bin:
    return Bin(lower, upper, float(confidences.mean()), float(right.mean()), len(confidences))


def calibration_error(bins: Sequence[Bin]) -> float:
    """Mean distance of confidence and accuracy, bins by their size (Guo et al. 2017, arXiv 1706.04599)."""
    total = sum(b.count for b in bins)
    return sum(abs(b.confidence - b.accuracy) * b.count for b in bins) / total if total else 0.0


def _error_by_chance(confidences: NDArray[np.float64], chance: np.random.Generator) -> float:
    """The mean error when outcomes are drawn by the confidences themselves (Bröcker and Smith 2007)."""
    if not len(confidences):
        return 0.0
    drawn = (chance.random(len(confidences)) < confidences for _ in range(_DRAWS))
    errors = [calibration_error(equal_width_bins(confidences, right.astype(np.float64))) for right in drawn]
    return float(np.mean(errors))


def coverage_at(answers: Sequence[Answered], error: float = ERROR) -> Coverage:
    """The largest share of answers, from some confidence up, of which at most ``error`` are wrong.

    Answers of one confidence are taken or left together, as a threshold does.
    """
    ranked = sorted(answers, key=lambda a: -a.confidence)
    best = wrong = best_wrong = 0
    for taken, answer in enumerate(ranked, start=1):
        wrong += not answer.right
        ends = taken == len(ranked) or ranked[taken].confidence < answer.confidence
        if ends and wrong <= error * taken:
            best, best_wrong = taken, wrong
    return Coverage(
        threshold=ranked[best - 1].confidence if best else None,
        share=best / len(ranked) if ranked else 0.0,
        answers=best,
        wrong=best_wrong,
        documents=len({a.document for a in ranked[:best]}),
        error=error,
    )
