"""The contract between opening documents and the engines that read pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from paperformer.errors import OcrUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENGINES = ("accurate", "fast", "tesseract")


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word read off a picture.

    Args:
        text: The characters, without white space.
        box: x0, y0, x1, y1 in pixels of the upright picture, origin top left.
        confidence: The engine's own figure, 0 to 1.
        line: Index of the text line that the engine found it in.
        height: Of the line's text across its direction, in pixels: less than the box's where the line is
            tilted. None is the box's.
    """

    text: str
    box: tuple[float, float, float, float]
    confidence: float
    line: int
    height: float | None = None

    @property
    def band(self) -> tuple[float, float]:
        """Top and bottom of the line where the word stands on it."""
        _, top, _, bottom = self.box
        if self.height is None or self.height >= bottom - top:
            return top, bottom
        middle = (top + bottom) / 2
        return middle - self.height / 2, middle + self.height / 2


@dataclass(frozen=True, slots=True)
class OcrPage:
    """What an engine read off one picture.

    The upright picture is the given one, turned clockwise by ``rotation`` and then levelled: turned
    counter-clockwise by ``skew`` about its centre, its size unchanged.

    Args:
        words: In the engine's order.
        width, height: Size of the upright picture, in pixels.
        rotation: Quarter turns clockwise that made it upright: 0, 90, 180 or 270 degrees.
        skew: How far the text was still tilted clockwise after that, in degrees.
    """

    words: tuple[OcrWord, ...]
    width: int
    height: int
    rotation: int
    skew: float


class OcrEngine(Protocol):
    """Reads words off a picture."""

    name: str

    def read(self, image: NDArray[np.uint8], *, is_upright: bool = False) -> OcrPage:
        """Read a picture of shape (height, width, 3), RGB, upright or not.

        Args:
            image: The picture.
            is_upright: Whether it is known to be upright but for a small tilt.
        """
        ...


def load_engine(name: str) -> OcrEngine:
    """The engine of that name, ready to read.

    Raises:
        OcrUnavailable: when there is no engine of that name, or it is not installed.
    """
    if name not in ENGINES:
        raise OcrUnavailable(f"no OCR engine named {name!r}", f"choose one of {', '.join(ENGINES)}")
    if name == "tesseract":
        from paperformer.documents.ocr.tesseract import Tesseract

        return Tesseract()
    from paperformer.documents.ocr.ppocr_weights import load_ppocr

    return load_ppocr("fast" if name == "fast" else "accurate")
