"""PDF files, read with pdfium."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pypdfium2
import pypdfium2.raw as pdfium

from paperformer.documents.code_patches import find_code_patches
from paperformer.documents.containers.attachments import gather_embedded, gather_noted
from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.embedded import find_einvoice
from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.model import Box, ContainedFile, PassedOver
from paperformer.documents.pictures import covered_part, finest_pixels_per_point
from paperformer.documents.soundness import MOSTLY_PICTURE
from paperformer.documents.text_layer import TextLayer, read_text_layer
from paperformer.errors import DocumentTooLarge, EncryptedDocument, UnreadableDocument

if TYPE_CHECKING:
    from PIL import Image

OCR_DOTS_PER_POINT = 200 / 72
# Scans on small pages (a till receipt, a photo as a stamp-sized page) are drawn finer, up to their own
# pixels and to the long side of A4 at that resolution.
OCR_LONG_SIDE = 2_339
# Characters that a word has on no page on average, spaces counted.
LONGEST_WORD = 50
# Where readers look for the end mark (PDF 32000-1, annex H.3, implementation note 18).
END_WITHIN = 1_024


@dataclass(slots=True)
class PdfFile:
    """An opened PDF.

    Args:
        name: What to call it in errors.
        limits: ``render_pixels`` bounds how finely a page is drawn.
        einvoice: The e-invoice XML attached to it, if any.
        notes: What the reader should know of the file as a whole.
    """

    name: str
    limits: Limits
    einvoice: bytes | None
    notes: tuple[str, ...]
    _attached: Gathering
    _pdf: Any

    @property
    def raw(self) -> Any:
        """The opened ``pypdfium2.PdfDocument``."""
        return self._pdf

    @property
    def contained(self) -> tuple[ContainedFile, ...]:
        """What is attached, on the pages loaded so far too."""
        return self._attached.files

    @property
    def passed_over(self) -> tuple[PassedOver, ...]:
        """What is attached and cannot be read."""
        return self._attached.passed_over

    def __len__(self) -> int:
        return len(self._pdf)

    @contextmanager
    def page(self, number: int) -> Iterator[PdfPage]:
        """Page ``number``, from 1.

        Raises:
            UnreadableDocument: when pdfium cannot load it.
        """
        try:
            raw = self._load(number)
        except pypdfium2.PdfiumError as error:
            raise UnreadableDocument(
                f"page {number} of {self.name} is damaged", "open the file in a PDF viewer and save it anew"
            ) from error
        try:
            yield PdfPage(self.name, number, self.limits, raw)
        finally:
            raw.close()

    def _load(self, number: int) -> Any:
        """The page, what is filled in its form made part of it: pdfium keeps that apart from the text."""
        raw = self._pdf[number - 1]
        gather_noted(raw, self._attached)
        if raw.formenv is None:
            return raw
        raw.flatten()
        raw.close()
        return self._pdf[number - 1]


@contextmanager
def open_pdf(data: bytes, name: str, limits: Limits, password: str | None = None) -> Iterator[PdfFile]:
    """Open a PDF.

    Raises:
        EncryptedDocument: when it asks for a password, or for another one.
        DocumentTooLarge: when it has more than ``limits.pages`` pages.
        UnreadableDocument: when it is damaged or has no page.
    """
    # Not through PdfDocument(data): it fails on a file without pages with whatever error came before.
    raw = _load_document(data, password)
    if not raw:
        raise _named(pdfium.FPDF_GetLastError(), name, password)
    pdf = pypdfium2.PdfDocument(raw)
    try:
        count = len(pdf)
        if count > limits.pages:
            raise DocumentTooLarge(
                f"{name} has {count:,} pages, the limit is {limits.pages:,}",
                f"split it ({allow_more('pages')})",
            )
        pdf.init_forms()
        einvoice, notes = find_einvoice(pdf, limits)
        attached = Gathering(name, limits)
        gather_embedded(pdf, attached)
        if count == 0 and einvoice is None and not attached.files:
            raise UnreadableDocument(f"{name} has no pages", "check how it was made")
        notes += _form_notes(pdf) + _end_notes(data)
        yield PdfFile(name, limits, einvoice, notes, attached, pdf)
    finally:
        pdf.close()


def _load_document(data: bytes, password: str | None) -> Any:
    """pdfium's document, None where it cannot be opened; passwords are UTF-8, of old files Latin 1."""
    if password is None:
        return pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    for encoding in ("utf-8", "latin-1"):
        secret = password.encode(encoding, errors="replace")
        if raw := pdfium.FPDF_LoadMemDocument64(data, len(data), secret):
            return raw
    return None


