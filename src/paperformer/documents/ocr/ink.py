"""Where a text line has ink and where it is blank, column by column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


def widest_gap(ink: NDArray[np.bool_], left: float, right: float) -> tuple[float, float]:
    """Start and end of the widest blank run between two places, all in parts of the line's width.

    Where the ink leaves no blank between them, both are the middle.
    """
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


def first_ink(ink: NDArray[np.bool_], start: float, end: float) -> float:
    """Where ink begins between two places, in parts of the line's width; ``start`` where there is none."""
    columns = np.flatnonzero(ink[int(start * len(ink)) : int(end * len(ink)) + 1])
    return start + columns[0] / len(ink) if len(columns) else start


def last_ink(ink: NDArray[np.bool_], start: float) -> float:
    """Where ink ends after a place, in parts of the line's width; the line's end where there is none."""
    first = min(len(ink) - 1, int(start * len(ink)))
    columns = np.flatnonzero(ink[first:])
    return float((first + columns[-1] + 1) / len(ink)) if len(columns) else 1.0
