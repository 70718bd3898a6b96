"""PDFs made of files that are there: without their password, or with the pages of several."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pypdfium2
import pypdfium2.raw as pdfium

from paperformer.documents.image import PictureFile
from paperformer.documents.limits import allow_more
from paperformer.documents.model import Joined
from paperformer.documents.pdf import PdfFile
from paperformer.documents.reading import ReadOptions, open_file, unwrapped
from paperformer.documents.sniff import sniff
from paperformer.documents.turned import TurnedPage
from paperformer.errors import DocumentTooLarge, UnreadableDocument

if TYPE_CHECKING:
    from paperformer.documents.pages import StoredPage

# A picture becomes a page on which OCR sees each of its pixels (``pdf.OCR_DOTS_PER_POINT``).
_POINTS_PER_PIXEL = 72 / 200
_JPEG_QUALITY = 95


def unlocked(data: bytes, options: ReadOptions) -> bytes:
    """A PDF that no longer asks for a password; as it is where it asks for none.

    Args:
        data: The file.
        options: Its name, its password, its limits.

    Raises:
        EncryptedDocument: when the password is another one.
        UnreadableDocument: when it is damaged, or no PDF.
    """
    if sniff(data, options.name) == "signed":
        data = unwrapped(data, options)
    with open_file(data, options) as file:
        if not isinstance(file, PdfFile):
            raise UnreadableDocument(f"{options.name} is no PDF, and has no password", "read it without one")
        if pdfium.FPDF_GetSecurityHandlerRevision(file.raw) < 0:
            return data
        return _saved(file.raw, pdfium.FPDF_REMOVE_SECURITY)


def joined(files: Sequence[Joined], options: ReadOptions) -> tuple[bytes, dict[int, int]]:
    """A PDF with the pages of several files, and the rotations of those that somebody has turned.

    Args:
        files: Whose pages, in the order in which they are to stand.
        options: The name of the whole, and its limits.

    Raises:
        UnreadableDocument: when a file is damaged or has no pages.
        DocumentTooLarge: when there are more pages than the limit.
    """
    total = sum(file.count for file in files)
    if total > options.limits.pages:
        raise DocumentTooLarge(
            f"together the documents have {total:,} pages, the limit is {options.limits.pages:,}",
            f"join fewer ({allow_more('pages')})",
        )
    target = pypdfium2.PdfDocument.new()
    rotations: dict[int, int] = {}
    try:
        for document in files:
            with open_file(document.data, replace(options, name=document.name)) as file:
                last = document.first + document.count - 1
                if last > len(file):
                    raise UnreadableDocument(f"{document.name} has no page {last}", f"it has {len(file)}")
                if isinstance(file, PdfFile):
                    rotations |= _import(target, file, document)
                elif isinstance(file, PictureFile):
                    rotations |= _draw_pages(target, file, document)
        return _saved(target, 0), rotations
    finally:
        target.close()


def _import(target: Any, file: PdfFile, document: Joined) -> dict[int, int]:
    before = len(target)
    numbers = range(document.first, document.first + document.count)
    target.import_pages(file.raw, pages=[number - 1 for number in numbers])
    return {
        before + place: document.rotations[number]
        for place, number in enumerate(numbers, start=1)
        if number in document.rotations
    }


def _draw_pages(target: Any, file: PictureFile, document: Joined) -> dict[int, int]:
    """Pages of pictures; one that somebody has turned is drawn so, and stays so."""
    turned: dict[int, int] = {}
    for number in range(document.first, document.first + document.count):
        with file.page(number) as stored:
            if number in document.rotations:
                _draw_page(target, TurnedPage(stored, document.rotations[number]))
                turned[len(target)] = 0
            else:
                _draw_page(target, stored)
    return turned


def _draw_page(target: Any, stored: StoredPage) -> None:
    picture = stored.draw()
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
    written.seek(0)
    width, height = picture.width * _POINTS_PER_PIXEL, picture.height * _POINTS_PER_PIXEL
    page = target.new_page(width, height)
    image = pypdfium2.PdfImage.new(target)
    image.load_jpeg(written, pages=[page], inline=True)
    image.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
    page.insert_obj(image)
    page.gen_content()
    page.close()


def _saved(pdf: Any, flags: int) -> bytes:
    written = io.BytesIO()
    pdf.save(written, flags=flags)
    return written.getvalue()
