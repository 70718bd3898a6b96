"""Value objects of a document: pages, words, boxes.

Coordinates are relative to the upright page, 0 to 1, origin top left, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

PageReading = Literal["text_layer", "scanner_layer", "ocr", "both", "none"]
"""Where a page's words came from: the text that the page draws, a scanner's invisible text, our OCR, text
layer and OCR together, or nowhere."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in parts of the page's width and height (0 to 1)."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def center(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def clipped(self) -> Box:
        """The part of the box that lies on the page, corners in order."""
        x0, x1 = sorted((min(max(self.x0, 0.0), 1.0), min(max(self.x1, 0.0), 1.0)))
        y0, y1 = sorted((min(max(self.y0, 0.0), 1.0), min(max(self.y1, 0.0), 1.0)))
        return Box(x0, y0, x1, y1)


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of ``boxes``.

    Raises:
        ValueError: when there is none.
    """
    boxes = tuple(boxes)
    if not boxes:
        raise ValueError("union of no boxes")
    return Box(
        min(b.x0 for b in boxes),
        min(b.y0 for b in boxes),
        max(b.x1 for b in boxes),
        max(b.y1 for b in boxes),
    )


def on_row(box: Box, other: Box) -> bool:
    """Whether two boxes of a page stand on one row: they share half the height of the smaller."""
    shared = min(box.y1, other.y1) - max(box.y0, other.y0)
    return shared >= max(min(box.height, other.height), 1e-6) / 2


@dataclass(frozen=True, slots=True)
class Word:
    """A run of characters without space.

    Args:
        text: The characters, never empty, no white space inside.
        box: Where it stands on its page.
        page: The page's number, from 1.
        line: Which line segment of the page it belongs to, from 0 in reading order. A segment is a
            run of words on one baseline without a wide gap: the two ends of a table row differ.
        confidence: The OCR engine's own figure, 1.0 for a text layer.
        upright: Whether it reads as its page does, not up the margin or aslant across it.
        letter_height: Height of its line's text in pixels of the picture that OCR read, or of the coarser
            picture that this one was drawn from; None for a text layer.
    """

    text: str
    box: Box
    page: int
    line: int
    confidence: float = 1.0
    upright: bool = True
    letter_height: float | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """A code that machines read: a QR code, a bar code.

    Args:
        format: ``qr_code``, ``data_matrix``, ``aztec``, ``pdf417`` or ``code_128``.
        text: What it says; None where it holds bytes that are no text.
        data: The bytes it holds.
        box: Where it stands on its page.
    """

    format: str
    text: str | None
    data: bytes
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """One page, upright.

    Args:
        number: From 1.
        width, height: Size of the upright page, in points for a PDF, in pixels for an image.
        words: In reading order.
        reading: Where the words came from.
        rotation: How far the stored page was turned clockwise to stand upright: 0, 90, 180 or 270.
        skew: Remaining angle that was taken out, in degrees clockwise.
        codes: The codes on it, from top to bottom.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    reading: PageReading = "text_layer"
    rotation: int = 0
    skew: float = 0.0
    codes: tuple[Code, ...] = ()


@dataclass(frozen=True, slots=True)
class ContainedFile:
    """A file inside another one: an entry of an archive, an attachment of a mail or PDF.

    Args:
        name: Its name there, fit to be printed; unlike those of its neighbours.
        data: Its bytes.
    """

    name: str
    data: bytes


class PassedOver(NamedTuple):
    """A file inside another one that is not read, and why, in words that follow its name."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Document:
    """What was read from one file.

    Args:
        name: The file's name as given, ``-`` for standard input.
        pages: All pages, in order.
        einvoice: The embedded e-invoice XML, when there is one.
        warnings: What the reader should know (a page without text, a language not covered ...).
        contained: Files inside this one that can be documents: of an archive, mail or portfolio, or attached.
        passed_over: Files inside this one that cannot be read.
        is_message: Its pages are the text of a mail.
    """

    name: str
    pages: tuple[Page, ...]
    einvoice: bytes | None = None
    warnings: tuple[str, ...] = ()
    contained: tuple[ContainedFile, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    is_message: bool = False

    @property
    def words(self) -> tuple[Word, ...]:
        """All words of all pages, in reading order."""
        return tuple(word for page in self.pages for word in page.words)

    @property
    def codes(self) -> tuple[tuple[int, Code], ...]:
        """The codes of all pages, each with the number of its page."""
        return tuple((page.number, code) for page in self.pages for code in page.codes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Pages of a file that are to be joined with those of others.

    Args:
        name: What to call the file in errors.
        data: The file.
        first: The first of its pages, from 1.
        count: How many.
        rotations: Of pages that somebody has turned, as ``ReadOptions`` has them.
    """

    name: str
    data: bytes = field(repr=False)
    first: int
    count: int
    rotations: Mapping[int, int] = field(default_factory=dict)