def _form_notes(pdf: Any) -> tuple[str, ...]:
    """A note of an XFA form whose pages are not in the file: Adobe's programs make them when they open it."""
    kind = pdf.get_formtype()
    is_made_up = kind == pdfium.FORMTYPE_XFA_FULL
    if kind == pdfium.FORMTYPE_XFA_FOREGROUND and len(pdf):  # nothing to fill in on the page, but a form
        page = pdf[0]
        is_made_up = not pdfium.FPDFPage_GetAnnotCount(page)
        page.close()
    if not is_made_up:
        return ()
    return ("it is an XFA form, whose pages cannot be read: open it in Adobe Reader and print it to PDF",)


def _end_notes(data: bytes) -> tuple[str, ...]:
    if b"%%EOF" in data[-END_WITHIN:]:
        return ()
    return ("the PDF ends without its end mark: it may be cut short",)


def _named(code: int, name: str, password: str | None) -> UnreadableDocument:
    if code == pdfium.FPDF_ERR_PASSWORD and password is None:
        return EncryptedDocument(f"{name} asks for a password", "give it with --password")
    if code == pdfium.FPDF_ERR_PASSWORD:
        return EncryptedDocument(f"{name} asks for another password", "check --password")
    if code == pdfium.FPDF_ERR_SECURITY:
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

    def text_layer(self, rotation: int | None = None) -> TextLayer | None:
        """The page's text.

        Args:
            rotation: Degrees clockwise from the stored page to the upright one; None finds out.

        Raises:
            DocumentTooLarge: when it has more characters than the limit of words could have.
            UnreadableDocument: when pdfium cannot load it.
        """
        try:
            text_page = self.raw.get_textpage()
        except pypdfium2.PdfiumError as error:
            raise self._damaged() from error
        try:
            self._check_characters(text_page.count_chars())
            return read_text_layer(self.raw, text_page, rotation)
        except pypdfium2.PdfiumError as error:
            raise self._damaged() from error
        finally:
            text_page.close()

    def _check_characters(self, count: int) -> None:
        if count > LONGEST_WORD * self.limits.words_per_page:
            raise DocumentTooLarge(
                f"page {self.number} of {self.name} has {count:,} characters, more than "
                f"{self.limits.words_per_page:,} words have",
                allow_more("words_per_page"),
            )

    def picture_part(self) -> float:
        """Part of the page that pictures cover, 0 to 1 (overlaps counted twice)."""
        return covered_part(self.raw)

    def pixels_per_unit(self) -> float:
        """How fine the finest picture on a page of pictures is; infinite where letters are drawn."""
        if self.picture_part() < MOSTLY_PICTURE:
            return math.inf
        return finest_pixels_per_point(self.raw) or math.inf

    def is_empty(self) -> bool:
        """Whether nothing is drawn on it, annotations included."""
        return not pdfium.FPDFPage_CountObjects(self.raw) and not pdfium.FPDFPage_GetAnnotCount(self.raw)

    def code_patches(self) -> tuple[Box, ...]:
        """Parts of the displayed page with a picture, or with many shapes close together."""
        return find_code_patches(self.raw)

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

    def _ocr_scale(self) -> float:
        fine = min(finest_pixels_per_point(self.raw), OCR_LONG_SIDE / max(self.width, self.height))
        return max(OCR_DOTS_PER_POINT, fine)

    def _scale(self, width: int | None) -> float:
        if not (math.isfinite(self.width * self.height) and self.width > 0 and self.height > 0):
            raise self._damaged()
        # Half a pixel less, because pdfium rounds both sides up.
        wanted = self._ocr_scale() if width is None else (width - 0.5) / self.width
        budget = math.sqrt(self.limits.render_pixels / (self.width * self.height))
        longest = self.limits.render_pixels / max(self.width, self.height)  # a sliver is a pixel across
        return min(wanted, budget, longest)

    def _damaged(self) -> UnreadableDocument:
        return UnreadableDocument(
            f"page {self.number} of {self.name} is damaged", "open the file in a PDF viewer and save it anew"
        )
