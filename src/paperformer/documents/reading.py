"""Reading a document in this process: text layer or OCR, page by page.

``DocumentReader`` runs this in a process of its own, which is how everybody else should use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.model import Document, Page
from paperformer.documents.order import PlacedWord, order_words
from paperformer.documents.pages import StoredFile, StoredPage
from paperformer.documents.sniff import sniff
from paperformer.errors import DocumentTooLarge, UnreadableDocument

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.documents.ocr.protocol import OcrEngine

OcrMode = Literal["auto", "always", "never"]
# A page whose shades differ by less than this, of 255, is blank paper, whatever its colour.
BLANK_CONTRAST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a document is to be read."""

    name: str
    ocr: OcrMode = "auto"
    ocr_engine: str = "rapidocr"
    limits: Limits = field(default_factory=Limits)


class Reading:
    """Reads documents, keeping the OCR engines it has loaded.

    Args:
        load: Where engines come from, by name; None takes ``documents.ocr.protocol.load_engine``.
    """

    def __init__(self, load: Callable[[str], OcrEngine] | None = None) -> None:
        self._load = load or _load_engine
        self._engines: dict[str, OcrEngine] = {}

    def read(self, data: bytes, wish: Wish, on_page: Callable[[int], None] = lambda _: None) -> Document:
        """Read all pages of a document.

        Args:
            data: The file.
            wish: How to read it.
            on_page: Told the number of each page as it is finished.

        Raises:
            UnreadableDocument: when it is damaged, or of no kind that we read.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
            OcrUnavailable: when a page needs OCR and the engine is not there.
        """
        if sniff(data, wish.name) == "xml":
            return Document(wish.name, (), einvoice=data)
        with open_file(data, wish) as file:
            warnings = list(file.notes)
            pages = []
            for number in range(1, len(file) + 1):
                with file.page(number) as stored:
                    pages.append(self._read_page(stored, wish, warnings))
                on_page(number)
            return Document(wish.name, tuple(pages), file.einvoice, tuple(warnings))

    def render(
        self,
        data: bytes,
        wish: Wish,
        *,
        number: int,
        width: int,
        rotation: int | None = None,
        skew: float = 0.0,
    ) -> Image.Image:
        """A picture of a page, RGB.

        Args:
            data: The file.
            wish: Its name and limits.
            number: The page, from 1.
            width: Of the picture, in pixels.
            rotation: Degrees clockwise from the stored page to the upright one; None as displayed.
            skew: Further tilt to take out, in degrees clockwise.

        Raises:
            UnreadableDocument: when the document is damaged or has no such page.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
        """
        from paperformer.documents.render import upright

        with open_file(data, wish) as file:
            if not 1 <= number <= len(file):
                raise UnreadableDocument(
                    f"{wish.name} has no page {number}", f"its pages are 1 to {len(file)}"
                )
            with file.page(number) as stored:
                turn = 0 if rotation is None else (rotation - stored.rotation) % 360
                sideways = turn in (90, 270)
                drawn = round(width * stored.width / stored.height) if sideways else width
                return upright(stored.draw(width=max(1, drawn)), turn, skew)

    def _read_page(self, stored: StoredPage, wish: Wish, warnings: list[str]) -> Page:
        if stored.is_empty():
            warnings.append(f"page {stored.number} is blank")
            return _page_without_words(stored)
        fault = ""
        if wish.ocr != "always":
            page, fault = _page_from_text_layer(stored, wish, warnings)
            if page is not None:
                return page
        if wish.ocr == "never":
            warnings.append(f"page {stored.number} was not read: {fault}, and OCR is off")
            return _page_without_words(stored)
        return self._page_from_picture(stored, wish, warnings)

    def _page_from_picture(self, stored: StoredPage, wish: Wish, warnings: list[str]) -> Page:
        picture = stored.draw()
        if _is_blank(picture):
            warnings.append(f"page {stored.number} is blank")
            return _page_without_words(stored)
        page = _recognise(stored, picture, self._engine(wish.ocr_engine), wish)
        if not page.words:
            warnings.append(f"page {stored.number} has no text that OCR could find")
        return page

    def _engine(self, name: str) -> OcrEngine:
        if name not in self._engines:
            self._engines[name] = self._load(name)
        return self._engines[name]


