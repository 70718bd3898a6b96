"""Names beside the points of a map, placed by their measured size so that they do not cover each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.transforms import Bbox

from paperformer.inspection.look.style import FAINT

DIRECTIONS, NEAR, STEP, RINGS = 16, 9.0, 9.0, 7  # tries around a point; pixels, at 100 to the inch
LEADER = 14.0  # pixels: a name further from its point has a line to it
COVERED, FAR = 3.0, 0.02  # what it costs to stand on a point, and a pixel from one's own


@dataclass(frozen=True, slots=True)
class Name:
    """What a point is called.

    Args:
        x, y: Where it lies, in data coordinates.
        text: Its name.
        colour: Of the name.
        bold: Whether it stands out; such names are placed first.
    """

    x: float
    y: float
    text: str
    colour: str
    bold: bool


def place_names(axes: Any, names: Sequence[Name]) -> None:
    """Write each name as near to its point as there is room; a thin line leads to one that is far."""
    renderer = axes.figure.canvas.get_renderer()
    points = [axes.transData.transform((name.x, name.y)) for name in names]
    inside = axes.get_window_extent(renderer)
    taken: list[Bbox] = []
    for name, point in sorted(zip(names, points, strict=True), key=lambda entry: not entry[0].bold):
        size, weight = (11, "bold") if name.bold else (8.5, "normal")
        text = axes.text(name.x, name.y, name.text, ha="center", va="center", color=name.colour,
                         fontsize=size, fontweight=weight)  # fmt: skip
        extent = text.get_window_extent(renderer)
        box = _best(extent.width + 3, extent.height, point, points, taken, inside)
        taken.append(box)
        middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        text.set_position(axes.transData.inverted().transform(middle))
        _lead(axes, point, box)


def _best(
    width: float, height: float, point: Any, points: Sequence[Any], taken: Sequence[Bbox], inside: Bbox
) -> Bbox:
    """The cheapest place around a point: on no other name, on few points, near, inside the frame."""
    tried: list[tuple[float, int, Bbox]] = []
    for ring in range(RINGS):
        for turn in range(DIRECTIONS):
            angle = math.pi / 2 + 2 * math.pi * turn / DIRECTIONS
            away = NEAR + STEP * ring
            x = point[0] + math.cos(angle) * (away + width / 2)
            y = point[1] + math.sin(angle) * (away + height / 2)
            box = Bbox.from_bounds(x - width / 2, y - height / 2, width, height)
            tried.append((_cost(box, points, taken, inside, away), len(tried), box))
    return min(tried, key=lambda attempt: attempt[:2])[2]


def _cost(box: Bbox, points: Sequence[Any], taken: Sequence[Bbox], inside: Bbox, away: float) -> float:
    overlap = sum(_shared(box, other) for other in taken)
    area = box.width * box.height
    outside = area - _shared(box, inside)
    covered = sum(box.x0 - 4 < x < box.x1 + 4 and box.y0 - 4 < y < box.y1 + 4 for x, y in points)
    return float(100 * (overlap + outside) / area + COVERED * covered + FAR * away)


def _shared(box: Bbox, other: Bbox) -> float:
    both = Bbox.intersection(box, other)
    return 0.0 if both is None else float(both.width * both.height)


def _lead(axes: Any, point: Any, box: Bbox) -> None:
    """A line from a point to a name that does not stand beside it."""
    x, y = min(max(point[0], box.x0), box.x1), min(max(point[1], box.y0), box.y1)
    if math.hypot(x - point[0], y - point[1]) > LEADER:
        ends = axes.transData.inverted().transform([point, (x, y)])
        axes.plot(*ends.T, color=FAINT, linewidth=0.5, linestyle=(0, (1, 1.5)), zorder=1)
