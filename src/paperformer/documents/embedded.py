"""The e-invoice XML that a hybrid PDF carries (Factur-X, ZUGFeRD, XRechnung, Order-X, ISDOC)."""

from __future__ import annotations

from typing import Any

import pypdfium2

from paperformer.documents.limits import Limits
from paperformer.documents.sniff import EINVOICE_ROOTS, xml_root

# File names by standard, the newest first: Factur-X 1.0 / ZUGFeRD 2.1 and later, ZUGFeRD 2.0, ZUGFeRD 1.0,
# the XRechnung profile of ZUGFeRD; cii and ubl are what converters write.
STANDARD_NAMES = ("factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml", "cii.xml", "ubl.xml", "order-x.xml")


def find_einvoice(pdf: Any, limits: Limits) -> tuple[bytes | None, tuple[str, ...]]:
    """The e-invoice attached to a ``pypdfium2.PdfDocument``, and what the reader should know of it.

    An attachment counts when its root element is that of an e-invoice; where several do, a standard
    name wins over another name, and the first over the second.

    Returns:
        The bytes of the XML, None when there is none, and warnings.
    """
    found: list[tuple[int, int, bytes]] = []
    notes = []
    for index in range(pdf.count_attachments()):
        name, data = _read(pdf.get_attachment(index), limits)
        rank = STANDARD_NAMES.index(name) if name in STANDARD_NAMES else len(STANDARD_NAMES)
        if data is not None and xml_root(data) in EINVOICE_ROOTS:
            found.append((rank, index, data))
        elif rank < len(STANDARD_NAMES):
            notes.append(f"the attached {name} is no e-invoice that can be read")
    if len(found) > 1:
        notes.append(f"{len(found)} e-invoices are attached, the first of them counts")
    return (min(found)[2] if found else None), tuple(notes)


def _read(attachment: Any, limits: Limits) -> tuple[str, bytes | None]:
    """Its name in lower case, and its bytes where it may be XML and is within the limits."""
    try:
        name = attachment.get_name().lower()
    except (pypdfium2.PdfiumError, UnicodeDecodeError):
        name = ""  # nameless: its content decides
    if name and not name.endswith((".xml", ".isdoc")):
        return name, None
    try:
        data = bytes(attachment.get_data())
    except pypdfium2.PdfiumError:
        return name, None  # the caller says so where the name promised an e-invoice
    return name, data if len(data) <= limits.file_bytes else None