def _load_engine(name: str) -> OcrEngine:
    from paperformer.documents.ocr.protocol import load_engine

    return load_engine(name)


@contextmanager
def open_file(data: bytes, wish: Wish) -> Iterator[StoredFile]:
    """Open a PDF or picture, importing only what its kind needs.

    Raises:
        UnreadableDocument: when it is damaged, or has no pages to show.
        EncryptedDocument: when it asks for a password.
        DocumentTooLarge: when it is over a limit.
    """
    kind = sniff(data, wish.name)
    if kind == "xml":
        raise UnreadableDocument(
            f"{wish.name} is an e-invoice in XML, it has no pages", "read its fields instead"
        )
    if kind == "pdf":
        from paperformer.documents.pdf import open_pdf

        with open_pdf(data, wish.name, wish.limits) as pdf:
            yield pdf
    else:
        from paperformer.documents.image import open_picture

        with open_picture(data, wish.name, wish.limits) as picture:
            yield picture


def _page_from_text_layer(stored: StoredPage, wish: Wish, warnings: list[str]) -> tuple[Page | None, str]:
    """The page as its text layer has it, or None and what is wrong with the layer."""
    layer = stored.text_layer()
    if layer is None:
        return None, "it is a picture"
    from paperformer.documents.soundness import OFF_PAGE, judge

    judgement = judge(layer, stored.picture_part)
    if judgement.fault == OFF_PAGE and wish.ocr != "never":
        warnings.append(f"page {stored.number}: its text layer {OFF_PAGE}; OCR sees only what is on it")
    if judgement.fault:
        return None, f"its text layer {judgement.fault}"
    _check_words(judgement.words, stored, wish)
    if judgement.scanned:
        warnings.append(f"page {stored.number} has the scanner's own OCR as text layer")
    words = order_words(judgement.words, page=stored.number, width=layer.width, height=layer.height)
    return Page(stored.number, layer.width, layer.height, words, "text_layer", layer.rotation), ""


def _page_without_words(stored: StoredPage) -> Page:
    return Page(stored.number, stored.width, stored.height, (), "none", stored.rotation)


def _recognise(stored: StoredPage, picture: Image.Image, engine: OcrEngine, wish: Wish) -> Page:
    import numpy as np

    found = engine.read(np.asarray(picture))
    drawn_finer = max(1.0, picture.width / (stored.fineness() * stored.width))
    placed = [
        PlacedWord(
            word.text,
            word.box,
            word.band,
            word.confidence,
            line=word.line,
            letter_height=(word.band[1] - word.band[0]) / drawn_finer,
        )
        for word in found.words
    ]
    _check_words(placed, stored, wish)
    words = order_words(placed, page=stored.number, width=found.width, height=found.height)
    turned = found.rotation in (90, 270)
    width, height = (stored.height, stored.width) if turned else (stored.width, stored.height)
    rotation = (stored.rotation + found.rotation) % 360
    return Page(stored.number, width, height, words, "ocr", rotation, found.skew)


def _check_words(words: tuple[PlacedWord, ...] | list[PlacedWord], stored: StoredPage, wish: Wish) -> None:
    limit = wish.limits.words_per_page
    if len(words) > limit:
        raise DocumentTooLarge(
            f"page {stored.number} of {wish.name} has {len(words):,} words, the limit is {limit:,}",
            allow_more("words_per_page"),
        )


def _is_blank(picture: Image.Image) -> bool:
    low, high = picture.convert("L").getextrema()
    return float(high) - float(low) < BLANK_CONTRAST  # type: ignore[arg-type]
