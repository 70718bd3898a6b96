"""E-invoices: what an embedded Factur-X, ZUGFeRD or XRechnung XML says, in our field names."""

from __future__ import annotations

from dataclasses import replace

from paperformer.documents.einvoice.cii import read_cii
from paperformer.documents.einvoice.invoice import EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.tree import parse_tree, sniff
from paperformer.documents.einvoice.ubl import read_ubl

__all__ = [
    "EInvoice",
    "PurchaseLine",
    "VatShare",
    "is_einvoice",
    "parse_einvoice",
    "read_einvoice",
]

# What every profile asks for: BT-1, BT-2, BT-27, BT-44, BT-112.
_REQUIRED = frozenset(
    {"document_number", "document_date", "supplier_name", "receiver_name", "total_incl_vat"}
)
_HOLLOW = (
    "the e-invoice says neither number, date, seller, buyer nor total: ask its sender for a complete one"
)


def is_einvoice(xml: bytes) -> bool:
    """Whether the bytes begin as an e-invoice that ``read_einvoice`` reads. Never raises."""
    return sniff(xml) is not None


def read_einvoice(xml: bytes) -> EInvoice:
    """Read a UN/CEFACT CII (Factur-X, ZUGFeRD 1.0 and 2.x, XRechnung) or UBL 2.1 invoice or credit note.

    Values are normalised: ISO dates, amounts with a dot and two places (more only where the XML has more
    that count), currency and country codes in capitals, compact IBAN, BIC and VAT numbers. Fields that the
    XML does not give are absent.

    Raises:
        UnreadableDocument: no such XML, not well formed, or hostile (see ``tree.parse_tree``).
    """
    tree = parse_tree(xml)
    invoice = read_cii(tree.root) if tree.syntax == "cii" else read_ubl(tree.root)
    if invoice.warnings or invoice.fields.keys() & _REQUIRED:  # what was left out has been told
        return invoice
    return replace(invoice, warnings=(_HOLLOW,))


def parse_einvoice(xml: bytes) -> dict[str, list[str]]:
    """The canonical fields of an e-invoice with their normalised values (see ``read_einvoice``).

    Raises:
        UnreadableDocument: as ``read_einvoice``.
    """
    return {name: list(values) for name, values in read_einvoice(xml).fields.items()}
