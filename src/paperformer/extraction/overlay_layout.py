"""Where the names of boxes stand on a page: near their box, on empty paper, not on each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL import Image

GAP = 2  # pixels between a box and a name that touches it


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Pixels from (x0, y0) up to but not including (x1, y1)."""

    x0: int
    y0: int
    x1: int
    y1: int

    def distance(self, other: Rectangle) -> int:
        """How many pixels lie between the two, along the axis where there are more; 0 where they touch."""
        across = max(self.x0 - other.x1, other.x0 - self.x1)
        down = max(self.y0 - other.y1, other.y0 - self.y1)
        return max(0, across, down)

    def shared(self, other: Rectangle) -> int:
        """How many pixels belong to both."""
        across = min(self.x1, other.x1) - max(self.x0, other.x0)
        down = min(self.y1, other.y1) - max(self.y0, other.y0)
        return max(0, across) * max(0, down)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands, and the line to its box where they are apart."""

    label: Rectangle
    leader: tuple[tuple[int, int], tuple[int, int]] | None


def place_labels(
    ink: Image.Image, boxes: Sequence[Rectangle], sizes: Sequence[tuple[int, int]]
) -> list[Place]:
    """A place for every box's label, in the order of the boxes.

    Args:
        ink: Of the page's size, not black where something is printed.
        boxes: What the labels name. No label stands on any of them if that can be helped.
        sizes: Width and height of each label.
    """
    taken = np.asarray(ink) > 0
    taken = taken.copy()
    for box in boxes:
        taken[box.y0 : box.y1, box.x0 : box.x1] = True
    sums = np.zeros((taken.shape[0] + 1, taken.shape[1] + 1), np.int32)
    sums[1:, 1:] = taken.cumsum(0, dtype=np.int32).cumsum(1, dtype=np.int32)
    labels: list[Rectangle] = []
    for box, size in zip(boxes, sizes, strict=True):
        labels.append(_nearest_free(sums, labels, box, size))
    return [Place(label, _leader(box, label)) for box, label in zip(boxes, labels, strict=True)]


def _nearest_free(
    sums: NDArray[np.int32], labels: Sequence[Rectangle], box: Rectangle, size: tuple[int, int]
) -> Rectangle:
    """The nearest empty place; where the page has none, the one that hides least.

    Args:
        sums: How many pixels are taken above and left of each corner (Crow's summed-area table, 1984).
        labels: Those placed already.
        box: Whose label it is.
        size: The label's width and height.
    """
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    wide, high = min(size[0], width), min(size[1], height)
    fewest, least = width * height + 1, Rectangle(0, 0, wide, high)
    for x, y in _spots(box, wide, high, max(width, height) // 4):
        x0, y0 = min(max(0, x), width - wide), min(max(0, y), height - high)
        spot = Rectangle(x0, y0, x0 + wide, y0 + high)
        hidden = int(sums[spot.y1, spot.x1] - sums[y0, spot.x1] - sums[spot.y1, x0] + sums[y0, x0])
        hidden += sum(spot.shared(label) for label in labels)
        if hidden < fewest:
            fewest, least = hidden, spot
        if not hidden:
            break
    return least


def _spots(box: Rectangle, wide: int, high: int, reach: int) -> Iterator[tuple[int, int]]:
    """Top left corners around a box: touching it first, then in rings further and further out.

    Further than ``reach`` pixels nobody would see what a label belongs to.
    """
    step = max(4, high // 3)
    for away in range(GAP, GAP + reach + 1, step):
        above, below = box.y0 - away - high, box.y1 + away
        left, right = box.x0 - away - wide, box.x1 + away
        middle = (box.y0 + box.y1 - high) // 2
        yield from ((box.x0, above), (right, middle), (left, middle), (box.x0, below), (box.x1 - wide, above))
        for x in range(left, right + 1, 3 * step):
            yield x, above
            yield x, below
        for y in range(above, below + 1, 2 * step):
            yield right, y
            yield left, y


def _leader(box: Rectangle, label: Rectangle) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if box.distance(label) <= GAP:
        return None
    x = min(max((label.x0 + label.x1) // 2, box.x0), box.x1)
    y = min(max((label.y0 + label.y1) // 2, box.y0), box.y1)
    return (x, y), (min(max(x, label.x0), label.x1), min(max(y, label.y0), label.y1))
