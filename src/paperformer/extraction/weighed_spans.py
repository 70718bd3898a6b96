"""Spans that print values of one type, weighed by what the model says of their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.scores import Array, WordScores
from paperformer.fields.values.spans import ValueSpan


@dataclass(frozen=True, slots=True)
class RunningSums:
    """Sums over the words before each word, and over all: a span's mass and mean are two look-ups.

    Args:
        mass: Of ``pick``, ``(words + 1, fields)``.
        logs: Of the logarithms of ``inside``, likewise.
    """

    mass: NDArray[np.float64]
    logs: NDArray[np.float64]

    @classmethod
    def of(cls, scores: WordScores) -> RunningSums:
        """The sums of all fields."""
        return cls(_running(scores.pick), _running(np.log(np.clip(scores.inside, 1e-6, 1.0))))


def _running(figures: Array) -> NDArray[np.float64]:
    return np.pad(np.cumsum(figures, axis=0, dtype=np.float64), ((1, 0), (0, 0)))


@dataclass(frozen=True, slots=True)
class WeighedSpans:
    """Spans of one type, and the probability that a field stands at each, ``(spans, fields)``."""

    spans: Sequence[ValueSpan]
    weights: NDArray[np.float64]

    @classmethod
    def of(cls, spans: Sequence[ValueSpan], sums: RunningSums) -> WeighedSpans:
        """``spans`` weighed by the probability at their words, times the mean by which these are inside."""
        firsts = np.asarray([span.first for span in spans], dtype=np.intp)
        ends = np.asarray([span.last + 1 for span in spans], dtype=np.intp)
        means = (sums.logs[ends] - sums.logs[firsts]) / (ends - firsts)[:, None]
        return cls(spans, (sums.mass[ends] - sums.mass[firsts]) * np.exp(means))

    def with_further(self, spans: Sequence[ValueSpan], sums: RunningSums) -> WeighedSpans:
        """These and further ones, in reading order."""
        further = WeighedSpans.of(spans, sums)
        every = [*self.spans, *spans]
        order = sorted(range(len(every)), key=lambda index: every[index].first)
        weights = np.concatenate([self.weights, further.weights])[order]
        return WeighedSpans([every[index] for index in order], weights)
