"""Setting a picture upright before any engine reads it: quarter turns first, then the remaining tilt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.ocr.skew import level, measure_skew

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TOLERABLE = 0.5  # engines read a tilt below this as well as none


@dataclass(frozen=True, slots=True)
class Upright:
    """A picture set upright.

    Args:
        picture: The upright picture, RGB.
        rotation: Quarter turns clockwise that it took: 0, 90, 180 or 270 degrees.
        skew: Tilt clockwise that was then taken out, in degrees.
    """

    picture: NDArray[np.uint8]
    rotation: int
    skew: float


def quarter_turned(image: NDArray[np.uint8], rotation: int) -> NDArray[np.uint8]:
    """The picture turned clockwise by 0, 90, 180 or 270 degrees."""
    return np.ascontiguousarray(np.rot90(image, -rotation // 90))


def set_upright(image: NDArray[np.uint8], rotation: int) -> Upright:
    """Turn and level a picture of shape (height, width, 3).

    Args:
        image: The picture.
        rotation: Quarter turns clockwise that it needs: 0, 90, 180 or 270 degrees.
    """
    turned = quarter_turned(image, rotation)
    skew = measure_skew(turned)
    if abs(skew) <= _TOLERABLE:
        return Upright(turned, rotation, 0.0)
    return Upright(level(turned, skew), rotation, skew)
