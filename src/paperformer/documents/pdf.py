"""PDF files, read with pdfium."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pypdfium2
import pypdfium2.raw as pdfium

from paperformer.documents.embedded import find_einvoice
from paperformer.documents.limits import Limits
from paperformer.documents.text_layer import TextLayer, read_text_layer
from paperformer.errors import DocumentTooLarge, EncryptedDocument, UnreadableDocument

if TYPE_CHECKING:
    from PIL import Image

OCR_DOTS_PER_POINT = 200 / 72
# How deep pictures hide in form objects that hold form objects.
DEEPEST_FORM = 8
# More objects than this make a drawing, whatever they cover.
OBJECTS_LOOKED_AT = 5_000


@dataclass(slots=True)
class PdfFile:
    """An opened PDF.

    Args:
        name: What to call it in errors.
        limits: ``render_pixels`` bounds how finely a page is drawn.
        einvoice: The e-invoice XML attached to it, if any.
    """

    name: str
    limits: Limits
    einvoice: bytes | None
    _pdf: Any
    _notes: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._pdf)

    @contextmanager
    def page(self, number: int) -> Iterator[PdfPage]:
        """Page ``number``, from 1.

        Raises:
            UnreadableDocument: when pdfium cannot load it.
        """
        try:
            raw = self._pdf[number - 1]
        except pypdfium2.PdfiumError as error:
            raise UnreadableDocument(
                f"page {number} of {self.name} is damaged", "open the file in a PDF viewer and save it anew"
            ) from error
        try:
            yield PdfPage(self.name, number, self.limits, raw)
        finally:
            raw.close()

    def notes(self) -> Iterator[str]:
        """What the reader should know of the file as a whole."""
        return iter(self._notes)


@contextmanager
def open_pdf(data: bytes, name: str, limits: Limits) -> Iterator[PdfFile]:
    """Open a PDF.

    Raises:
        EncryptedDocument: when it asks for a password.
        DocumentTooLarge: when it has more than ``limits.pages`` pages.
        UnreadableDocument: when it is damaged or has no page.
    """
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _named(error, name) from error
    try:
        count = len(pdf)
        if count > limits.pages:
            raise DocumentTooLarge(
                f"{name} has {count:,} pages, the limit is {limits.pages:,}",
                "split it, or raise the limit pages",
            )
        einvoice, notes = find_einvoice(pdf, limits)
        if count == 0 and einvoice is None:
            raise UnreadableDocument(f"{name} has no pages", "check how it was made")
        yield PdfFile(name, limits, einvoice, pdf, notes)
    finally:
        pdf.close()


def _named(error: pypdfium2.PdfiumError, name: str) -> UnreadableDocument:
    if error.err_code == pdfium.FPDF_ERR_PASSWORD:
        return EncryptedDocument(f"{name} asks for a password", "save a copy without one")
    if error.err_code == pdfium.FPDF_ERR_SECURITY:
        return EncryptedDocument(
            f"{name} is encrypted in a way that cannot be read", "save a copy without encryption"
        )
    return UnreadableDocument(
        f"{name} is a damaged or truncated PDF", "fetch it again, or open it in a PDF viewer and save it anew"
    )


class PdfPage:
    """One page of a PDF. Width and height in points."""

    def __init__(self, name: str, number: int, limits: Limits, raw: Any) -> None:
        self.name = name
        self.number = number
        self.limits = limits
        self.raw = raw
        self.width: float = raw.get_width()
        self.height: float = raw.get_height()
        self.rotation: int = raw.get_rotation()

    def text_layer(self) -> TextLayer | None:
        """The page's text.

        Raises:
            DocumentTooLarge: when it has more characters than the limit of words could have.
            UnreadableDocument: when pdfium cannot load it.
        """
        try:
            return read_text_layer(self.raw)
        except pypdfium2.PdfiumError as error:
            raise self._damaged() from error

    def picture_part(self) -> float:
        """Part of the page that pictures cover, 0 to 1 (overlaps counted twice)."""
        area = self.width * self.height
        if area <= 0:
            return 0.0
        frame = self.raw.get_bbox()
        covered = sum(_shared_area(bounds, frame) for bounds in _pictures(self.raw))
        return float(min(1.0, covered / area))

    def is_empty(self) -> bool:
        """Whether nothing is drawn on it, annotations included."""
        return not pdfium.FPDFPage_CountObjects(self.raw) and not pdfium.FPDFPage_GetAnnotCount(self.raw)

    def draw(self, *, width: int | None = None) -> Image.Image:
        """The page as displayed, RGB, on white, never more than ``limits.render_pixels`` pixels.

        Args:
            width: Pixels from left to right; None draws 200 dots an inch.

        Raises:
            UnreadableDocument: when pdfium cannot draw it.
        """
        scale = self._scale(width)
        try:
            bitmap = self.raw.render(scale=scale, rev_byteorder=True)
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise self._damaged() from error
        try:
            picture: Image.Image = bitmap.to_pil().convert("RGB")
            return picture
        finally:
            bitmap.close()

    def _scale(self, width: int | None) -> float:
        if not (math.isfinite(self.width * self.height) and self.width > 0 and self.height > 0):
            raise self._damaged()
        # Half a pixel less, because pdfium rounds both sides up.
        wanted = OCR_DOTS_PER_POINT if width is None else (width - 0.5) / self.width
        budget = math.sqrt(self.limits.render_pixels / (self.width * self.height))
        longest = self.limits.render_pixels / max(self.width, self.height)  # a sliver is a pixel across
        return min(wanted, budget, longest)

    def _damaged(self) -> UnreadableDocument:
        return UnreadableDocument(
            f"page {self.number} of {self.name} is damaged", "open the file in a PDF viewer and save it anew"
        )


Bounds = tuple[float, float, float, float]


def _pictures(page: Any) -> Iterator[Bounds]:
    """Bounds of the page's pictures, in page coordinates."""
    matrix = pypdfium2.PdfMatrix
    stack = [(page, matrix(), 0)]
    looked_at = 0
    while stack:
        holder, placed, depth = stack.pop()
        for raw in _objects(holder):
            looked_at += 1
            if looked_at > OBJECTS_LOOKED_AT:
                return
            kind = pdfium.FPDFPageObj_GetType(raw)
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                yield placed.on_rect(*_bounds(raw))
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST_FORM:
                stack.append((raw, _matrix(raw).multiply(placed), depth + 1))


def _objects(holder: Any) -> Iterator[Any]:
    if isinstance(holder, pypdfium2.PdfPage):
        for index in range(pdfium.FPDFPage_CountObjects(holder)):
            yield pdfium.FPDFPage_GetObject(holder, index)
    else:
        for index in range(pdfium.FPDFFormObj_CountObjects(holder)):
            yield pdfium.FPDFFormObj_GetObject(holder, index)


def _bounds(raw: Any) -> Bounds:
    left, bottom, right, top = (pdfium.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(raw, left, bottom, right, top):
        return 0.0, 0.0, 0.0, 0.0
    return left.value, bottom.value, right.value, top.value


def _matrix(raw: Any) -> Any:
    values = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(raw, values):
        return pypdfium2.PdfMatrix()
    return pypdfium2.PdfMatrix.from_raw(values)


def _shared_area(one: Bounds, other: Bounds) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)
