"""Where the picture of a text line has ink and where it is blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLANK = 0.12  # blank rows, in parts of the picture's height, that end a line of text; a dot's gap is smaller


def ink_mask(crop: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which pixels are ink, dark on light or light on dark (Otsu's threshold; blue first)."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    _, light = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask: NDArray[np.bool_] = np.asarray(light) == 0
    return ~mask if mask.mean() > 0.5 else mask


def inked_columns(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each column, whether there is ink in it."""
    return np.asarray(mask.any(0), np.bool_)


def text_rows(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """First and last row (exclusive) of the text: around the row with most ink, out to the first clear gap.

    Pieces of neighbouring lines at the picture's edge are left out where blank rows part them from it.
    """
    rows = mask.sum(1)
    peak = int(rows.argmax())
    clear = max(3, round(len(rows) * _BLANK))
    return peak - _reach(rows[peak::-1] > 0, clear), peak + _reach(rows[peak:] > 0, clear) + 1


def _reach(inked: NDArray[np.bool_], clear: int) -> int:
    """How far ink goes on before ``clear`` blank rows in a row, or the end."""
    places = np.flatnonzero(inked)
    gaps = np.flatnonzero(np.diff(places) > clear)
    if len(places) == 0:
        return 0
    return int(places[gaps[0]] if len(gaps) else places[-1])


def widest_gap(ink: NDArray[np.bool_], left: float, right: float) -> tuple[float, float]:
    """Start and end of the widest blank run between two places, all in parts of the line's width.

    Where the ink leaves no blank between them, both are the middle.

    Args:
        ink: For each column of the line's picture, whether there is ink in it.
        left: Where to look from.
        right: Where to look to.
    """
    width = len(ink)
    first, last = int(left * width), min(width, int(right * width) + 1)
    edges = np.flatnonzero(np.diff(np.concatenate(([True], ink[first:last], [True])).astype(np.int8)))
    starts, ends = edges[::2], edges[1::2]
    if len(starts) == 0:
        middle = (left + right) / 2
        return middle, middle
    widest = int((ends - starts).argmax())
    return (first + int(starts[widest])) / width, (first + int(ends[widest])) / width


def first_ink(ink: NDArray[np.bool_], start: float, end: float) -> float:
    """Where ink begins between two places, in parts of the line's width; ``start`` where there is none."""
    columns = np.flatnonzero(ink[int(start * len(ink)) : int(end * len(ink)) + 1])
    return start + float(columns[0]) / len(ink) if len(columns) else start


def last_ink(ink: NDArray[np.bool_], start: float) -> float:
    """Where ink ends after a place, in parts of the line's width; the line's end where there is none."""
    first = min(len(ink) - 1, int(start * len(ink)))
    columns = np.flatnonzero(ink[first:])
    return float((first + columns[-1] + 1) / len(ink)) if len(columns) else 1.0
