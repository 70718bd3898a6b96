"""Detection of text lines on a picture: differentiable binarisation (DB, Liao et al. 2020, arXiv 1911.08947).

The network gives every pixel the probability of lying in the shrunken core of a text line. Cores are cut
out at a threshold, each gets the smallest rectangle around it, and that grows back to the full line.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from paperformer.documents.ocr.session import Network

    _Contour = cv2.typing.MatLike

_STRIDE = 32  # the network halves the picture five times
_THINNEST = 3  # pixels of a core's shorter side
_SHORT = 24  # pixels of a core's longer side below which it may hold a character or two
_THINNEST_SHORT = 1
# Where strokes hang on a core it is a line where it goes on level for half of its width, and so many pixels.
_LEVEL = 48


@dataclass(frozen=True, slots=True)
class DetectorConfig:
    """How a detector looks at a picture.

    Args:
        side: Longest side that the network sees, in pixels.
        area: A long, narrow page may exceed ``side`` as long as it stays below this many pixels.
        mean, std: Normalisation of the channels, blue first.
        core: Probability from which a pixel belongs to a core.
        confidence: Mean probability from which a core is a text line.
        grow: How far a core grows back, in parts of area over perimeter.
        most: Most lines of a page.
    """

    side: int = 960
    area: int = 960 * 680
    mean: tuple[float, float, float] = (0.5, 0.5, 0.5)
    std: tuple[float, float, float] = (0.5, 0.5, 0.5)
    core: float = 0.3
    confidence: float = 0.5
    grow: float = 1.6
    most: int = 3000


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle at any angle, in pixels: a text line.

    Args:
        corners: Shape (4, 2): top left, top right, bottom right, bottom left in reading direction.
    """

    corners: NDArray[np.float32]

    @property
    def width(self) -> float:
        return float(np.linalg.norm(self.corners[1] - self.corners[0]))

    @property
    def height(self) -> float:
        return float(np.linalg.norm(self.corners[3] - self.corners[0]))

    @property
    def is_level(self) -> bool:
        """Whether it reads across the page more than along it."""
        along = np.abs(self.corners[1] - self.corners[0])
        return bool(along[0] >= along[1])

    def larger(self, more: float) -> Rectangle:
        """The same, grown on each side by ``more`` parts of the shorter side, and level."""
        edge = more * min(self.width, self.height)
        (x0, y0), (x1, y1) = self.corners.min(0) - edge, self.corners.max(0) + edge
        return Rectangle(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32))

    def rows(self, top: float, bottom: float) -> Rectangle:
        """The part from ``top`` to ``bottom``, both in parts of the height."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        left, right = bottom_left - top_left, bottom_right - top_right
        return Rectangle(
            np.stack(
                [
                    top_left + left * top,
                    top_right + right * top,
                    top_right + right * bottom,
                    top_left + left * bottom,
                ]
            )
        )


class Detector:
    """Finds the text lines of a picture."""

    def __init__(self, network: Network, config: DetectorConfig) -> None:
        self._network = network
        self._config = config
        mean, std = np.array(config.mean), np.array(config.std)
        self._scale = (1 / (255 * std)).astype(np.float32)
        self._shift = (-mean / std).astype(np.float32)

    def find(self, picture: NDArray[np.uint8]) -> list[Rectangle]:
        """The text lines of a picture (height, width, 3; blue first), top to bottom, left to right."""
        height, width = picture.shape[:2]
        probability = self._probability(picture)
        back = np.array([width / probability.shape[1], height / probability.shape[0]], dtype=np.float32)
        rectangles = [Rectangle(corners * back) for corners in self._rectangles(probability)]
        return sorted(rectangles, key=lambda line: (line.corners[:, 1].mean(), line.corners[0, 0]))

    def _probability(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        size = seen_size(picture.shape[1], picture.shape[0], self._config)
        shrinking = size[0] < picture.shape[1]
        seen = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR)
        normal = seen.astype(np.float32) * self._scale + self._shift
        output = self._network(np.ascontiguousarray(normal.transpose(2, 0, 1))[np.newaxis])
        return np.asarray(output[0, 0], np.float32)

    def _rectangles(self, probability: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        cores = (probability > self._config.core).astype(np.uint8)
        cores = np.asarray(cv2.dilate(cores, np.ones((2, 2), np.uint8)), np.uint8)
        contours, nesting = cv2.findContours(cores, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        if nesting is None:
            return []
        # A hole in a core is none.
        outer = [core for core, (*_, parent) in zip(contours, nesting[0], strict=True) if parent < 0]
        found = []
        for contour in outer[: self._config.most]:
            line = self._line(probability, contour)
            if line is not None:
                found.append(line)
            else:
                parts = (self._line(probability, part) for part in _level_parts(contour))
                found.extend(part for part in parts if part is not None)
        return found[: self._config.most]

    def _line(self, probability: NDArray[np.float32], contour: _Contour) -> NDArray[np.float32] | None:
        """The text line of a core; None when too little of it is likely to be text."""
        center, (width, height), angle = cv2.minAreaRect(contour)
        core = np.asarray(cv2.boxPoints((center, (width, height), angle)), np.float32)
        if max(width, height) < _SHORT:
            thinnest, likely = _THINNEST_SHORT, _mean_of_core(probability, contour, self._config.core)
        else:
            thinnest, likely = _THINNEST, _mean_inside(probability, core)
        if min(width, height) < thinnest or likely < self._config.confidence:
            return None
        # Growing a rectangle by a distance on all sides leaves a rectangle: no polygon library is needed.
        more = 2 * self._config.grow * width * height / (2 * (width + height))
        grown = cv2.boxPoints((center, (width + more, height + more), angle))
        return reading_corners(np.asarray(grown, np.float32))


def seen_size(width: int, height: int, config: DetectorConfig) -> tuple[int, int]:
    """Width and height at which the network sees a picture: never enlarged, multiples of 32."""
    scale = min(1.0, max(config.side / max(width, height), sqrt(config.area / (width * height))))
    return (
        max(_STRIDE, round(width * scale / _STRIDE) * _STRIDE),
        max(_STRIDE, round(height * scale / _STRIDE) * _STRIDE),
    )


def reading_corners(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Four corners in the order top left, top right, bottom right, bottom left.

    Raises:
        ValueError: when there are not four.
    """
    if corners.shape != (4, 2):
        raise ValueError(f"corners of shape {corners.shape}, not (4, 2)")
    by_x = corners[np.argsort(corners[:, 0], kind="stable")]
    left, right = by_x[:2], by_x[2:]
    top_left, bottom_left = left[np.argsort(left[:, 1], kind="stable")]
    top_right, bottom_right = right[np.argsort(right[:, 1], kind="stable")]
    return np.stack([top_left, top_right, bottom_right, bottom_left]).astype(np.float32)


