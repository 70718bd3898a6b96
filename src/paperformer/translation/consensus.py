"""Of several translations the one that agrees best with the others (minimum Bayes risk).

The likeliest text need not be the best one: of the texts that a beam finds many say nearly the same, and what
most of them say is more often right than what one says alone (Kumar & Byrne 2004).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LONGEST = 4  # subwords in a row that are compared, as in BLEU


@dataclass(frozen=True, slots=True)
class _Runs:
    """A text's runs of one to four subwords, counted."""

    length: int
    counts: tuple[Counter[tuple[Any, ...]], ...]


def by_consensus(
    texts: Sequence[Sequence[Any]], scores: Sequence[float], sharpness: float
) -> list[tuple[int, float]]:
    """Which text to prefer, best first: its index, and what BLEU it may expect (0 to 1).

    What text ``i`` may expect is the mean of its BLEU against each text as if that were the right one,
    weighted by exp(sharpness * score), normalised (Kumar & Byrne 2004, equation 2; BLEU of
    a sentence with one added to the counts of longer runs, Lin & Och 2004). Of equals the earlier is first.

    Args:
        texts: Subwords, or words.
        scores: Of each text, a log probability or one divided by a length penalty.
        sharpness: How much more those of high score count, 0 or more; 0 counts all alike.
    """
    if not texts:
        return []
    runs = [_runs(text) for text in texts]
    highest = max(scores)
    weights = [math.exp(sharpness * (score - highest)) for score in scores]
    total = sum(weights)
    expected = [
        sum(weight * _bleu(text, other) for weight, other in zip(weights, runs, strict=True)) / total
        for text in runs
    ]
    order = sorted(range(len(texts)), key=lambda place: -expected[place])
    return [(place, expected[place]) for place in order]


def _runs(text: Sequence[Any]) -> _Runs:
    counts = (
        Counter(tuple(text[start : start + size]) for start in range(len(text) - size + 1))
        for size in range(1, LONGEST + 1)
    )
    return _Runs(len(text), tuple(counts))


def _bleu(text: _Runs, reference: _Runs) -> float:
    """Smoothed BLEU of a sentence, 0 to 1."""
    if not text.length or not reference.length:
        return float(text.length == reference.length)
    logarithm = min(0.0, 1.0 - reference.length / text.length)  # brevity penalty
    for size, (ours, theirs) in enumerate(zip(text.counts, reference.counts, strict=True), start=1):
        added = 0 if size == 1 else 1
        shared = sum(min(count, theirs[run]) for run, count in ours.items()) + added
        if not shared:
            return 0.0
        logarithm += math.log(shared / (max(0, text.length - size + 1) + added)) / LONGEST
    return math.exp(logarithm)
