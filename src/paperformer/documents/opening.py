"""``open_document``: from a file to words with boxes, in one call."""

from __future__ import annotations

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.documents.reader import DocumentReader
from paperformer.documents.reading import OcrMode
from paperformer.documents.source import Source


def open_document(
    source: Source,
    *,
    name: str | None = None,
    ocr: OcrMode = "auto",
    ocr_engine: str = "accurate",
    limits: Limits | None = None,
    password: str | None = None,
    reader: DocumentReader | None = None,
) -> Document:
    """Open a PDF, PNG, JPEG, WebP, TIFF, GIF, BMP, HEIC, AVIF or e-invoice XML file, a mail or a ZIP archive.

    What kind it is is told by its content, not by its name. A mail or an archive has no pages of its own; its
    files are ``contained``.

    Args:
        source: A path, ``-`` for standard input, the bytes, or an open binary stream.
        name: What to call it; the path where it has one, else ``-``.
        ocr: ``auto`` reads a page's picture where its text layer is missing or bad, ``always`` on every page,
            ``never`` leaves such pages without words.
        ocr_engine: Which engine reads pictures.
        limits: What it may take; the reader's, or the defaults, where None.
        password: Of an encrypted PDF.
        reader: A reader to use again; None starts one for this document, which takes about 0.1 seconds.

    Raises:
        UnreadableDocument: when it is missing, damaged, or of no kind that we read.
        EncryptedDocument: when it asks for a password.
        DocumentTooLarge: when it is over a limit.
        OcrUnavailable: when a page needs OCR and the engine is not there.
        InvalidConfig: when ``ocr`` is none of the three.
    """
    if reader is not None:
        return reader.read(
            source, name=name, ocr=ocr, ocr_engine=ocr_engine, limits=limits, password=password
        )
    with DocumentReader(limits) as own:
        return own.read(source, name=name, ocr=ocr, ocr_engine=ocr_engine, password=password)
