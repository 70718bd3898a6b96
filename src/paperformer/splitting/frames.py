"""A part of a page as an upright page of its own, and where its places are on the whole page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from paperformer.documents.model import Box, Code, Page, Word
from paperformer.documents.order import PlacedWord, order_words, relative_box

_MARGIN = 1.0  # around the words, in heights of one
_MOST_TILT = 15.0
_COARSE, _FINE = 0.5, 0.1  # steps in degrees
_REACH = 12.0  # how far apart words tell the tilt of their line, in heights
_SPREAD = 0.15  # how exactly words stand on their line, in heights


@dataclass(frozen=True, slots=True)
class Frame:
    """An upright or tilted rectangle on a page.

    Args:
        page_width, page_height: Of the whole page, in its own unit.
        tilt: How far the rectangle is turned clockwise, in degrees.
        left, top: Of the rectangle, on the page turned back by ``tilt`` about its origin.
        width, height: Of the rectangle.
        words: Indices into the page's words of those in the rectangle, in its own reading order.
    """

    page_width: float
    page_height: float
    tilt: float
    left: float
    top: float
    width: float
    height: float
    words: tuple[int, ...] = ()

    @property
    def box(self) -> Box:
        """The part of the page that it takes up."""
        return self.on_page(Box(0.0, 0.0, 1.0, 1.0))

    def on_page(self, box: Box) -> Box:
        """The box on the whole page around ``box`` in the rectangle."""
        u, v = box.center
        x, y = _turned(self.left + u * self.width, self.top + v * self.height, self.tilt)
        along, across = _bounds(box.width * self.width, box.height * self.height, self.tilt)
        return Box(
            (x - along / 2) / self.page_width,
            (y - across / 2) / self.page_height,
            (x + along / 2) / self.page_width,
            (y + across / 2) / self.page_height,
        ).clipped()


def framed(page: Page, words: Sequence[Word]) -> tuple[Frame, Page]:
    """``words`` of ``page`` as a page of their own, level and in reading order, and the frame around them.

    Args:
        page: The whole page.
        words: Some of its words, at least one: the very objects that ``page.words`` holds.
    """
    boxes = [in_unit(word.box, page) for word in words]
    tilt = measure_tilt(boxes) if page.reading != "text_layer" else 0.0
    level = [_levelled(box, tilt) for box in boxes]
    margin = _MARGIN * median(y1 - y0 for _, y0, _, y1 in level)
    left, top = min(x0 for x0, *_ in level) - margin, min(y0 for _, y0, *_ in level) - margin
    width, height = max(box[2] for box in level) + margin - left, max(box[3] for box in level) + margin - top
    placed = [
        PlacedWord(
            word.text,
            (x0 - left, y0 - top, x1 - left, y1 - top),
            (y0 - top, y1 - top),
            word.confidence,
            letter_height=word.letter_height,
        )
        for word, (x0, y0, x1, y1) in zip(words, level, strict=True)
    ]
    ordered = order_words(placed, page=page.number, width=width, height=height)
    index_of = {id(word): index for index, word in enumerate(page.words)}
    by_place = {
        (place.text, relative_box(place.box, width, height)): index_of[id(word)]
        for place, word in zip(placed, words, strict=True)
    }
    indices = tuple(by_place[word.text, word.box] for word in ordered)
    frame = Frame(page.width, page.height, tilt, left, top, width, height, indices)
    codes = _codes_within(page, tilt, (left, top, width, height))
    return frame, replace(page, width=width, height=height, words=ordered, codes=codes)


def _codes_within(page: Page, tilt: float, frame: tuple[float, float, float, float]) -> tuple[Code, ...]:
    """The codes of ``page`` whose middle is in a frame (left, top, width, height), placed in it."""
    left, top, width, height = frame
    within = []
    for code in page.codes:
        x0, y0, x1, y1 = _levelled(in_unit(code.box, page), tilt)
        box = Box((x0 - left) / width, (y0 - top) / height, (x1 - left) / width, (y1 - top) / height)
        if all(0.0 <= part <= 1.0 for part in box.center):
            within.append(replace(code, box=box.clipped()))
    return tuple(within)


def measure_tilt(boxes: Sequence[tuple[float, float, float, float]]) -> float:
    """How far lines of words are turned clockwise, in degrees; 0.0 where they do not tell.

    The angle at which most pairs of neighbouring words stand on one line, near ones counting more.
    """
    height = max(median(y1 - y0 for _, y0, _, y1 in boxes), 1e-9)
    pairs = _neighbours(boxes, height)

    def aligned(angle: float) -> float:
        slope = math.tan(math.radians(angle))
        return sum(weight * math.exp(-(((dy - dx * slope) / _SPREAD) ** 2)) for dx, dy, weight in pairs)

    if not pairs:
        return 0.0
    coarse = _surest(aligned, 0.0, _COARSE, _MOST_TILT)
    return round(_surest(aligned, coarse, _FINE, _COARSE), 2)


def _surest(aligned: Callable[[float], float], around: float, step: float, reach: float) -> float:
    """The angle within ``reach`` of ``around`` that aligns most, the least one of several."""
    count = round(reach / step)
    angles = [around + step * at for at in range(-count, count + 1)]
    return max(angles, key=lambda angle: (aligned(angle), -abs(angle)))


def _neighbours(
    boxes: Sequence[tuple[float, float, float, float]], height: float
) -> list[tuple[float, float, float]]:
    """Pairs of words that may stand on one line: how far apart, in heights, and how much they tell."""
    centers = sorted(
        ((x0 + x1) / 2 / height, (y0 + y1) / 2 / height, (x1 - x0) / height) for x0, y0, x1, y1 in boxes
    )
    steepest = math.tan(math.radians(_MOST_TILT))
    pairs = []
    for at, (x, y, width) in enumerate(centers):
        for other_x, other_y, other_width in centers[at + 1 :]:
            dx, dy = other_x - x, other_y - y
            if dx > 2 * _REACH:
                break
            gap = dx - (width + other_width) / 2
            if dx > 0 and abs(dy) <= steepest * dx + _SPREAD and -0.5 <= gap <= _REACH:
                pairs.append((dx, dy, 1 / (1 + max(gap, 0.0))))
    return pairs


def in_unit(box: Box, page: Page) -> tuple[float, float, float, float]:
    """The edges of a box on ``page`` in the page's own unit, the same along both sides."""
    return box.x0 * page.width, box.y0 * page.height, box.x1 * page.width, box.y1 * page.height


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A point turned clockwise about the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * cos - y * sin, x * sin + y * cos


def _bounds(width: float, height: float, degrees: float) -> tuple[float, float]:
    """Width and height of the upright box around a rectangle turned by ``degrees``."""
    cos, sin = math.cos(math.radians(degrees)), abs(math.sin(math.radians(degrees)))
    return width * cos + height * sin, width * sin + height * cos


def _levelled(box: tuple[float, float, float, float], tilt: float) -> tuple[float, float, float, float]:
    """The word in the upright ``box``, turned back: its own width and height, which ``_bounds`` widened."""
    x0, y0, x1, y1 = box
    x, y = _turned((x0 + x1) / 2, (y0 + y1) / 2, -tilt)
    cos, sin = math.cos(math.radians(tilt)), abs(math.sin(math.radians(tilt)))
    double = cos * cos - sin * sin
    width = max(((x1 - x0) * cos - (y1 - y0) * sin) / double, 0.3 * (x1 - x0))
    height = max(((y1 - y0) * cos - (x1 - x0) * sin) / double, 0.3 * (y1 - y0))
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2
