"""An OCR engine for tests that sees what it is told to see."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Page
from paperformer.documents.ocr.protocol import OcrPage, OcrWord
from paperformer.documents.reading import InProcessReader, ReadOptions


@dataclass
class Eyes:
    """Reads the words of a page off any picture, where they stand on that page."""

    page: Page
    name: str = "eyes"
    seen: list[tuple[int, ...]] = field(default_factory=list)

    def read(self, image: NDArray[np.uint8], **_: bool) -> OcrPage:
        self.seen.append(image.shape)
        height, width = image.shape[:2]
        words = [
            OcrWord(
                word.text,
                (word.box.x0 * width, word.box.y0 * height, word.box.x1 * width, word.box.y1 * height),
                0.95,
                word.line,
            )
            for word in self.page.words
        ]
        return OcrPage(tuple(words), width, height, 0, 0.0)


def layer_of(data: bytes) -> Page:
    """The first page as its text layer has it."""
    return InProcessReader().read(data, ReadOptions(name="true.pdf", ocr="never")).pages[0]
