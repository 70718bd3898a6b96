"""Boxes of a page that overlap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

# Part of the smaller box that two may share without lying on one another: letters of tight lines do.
SHARED_PART = 0.1
# Height of the strips that a page is cut into, in points: few boxes to compare with.
STRIP = 12.0
HIGHEST = 200  # strips of one box

Box = tuple[float, float, float, float]  # x0, y0, x1, y1


def find_overlaps(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """Pairs of indices of boxes that lie on one another; a pair may come more than once."""
    strips: dict[int, list[int]] = defaultdict(list)
    for index in sorted(range(len(boxes)), key=lambda index: boxes[index][0]):
        first, last = int(boxes[index][1] // STRIP), int(boxes[index][3] // STRIP)
        for strip in range(first, min(last, first + HIGHEST) + 1):
            strips[strip].append(index)
    for indices in strips.values():
        for place, index in enumerate(indices):
            end = boxes[index][2]
            for at in range(place + 1, len(indices)):
                other = indices[at]
                if boxes[other][0] >= end:
                    break
                if _lie_on_one_another(boxes[index], boxes[other]):
                    yield index, other


def _lie_on_one_another(first: Box, other: Box) -> bool:
    height = min(first[3], other[3]) - max(first[1], other[1])
    if height <= 0:
        return False
    width = min(first[2], other[2]) - max(first[0], other[0])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (first, other))
    return width > 0 and width * height > SHARED_PART * smaller
