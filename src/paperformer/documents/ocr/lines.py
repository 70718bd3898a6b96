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
    spans = _word_spans(line.text)
    if not spans:
        return []
    ink = ink_profile(crop)
    centers = line.centers
    edges = [_first_ink(ink, 0.0, centers[spans[0][0]])]
    for (_, end), (start, _) in pairwise(spans):
        edges.extend(_gap(ink, centers[end - 1], centers[start]))
    edges.append(_last_ink(ink, centers[spans[-1][1] - 1]))
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


def ink_profile(crop: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For each column of a line's picture, whether there is ink in it (Otsu's threshold)."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    _, light = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    inked = np.asarray(light) == 0
    if inked.mean() > 0.5:  # light print on a dark ground
        inked = ~inked
    height = inked.shape[0]
    # The outer rows hold pieces of the neighbouring lines and of rules.
    inner = inked[height // 8 : max(height // 8 + 1, height - height // 8)]
    profile: NDArray[np.bool_] = inner.any(0)
    return profile


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


def _gap(ink: NDArray[np.bool_], left: float, right: float) -> tuple[float, float]:
    """End of one word and start of the next: the widest blank run between two character middles."""
    width = len(ink)
    first, last = int(left * width), min(width, int(right * width) + 1)
    best = (0, 0)
    start = None
    for column in range(first, last + 1):
        blank = column < last and not ink[column]
        if blank and start is None:
            start = column
        elif not blank and start is not None:
            best = max(best, (start, column), key=lambda run: run[1] - run[0])
            start = None
    if best[1] > best[0]:
        return best[0] / width, best[1] / width
    middle = (left + right) / 2
    return middle, middle


def _first_ink(ink: NDArray[np.bool_], start: float, end: float) -> float:
    columns = np.flatnonzero(ink[int(start * len(ink)) : int(end * len(ink)) + 1])
    return start + columns[0] / len(ink) if len(columns) else start


def _last_ink(ink: NDArray[np.bool_], start: float) -> float:
    first = min(len(ink) - 1, int(start * len(ink)))
    columns = np.flatnonzero(ink[first:])
    return float((first + columns[-1] + 1) / len(ink)) if len(columns) else 1.0
