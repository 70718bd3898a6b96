"""Free texts (names, addresses) from scores of the model: the likeliest of all runs of words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.scores import Array

Flags = NDArray[np.bool_]

CERTAIN = 50.0  # logits beyond say no more
# What a run pays for beginning or ending amid a line segment: names and addresses are whole lines as a rule,
# and a word alone says little about it.
MIDST = 6.0


@dataclass(frozen=True, slots=True)
class Run:
    """The words from ``first`` to ``last``, and the probability that the field is just these."""

    first: int
    last: int
    probability: float


def likely_runs(
    inside: Array, begin: Array, end: Array, firsts: Flags, *, count: int, longest: int, least: float
) -> list[Run]:
    """The likeliest runs, best first.

    The probability of a run is the softmax of ``begin[i] + sum(inside[i..j]) + end[j]`` over all runs and
    "nowhere" (score 0), less ``MIDST`` for each edge amid a line segment; see ``learning.span_loss``.

    Args:
        inside: Logits of one field, ``(words,)``, that a word is part of the value,
        begin: that the value begins with it, and
        end: that it ends with it.
        firsts: True for words that begin a line segment.
        count: Only so many likely first and last words are combined.
        longest: Most words of a run.
        least: Runs of less probability are left out.
    """
    inside = np.clip(inside, -CERTAIN, CERTAIN)  # a word that no window held has minus infinity
    sums = np.cumsum(inside, dtype=np.float64)
    starts = begin - sums + inside - MIDST * ~firsts
    stops = end + sums - MIDST * ~lasts_of(firsts)
    ending = np.logaddexp.accumulate(starts) + stops  # all runs that end at a word
    beginning = np.logaddexp.accumulate(stops[::-1])[::-1] + starts
    everything = np.logaddexp(0.0, np.logaddexp.reduce(ending))
    here, there = _most(beginning, count), _most(ending, count)
    scores = starts[here, None] + stops[None, there] - everything
    lengths = there[None, :] - here[:, None] + 1
    possible = (lengths >= 1) & (lengths <= longest) & (scores >= np.log(least))
    runs = [
        Run(int(here[a]), int(there[b]), float(np.exp(scores[a, b])))
        for a, b in zip(*np.nonzero(possible), strict=True)
    ]
    return sorted(runs, key=lambda run: -run.probability)


def lasts_of(firsts: Flags) -> Flags:
    """The words that end a line segment, from those that begin one."""
    return np.append(firsts[1:], True)


def _most(scores: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """Places of the ``count`` highest."""
    if len(scores) <= count:
        return np.arange(len(scores))
    return np.argpartition(-scores, count - 1)[:count]
