"""Reading a document in this process: text layer or OCR, page by page.

``DocumentReader`` runs this in a process of its own, which is how everybody else should use it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, cast

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document, Page
from paperformer.documents.page_reading import PageReader
from paperformer.documents.pages import StoredFile
from paperformer.documents.signed import DEEPEST, NOT_VERIFIED, is_signed, signed_content
from paperformer.documents.sniff import CONTAINERS, Container, Kind, sniff
from paperformer.errors import UnreadableDocument

if TYPE_CHECKING:
    from PIL import Image

    from paperformer.documents.containers.gathering import Gathering
    from paperformer.documents.ocr.protocol import OcrEngine

OcrMode = Literal["auto", "always", "never"]
# Part of a document's time that OCR may take of pages that have a scanner's words to fall back on.
OCR_PART = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How a document is to be read.

    Args:
        name: What to call it.
        ocr: Which pages are read from their picture.
        ocr_engine: By which engine.
        doubted: Whether its text layers gave no answer, so that what they leave unsaid is read too.
        rotations: Pages that somebody has turned: number, and degrees clockwise from the stored page to the
            upright one.
        limits: What it may take.
    """

    name: str
    ocr: OcrMode = "auto"
    ocr_engine: str = "accurate"
    doubted: bool = False
    rotations: tuple[tuple[int, int], ...] = ()
    limits: Limits = field(default_factory=Limits)
    password: str | None = field(default=None, repr=False)


class InProcessReader:
    """Reads documents, keeping the OCR engines it has loaded.

    Args:
        load: Where engines come from, by name; None takes ``documents.ocr.protocol.load_engine``.
    """

    def __init__(self, load: Callable[[str], OcrEngine] | None = None) -> None:
        self._load = load or _load_engine
        self._engines: dict[str, OcrEngine] = {}

    def read(
        self, data: bytes, options: ReadOptions, on_page: Callable[[int], None] = lambda _: None
    ) -> Document:
        """Read all pages of a document.

        Args:
            data: The file.
            options: How to read it.
            on_page: Told the number of each page as it is finished.

        Raises:
            UnreadableDocument: when it is damaged, or of no kind that we read.
            EncryptedDocument: when it asks for a password.
            DocumentTooLarge: when it is over a limit.
            OcrUnavailable: when a page needs OCR and the engine is not there.
        """
        kind = sniff(data, options.name)
        if kind == "signed":
            inner = self.read(unwrapped(data, options), options, on_page)
            return replace(inner, warnings=(NOT_VERIFIED, *inner.warnings))
        if kind == "xml":
            return _read_xml(data, options)
        if kind in CONTAINERS:
            held = _held(data, kind, options)
            if not held.text:
                return Document(options.name, (), contained=held.files, passed_over=held.passed_over)
        with open_file(data, options) as file:
            warnings = list(file.notes)
            reader = PageReader(
                options,
                lambda: self._engine(options.ocr_engine),
                _clock(options.limits.seconds_per_document),
                warnings,
            )
            pages = []
            for number in range(1, len(file) + 1):
                with file.page(number) as stored:
                    pages.append(reader.read(stored))
                on_page(number)
            page_warnings = tuple(_all_blank(pages, warnings))
            return Document(
                options.name,
                tuple(pages),
                file.einvoice,
                page_warnings,
                file.contained,
                file.passed_over,
                is_message=kind in CONTAINERS,
            )

    def render(
        self,
        data: bytes,
        options: ReadOptions,
        *,
        number: int,
        width: int,
        rotation: int | None = None,
        skew: float = 0.0,
    ) -> Image.Image:
        """A picture of a page, RGB.

        Args:
            data: The file.
            options: Its name and limits.
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

        with open_file(data, options) as file:
            if not 1 <= number <= len(file):
                raise UnreadableDocument(
                    f"{options.name} has no page {number}", f"its pages are 1 to {len(file)}"
                )
            with file.page(number) as stored:
                turn = 0 if rotation is None else (rotation - stored.rotation) % 360
                sideways = turn in (90, 270)
                drawn = round(width * stored.width / stored.height) if sideways else width
                return upright(stored.draw(width=max(1, drawn)), turn, skew)

    def _engine(self, name: str) -> OcrEngine:
        if name not in self._engines:
            self._engines[name] = self._load(name)
        return self._engines[name]


def _read_xml(data: bytes, options: ReadOptions) -> Document:
    """The e-invoice; of a file that holds several invoices, a container of them."""
    from paperformer.documents.einvoice.bodies import find_bodies, only_body

    bodies = find_bodies(data)
    if len(bodies) < 2:
        return Document(options.name, (), einvoice=data)
    from paperformer.documents.containers.gathering import Gathering

    held = Gathering(options.name, options.limits)
    for index in range(len(bodies)):
        held.add(f"invoice-{index + 1}.xml", only_body(data, bodies, index))
    return Document(options.name, (), contained=held.files)


def _held(data: bytes, kind: Kind, options: ReadOptions) -> Gathering:
    from paperformer.documents.containers.opening import open_container

    return open_container(data, cast(Container, kind), options.name, options.limits)


def unwrapped(data: bytes, options: ReadOptions) -> bytes:
    """What a signed file holds; a file that was signed several times is taken out of all its wrappers.

    Raises:
        UnreadableDocument: when it is damaged, or signed too often.
    """
    for _ in range(DEEPEST):
        data = signed_content(data, options.name)
        if not is_signed(data):
            return data
    raise UnreadableDocument(f"{options.name} is signed more than {DEEPEST} times", "Give the file inside")


def _clock(seconds: float) -> Callable[[], bool]:
    """Whether less than ``OCR_PART`` of a document's computing time is gone, from now on."""
    begun = time.process_time()
    return lambda: time.process_time() - begun < OCR_PART * seconds


def _load_engine(name: str) -> OcrEngine:
    from paperformer.documents.ocr.protocol import load_engine

    return load_engine(name)


@contextmanager
def open_file(data: bytes, options: ReadOptions) -> Iterator[StoredFile]:
    """Open a PDF, a picture or the text of a mail, importing only what its kind needs.

    Raises:
        UnreadableDocument: when it is damaged, or has no pages to show.
        EncryptedDocument: when it asks for a password.
        DocumentTooLarge: when it is over a limit.
    """
    kind = sniff(data, options.name)
    if kind == "signed":
        data = unwrapped(data, options)
        kind = sniff(data, options.name)
    if kind == "xml":
        raise UnreadableDocument(
            f"{options.name} is an e-invoice in XML, it has no pages", "read its fields instead"
        )
    if kind in CONTAINERS:
        held = _held(data, kind, options)
        if not held.text:
            raise UnreadableDocument(
                f"{options.name} has no pages of its own", "give a file that is inside it"
            )
        from paperformer.documents.written import open_written

        with open_written(held) as written:
            yield written
    elif kind == "pdf":
        from paperformer.documents.pdf import open_pdf

        with open_pdf(data, options.name, options.limits, options.password) as pdf:
            yield pdf
    else:
        from paperformer.documents.image import open_picture

        with open_picture(data, options.name, options.limits) as picture:
            yield picture


def _all_blank(pages: list[Page], warnings: list[str]) -> list[str]:
    """The warnings; where each page is blank, one in place of those."""
    blank = [f"page {page.number} is blank" for page in pages]
    if not blank or not set(blank) <= set(warnings):
        return warnings
    which = "the page is" if len(pages) == 1 else f"all {len(pages)} pages are"
    others = [warning for warning in warnings if warning not in blank]
    return [*others, f"{which} blank: open the file in a viewer, and scan it anew if it should not be"]
