"""Thin curves between words of a page: where they start, bend and end. ``page.js`` draws the same."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]  # left, top, right, bottom, in the unit that is drawn in
BEND = 0.2  # of the distance, by which a curve leaves the straight line


def curve(start: Rectangle, end: Rectangle, apart: float = 0.0) -> tuple[Point, Point, Point]:
    """A quadratic curve from the edge of one word to that of another, bent upwards: start, control, end.

    Args:
        start: The first word.
        end: The second.
        apart: How far before the edge of the second it ends, so that what marks its end covers no letter.
    """
    (x0, y0), (x1, y1) = _middle(start), _middle(end)
    across, down = x1 - x0, y1 - y0
    side = BEND if across > 0 or (across == 0 and down < 0) else -BEND
    control = ((x0 + x1) / 2 + side * down, (y0 + y1) / 2 - side * across)
    around = (end[0] - apart, end[1] - apart, end[2] + apart, end[3] + apart)
    return _edge(start, control), control, _edge(around, control)


def nearest(places: Sequence[Rectangle], to: Rectangle) -> Rectangle:
    """The one whose middle is nearest to that of ``to``."""
    return min(places, key=lambda place: math.dist(_middle(place), _middle(to)))


def joined(places: Sequence[Rectangle]) -> list[Rectangle]:
    """Neighbouring words of a line as one rectangle, in the order given."""
    found: list[Rectangle] = []
    for place in places:
        if found and found[-1][1] < _middle(place)[1] < found[-1][3] and found[-1][0] <= place[0]:
            left, top, right, bottom = found.pop()
            place = (left, min(top, place[1]), max(right, place[2]), max(bottom, place[3]))
        found.append(place)
    return found


def _middle(place: Rectangle) -> Point:
    left, top, right, bottom = place
    return (left + right) / 2, (top + bottom) / 2


def _edge(place: Rectangle, towards: Point) -> Point:
    """Where the line from the middle to a point leaves the rectangle; the point where it lies inside."""
    x, y = _middle(place)
    across, down = towards[0] - x, towards[1] - y
    half = ((place[2] - place[0]) / 2, (place[3] - place[1]) / 2)
    reach = min(half[0] / abs(across) if across else math.inf, half[1] / abs(down) if down else math.inf, 1.0)
    return x + reach * across, y + reach * down
