"""Files attached to a PDF: in its list of embedded files, as in a portfolio, and as notes on a page."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.sniff import EINVOICE_ROOTS, xml_root

# More notes than this on a page are no attachments that somebody put there.
_NOTES_LOOKED_AT = 1_000


def gather_embedded(pdf: Any, gathering: Gathering) -> None:
    """Take what is in the list of embedded files of a ``pypdfium2.PdfDocument``.

    E-invoices belong to the PDF itself: see ``documents.embedded``. What is over a bound is passed over: the
    pages are there all the same.
    """
    for index in range(min(pdf.count_attachments(), gathering.limits.contained_files)):
        _take(pdf.get_attachment(index), index + 1, gathering)


def gather_noted(page: Any, gathering: Gathering) -> None:
    """Take the files that notes on a ``pypdfium2.PdfPage`` hold (PDF 32000-1, 12.5.6.15)."""
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page), _NOTES_LOOKED_AT)):
        note = pdfium.FPDFPage_GetAnnot(page, index)
        if not note:
            continue
        try:
            if pdfium.FPDFAnnot_GetSubtype(note) == pdfium.FPDF_ANNOT_FILEATTACHMENT:
                raw = pdfium.FPDFAnnot_GetFileAttachment(note)
                if raw:
                    _take(pypdfium2.PdfAttachment(raw, page.pdf), index + 1, gathering)
        finally:
            pdfium.FPDFPage_CloseAnnot(note)


def _take(attachment: Any, number: int, gathering: Gathering) -> None:
    if gathering.is_full:
        return
    name = _name(attachment) or f"attachment-{number}"
    size = ctypes.c_ulong()
    if not pdfium.FPDFAttachment_GetFile(attachment, None, 0, size):
        gathering.pass_over(name, "is damaged")
        return
    if size.value > gathering.bytes_left:
        gathering.pass_over(name, "is too large")
        return
    try:
        data = bytes(attachment.get_data())
    except pypdfium2.PdfiumError:
        gathering.pass_over(name, "is damaged")
        return
    if xml_root(data) not in EINVOICE_ROOTS:
        gathering.add(name, data)


def _name(attachment: Any) -> str:
    try:
        return str(attachment.get_name())
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        return ""
