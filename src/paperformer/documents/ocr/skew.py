"""Skew of the text of an upright page, and its correction.

Projection method (Postl 1986): along the true angle, rows of ink and rows of paper alternate most sharply.
The sharpness of an angle is the sum of squared differences between neighbouring rows of ink.
"""

from __future__ import annotations

from math import radians, tan
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEEN = 800  # longest side looked at: a text row is then still some 8 pixels high
_WIDEST = 15.0
_MOST_POINTS = 20_000
_FEWEST_POINTS = 200


def measure_skew(picture: NDArray[np.uint8]) -> float:
    """How far the text is tilted clockwise, in degrees from -15 to 15; 0.0 where there is too little ink.

    Args:
        picture: Shape (height, width, 3), upright to 15 degrees.
    """
    points = _edge_points(picture)
    if len(points) < _FEWEST_POINTS:
        return 0.0
    coarse = _sharpest(points, np.arange(-_WIDEST, _WIDEST + 0.25, 0.5))
    return float(_sharpest(points, coarse + np.arange(-0.5, 0.51, 0.1)))


def level(picture: NDArray[np.uint8], skew: float) -> NDArray[np.uint8]:
    """The picture turned counter-clockwise by ``skew`` degrees about its centre, its size unchanged."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), skew, 1.0)
    levelled = cv2.warpAffine(
        picture, turn, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(levelled, np.uint8)


def _edge_points(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """x, y from the centre of a sample of pixels much darker than what surrounds them."""
    height, width = picture.shape[:2]
    scale = min(1.0, _SEEN / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    ground = cv2.blur(grey, (31, 31))
    ys, xs = np.nonzero(ground.astype(np.int16) - grey > 20)
    if len(xs) > _MOST_POINTS:
        chosen = np.linspace(0, len(xs) - 1, _MOST_POINTS).astype(int)
        ys, xs = ys[chosen], xs[chosen]
    return np.stack([xs - size[0] / 2, ys - size[1] / 2], axis=1).astype(np.float32)


def _sharpest(points: NDArray[np.float32], angles: NDArray[np.float64]) -> float:
    return float(max(angles, key=lambda angle: _sharpness(points, float(angle))))


def _sharpness(points: NDArray[np.float32], angle: float) -> float:
    """How sharply rows alternate when text tilted by ``angle`` degrees clockwise is sheared level."""
    rows = points[:, 1] - points[:, 0] * np.float32(tan(radians(angle)))
    histogram = np.bincount((rows - rows.min()).astype(np.int64))
    return float(np.square(np.diff(histogram)).sum())
