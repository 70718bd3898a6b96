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

from paperformer.documents.ocr.ink import first_ink, ink_mask, inked_columns, last_ink, text_rows, widest_gap
from paperformer.documents.ocr.spaces import mend_spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from paperformer.documents.ocr.detection import Rectangle
    from paperformer.documents.ocr.recognition import ReadLine

_UPRIGHT = 1.5  # a rectangle this much higher than wide holds a line that runs upwards
_LEAST_TEXT = 0.3  # of the rectangle's height
_MARGIN = 0.25  # blank left above and below the text, in parts of its height: what the networks read best


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


@dataclass(frozen=True, slots=True)
class LineCut:
    """A line cut out of its page, level.

    Args:
        crop: Its picture with some margin above and below the text, blue first.
        rectangle: Where it stands on the page, close around the text's height, in reading direction.
        ink: For each column of the picture, whether there is ink in it.
        height: Height of the text, in pixels.
    """

    crop: NDArray[np.uint8]
    rectangle: Rectangle
    ink: NDArray[np.bool_]
    height: int


def cut_line(picture: NDArray[np.uint8], line: Rectangle) -> LineCut:
    """Cut a line out, less the blank above and below it.

    Detectors leave more blank around small print. The recogniser sees all lines at one height: blank makes
    the print small, and small print loses its double letters.
    A rectangle much higher than wide is taken for a line that runs from bottom to top.
    """
    if line.height >= _UPRIGHT * line.width:
        line = type(line)(np.roll(line.corners, 1, axis=0))
    crop = _level_crop(picture, line)
    mask = ink_mask(crop)
    top, bottom = text_rows(mask)
    if bottom - top < _LEAST_TEXT * len(crop):  # a rule, a dash or a smudge: no measure for the text
        return LineCut(crop, line, inked_columns(mask), len(crop))
    margin = max(1, round((bottom - top) * _MARGIN))
    seen = crop[max(0, top - margin) : bottom + margin]
    rectangle = line.rows(top / len(crop), bottom / len(crop))
    return LineCut(seen, rectangle, inked_columns(mask[top:bottom]), bottom - top)


def _level_crop(picture: NDArray[np.uint8], line: Rectangle) -> NDArray[np.uint8]:
    width, height = max(1, round(line.width)), max(1, round(line.height))
    target = np.array([(0, 0), (width, 0), (0, height)], np.float32)
    turn = cv2.getAffineTransform(np.ascontiguousarray(line.corners[[0, 1, 3]]), target)
    crop = cv2.warpAffine(
        picture, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def split_line(line: ReadLine, cut: LineCut) -> list[LineWord]:
    """The words of a line that was read off a cut."""
    line = mend_spaces(line, cut.ink, cut.height)
    spans = _word_spans(line.text)
    if not spans:
        return []
    ink, centers = cut.ink, line.centers
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
