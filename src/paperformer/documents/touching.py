"""Pieces of text without a gap between them are one word, whatever the file says.

Some programs draw letter by letter, in any order, or put white space of no width into words. The page shows
whole words all the same: where one piece ends, the next begins.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

# Gaps between pieces of one word, in heights of the line: a space is 0.15 and more; kerning
# pulls letters together, and what overlaps more is printed over something.
WIDEST, DEEPEST = 0.1, -0.1
# Part of the height that pieces of one word share, and how much higher than the other one may be.
SHARED, TALLER = 0.8, 1.2
# Characters that the pieces of a page have on average, at most, where they are worth a look.
LONGEST_MEAN = 4.5
# Pieces that begin in one square of the grid and are looked at: more are printed over one another.
MOST_NEAR = 50
_STEP = 8.0  # points of the grid on which neighbours are looked up


class Span(NamedTuple):
    """Where a piece of text stands: start and end along its line, low and high across it."""

    start: float
    end: float
    low: float
    high: float

    @property
    def height(self) -> float:
        return self.high - self.low


def are_torn(lengths: Sequence[int]) -> bool:
    """Whether pieces of such lengths may be parts of words: on an ordinary page they are longer."""
    return sum(lengths) < LONGEST_MEAN * len(lengths)


def chains(spans: Sequence[Span]) -> list[list[int]]:
    """Which pieces make one word: numbers of ``spans``, a list for each word in the order of its letters.

    Words come in the order of the first of their pieces in ``spans``.
    """
    following = _following(spans)
    begun = set(following.values())
    words = []
    for number in range(len(spans)):
        if number not in begun:
            word = [number]
            while (after := following.get(word[-1])) is not None:
                word.append(after)
            words.append(word)
    return sorted(words, key=min)


def _following(spans: Sequence[Span]) -> dict[int, int]:
    """The piece that each one goes on with; each goes on from one at most."""
    starts: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, span in enumerate(spans):
        if math.isfinite(span.start + span.low):
            cell = starts[_cell(span.start, span.low)]
            if len(cell) < MOST_NEAR:
                cell.append(number)
    following: dict[int, int] = {}
    taken: set[int] = set()
    for number, span in enumerate(spans):
        if not (math.isfinite(span.end + span.low) and span.height > 0):
            continue
        column, row = _cell(span.end, span.low)
        near = [
            other
            for x in (column - 1, column, column + 1)
            for y in (row - 1, row, row + 1)
            for other in starts.get((x, y), ())
            if other != number and other not in taken and _goes_on(span, spans[other])
        ]
        if near:
            best = min(near, key=lambda other: abs(spans[other].start - span.end))
            following[number] = best
            taken.add(best)
    return following


def _cell(along: float, across: float) -> tuple[int, int]:
    return int(along // _STEP), int(across // _STEP)


def _goes_on(left: Span, right: Span) -> bool:
    small, large = sorted((left.height, right.height))
    if not DEEPEST * small <= right.start - left.end <= WIDEST * small or right.end <= left.end:
        return False
    return large <= TALLER * small and min(left.high, right.high) - max(left.low, right.low) >= SHARED * small
