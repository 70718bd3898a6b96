"""From text lines to words with boxes.

The recogniser says where the middle of each character stands, to 8 pixels in 48 of height. A word ends where
the line has a space; where exactly, the ink decides: the widest blank run between the two characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from paperformer.documents.ocr.ink import first_ink, ink_profile, last_ink, widest_gap
from paperformer.documents.ocr.spaces import mend_spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from paperformer.documents.ocr.detection import Rectangle
    from paperformer.documents.ocr.recognition import ReadLine

_UPRIGHT = 1.5  # a rectangle this much higher than wide holds a line that runs upwards


@dataclass(frozen=True, slots=True)
class LineWord:
    """A word of a line.

    Args:
        text: Its characters.
        start, end: Where it begins and ends, in parts of the line's width.
        confidence: Geometric mean of its characters' probabilities.
    """

    text: str
    start: float
    end: float
    confidence: float


def cut_line(picture: NDArray[np.uint8], line: Rectangle) -> tuple[NDArray[np.uint8], Rectangle]:
    """The picture of one line, level, and its rectangle in reading direction.

    A rectangle much higher than wide is taken for a line that runs from bottom to top.
    """
    corners = line.corners
    if line.height >= _UPRIGHT * line.width:
        corners = np.roll(corners, 1, axis=0)
        line = type(line)(corners)
    width, height = max(1, round(line.width)), max(1, round(line.height))
    target = np.array([(0, 0), (width, 0), (0, height)], np.float32)
    turn = cv2.getAffineTransform(np.ascontiguousarray(corners[[0, 1, 3]]), target)
    cut = cv2.warpAffine(
        picture, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8), line


def split_line(line: ReadLine, crop: NDArray[np.uint8]) -> list[LineWord]:
    """The words of a line that was read off ``crop``."""
    ink = ink_profile(crop)
    line = mend_spaces(line, ink, len(crop))
    spans = _word_spans(line.text)
    if not spans:
        return []
    centers = line.centers
    edges = [first_ink(ink, 0.0, centers[spans[0][0]])]
    for (_, end), (start, _) in pairwise(spans):
        edges.extend(widest_gap(ink, centers[end - 1], centers[start]))
    edges.append(last_ink(ink, centers[spans[-1][1] - 1]))
    return [
        LineWord(
            line.text[start:end],
            edges[2 * index],
            max(edges[2 * index], edges[2 * index + 1]),
            float(np.exp(np.mean(np.log(np.maximum(line.confidences[start:end], 1e-6))))),
        )
        for index, (start, end) in enumerate(spans)
    ]


def place(line: Rectangle, start: float, end: float) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of the part of a line from ``start`` to ``end``, both in parts of its width."""
    top_left, top_right, bottom_right, bottom_left = line.corners
    corners = np.stack(
        [
            top_left + (top_right - top_left) * start,
            top_left + (top_right - top_left) * end,
            bottom_left + (bottom_right - bottom_left) * start,
            bottom_left + (bottom_right - bottom_left) * end,
        ]
    )
    x0, y0 = corners.min(0)
    x1, y1 = corners.max(0)
    return float(x0), float(y0), float(x1), float(y1)


def _word_spans(text: str) -> list[tuple[int, int]]:
    """First and last character (exclusive) of each run without white space."""
    spans = []
    start = None
    for index, character in enumerate(text + " "):
        if character.isspace():
            if start is not None:
                spans.append((start, index))
            start = None
        elif start is None:
            start = index
    return spans
