"""Which neighbouring line segments make up one free text: an address, a name broken over lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

# A block ends where what follows is together so unlike it: one clear stranger in the middle is borne.
FOREIGN = -6.0
# At the ends of a segment words of a lower logit are left out.
OUTSIDE = -3.9

Free = NDArray[np.bool_]


class Gains:
    """What each segment adds to a block; asked for around the likely places only, each once.

    Args:
        segments: Of the document.
        logits: Of every word.
    """

    def __init__(self, segments: Sequence[range], logits: Sequence[float]) -> None:
        self.logits = logits
        self._segments = segments
        self._known: dict[int, float] = {}

    def __getitem__(self, index: int) -> float:
        if index not in self._known:
            segment = self._segments[index]
            self._known[index] = _gain(self.logits[segment.start : segment.stop])
        return self._known[index]


def _gain(logits: Sequence[float]) -> float:
    """What a segment adds to a block: its best run of words; a label before the value does no harm."""
    run = best = 0.0
    for value in logits:
        run = max(0.0, run + value)
        best = max(best, run)
    return best if best > 0 else sum(logits) / len(logits)


def kept(segment: range, logits: Sequence[float]) -> range:
    """The words of a segment that belong to the value: all but those clearly outside at an end."""
    first, last = segment.start, segment.stop
    while first < last - 1 and logits[first] < OUTSIDE:
        first += 1
    while last > first + 1 and logits[last - 1] < OUTSIDE:
        last -= 1
    return range(first, last)


def block_around(gains: Gains, free: Free, peak: int) -> tuple[int, int]:
    """The run of segments around ``peak`` with the largest sum of gains."""
    after = _reach(gains, free, range(peak + 1, len(free)))
    before = _reach(gains, free, range(peak - 1, -1, -1))
    return peak - before, peak + after


def _reach(gains: Gains, free: Free, segments: range) -> int:
    """How many of ``segments``, from the first, add up to the most."""
    best = total = 0.0
    reach = 0
    for count, segment in enumerate(segments, start=1):
        if not free[segment]:
            break
        total += gains[segment]
        if total < FOREIGN:
            break
        if total > best:
            best, reach = total, count
    return reach


def lines_around(gains: Gains, free: Free, peak: int) -> tuple[int, int]:
    """Neighbours of ``peak`` that are part of the value themselves: a name broken over lines."""
    first = last = peak
    while last + 1 < len(free) and free[last + 1] and gains[last + 1] > 0:
        last += 1
    while first > 0 and free[first - 1] and gains[first - 1] > 0:
        first -= 1
    return first, last
