"""Setting a picture upright before any engine reads it: quarter turns first, then the remaining tilt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.ocr.orientation import Orientation
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


def set_upright(image: NDArray[np.uint8], orientation: Orientation | None) -> Upright:
    """Turn and level a picture of shape (height, width, 3).

    Args:
        image: The picture.
        orientation: Says how it is to be turned; None where that is not to be done.
    """
    rotation = 0 if orientation is None else orientation.clockwise(image)
    turned = np.ascontiguousarray(np.rot90(image, -rotation // 90))
    skew = measure_skew(turned)
    if abs(skew) <= _TOLERABLE:
        return Upright(turned, rotation, 0.0)
    return Upright(level(turned, skew), rotation, skew)