def _level_parts(contour: _Contour) -> list[_Contour]:
    """The level runs of a core that has strokes of a pen or a stamp hanging on it, the strokes left out."""
    x, y, width, height = cv2.boundingRect(contour)
    if width < _LEVEL or height < _THINNEST:
        return []
    core = np.zeros((height, width), np.uint8)
    cv2.drawContours(core, [contour], 0, 1, cv2.FILLED, offset=(-x, -y))
    run = np.ones((1, max(_LEVEL, width // 2)), np.uint8)
    core = np.asarray(cv2.morphologyEx(core, cv2.MORPH_OPEN, run), np.uint8)
    parts, _ = cv2.findContours(core, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE, offset=(x, y))
    return list(parts)


def _mean_inside(probability: NDArray[np.float32], corners: NDArray[np.float32]) -> float:
    height, width = probability.shape
    x0, y0 = np.clip(np.floor(corners.min(0)).astype(int), 0, (width - 1, height - 1))
    x1, y1 = np.clip(np.ceil(corners.max(0)).astype(int), 0, (width - 1, height - 1))
    mask = np.zeros((y1 - y0 + 1, x1 - x0 + 1), np.uint8)
    cv2.fillPoly(mask, [(corners - (x0, y0)).astype(np.int32)], 1)
    return float(cv2.mean(probability[y0 : y1 + 1, x0 : x1 + 1], mask)[0])


def _mean_of_core(probability: NDArray[np.float32], contour: _Contour, least: float) -> float:
    """The same of the pixels of a short core alone: most of a rectangle around it are its edges."""
    x, y, width, height = cv2.boundingRect(contour)
    part = probability[y : y + height, x : x + width]
    return float(part[part > least].mean())
