"""Finds the e-invoice among the files attached to a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paperformer.documents.einvoice.tree import MAX_BYTES, sniff

if TYPE_CHECKING:
    import pypdfium2

# Names that the standards prescribe, newest first: Factur-X 1 and ZUGFeRD 2.1 on, XRechnung inside a PDF,
# ZUGFeRD 2.0, ZUGFeRD 1.0 (which differs by case only).
_NAMES: Final = ("factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml")
_MAX_ATTACHMENTS: Final = 100


def embedded_einvoice(pdf: pypdfium2.PdfDocument) -> bytes | None:
    """The XML of the first attached e-invoice, None when there is none.

    Attachments with a prescribed name come first, then every other ``.xml``; each must start as an
    invoice does. (PDFium does not tell an attachment's AFRelationship, so that is not looked at.)

    The caller holds PDFium's lock and bounds time and memory: an attachment unpacks in full before its
    size is known. Attachments over 32 MiB and those that PDFium cannot unpack are passed over.
    """
    from pypdfium2 import PdfiumError

    for index in _promising(pdf):
        try:
            data = bytes(pdf.get_attachment(index).get_data())
        except PdfiumError:
            continue  # damaged or empty: the page is still there to be read
        if len(data) <= MAX_BYTES and sniff(data) is not None:
            return data
    return None


def _promising(pdf: pypdfium2.PdfDocument) -> list[int]:
    """Indices of attachments that may be an e-invoice, the likeliest first."""
    from pypdfium2 import PdfiumError

    ranked: list[tuple[int, int]] = []
    for index in range(min(pdf.count_attachments(), _MAX_ATTACHMENTS)):
        try:
            name = pdf.get_attachment(index).get_name().lower()
        except PdfiumError:
            continue  # nameless: none of the standards' files
        if name in _NAMES:
            ranked.append((_NAMES.index(name), index))
        elif name.endswith(".xml"):
            ranked.append((len(_NAMES), index))
    return [index for _, index in sorted(ranked)]
