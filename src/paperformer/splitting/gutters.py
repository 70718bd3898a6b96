"""Straight empty strips that part the words of a page: what lies between two receipts on one picture.

As an XY-cut (Nagy & Seth 1984), but strips may be tilted as sheets on a table are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from statistics import median
from typing import NamedTuple

from paperformer.documents.model import Page, Word
from paperformer.splitting.frames import in_unit

Rectangle = tuple[float, float, float, float]
"""x0, y0, x1, y1 in a unit that is the same along both sides of the page."""

# Least widths in heights of a word. Columns of a table are 1.5 and more apart, paragraphs a blank line.
_LEAST_BESIDE = 1.0
_LEAST_BELOW = 1.0
TILTS = tuple(range(-12, 13, 2))
"""Degrees that a sheet lying on a table may be turned by."""


class Gutter(NamedTuple):
    """A strip without words.

    Args:
        width: In heights of a word.
        is_upright: Whether it parts what stands side by side.
        before: Indices of the words left of it or above it.
        after: Those right of it or below it.
    """

    width: float
    is_upright: bool
    before: tuple[int, ...]
    after: tuple[int, ...]


def gutters_on(page: Page, words: Sequence[Word]) -> list[Gutter]:
    """As ``find_gutters``, of words of a page; what is no picture lies straight."""
    boxes = [in_unit(word.box, page) for word in words]
    return find_gutters(boxes, (0,) if page.reading == "text_layer" else TILTS)


def find_gutters(words: Sequence[Rectangle], tilts: Sequence[float] = TILTS) -> list[Gutter]:
    """All ways to part ``words`` by a strip from edge to edge, the widest first.

    Args:
        words: Boxes around words.
        tilts: How far, in degrees, a strip may be turned from the upright and from the level.
    """
    if len(words) < 2:
        return []
    height = max(median(y1 - y0 for _, y0, _, y1 in words), 1e-9)
    widest: dict[tuple[int, ...], Gutter] = {}
    for tilt in tilts:
        for turn, least in ((tilt, _LEAST_BESIDE), (tilt + 90, _LEAST_BELOW)):
            for gutter in _across(words, math.radians(turn), least * height):
                known = widest.get(gutter.before)
                if known is None or gutter.width > known.width:
                    widest[gutter.before] = gutter
    found = (gutter._replace(width=gutter.width / height) for gutter in widest.values())
    return sorted(found, key=lambda gutter: (-gutter.width, gutter.before))


def _across(words: Sequence[Rectangle], turn: float, least: float) -> Iterator[Gutter]:
    """Strips of at least ``least`` that a line in the direction ``turn`` crosses at right angles."""
    along, down = math.cos(turn), math.sin(turn)
    spans = []
    for index, (x0, y0, x1, y1) in enumerate(words):
        middle = ((x0 + x1) * along + (y0 + y1) * down) / 2
        half = ((x1 - x0) * abs(along) + (y1 - y0) * abs(down)) / 2
        spans.append((middle - half, middle + half, index))
    spans.sort()
    ends = accumulate(map(itemgetter(1), spans), max)
    order = [index for _, _, index in spans]
    for at, (end, (begin, _, _)) in enumerate(zip(ends, spans[1:], strict=False), start=1):
        if begin - end >= least:
            yield Gutter(
                begin - end,
                abs(turn) < math.radians(45),
                tuple(sorted(order[:at])),
                tuple(sorted(order[at:])),
            )
