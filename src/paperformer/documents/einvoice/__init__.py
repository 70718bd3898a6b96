"""E-invoices: what their XML says, in UBL, CII or a national format, in our field names."""

from __future__ import annotations

from dataclasses import replace

from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.tree import parse_tree, sniff

__all__ = [
    "Adjustment",
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
    """Read an e-invoice of any format in ``documents.invoice_roots``: UBL, CII or a national one.

    Of a file that holds several invoices the first is read, and a warning says so.

    Values are normalised: ISO dates, amounts with a dot and two places (more only where the XML has more
    that count), currency and country codes in capitals, compact IBAN, BIC and VAT numbers. Fields that the
    XML does not give are absent.

    Raises:
        UnreadableDocument: no such XML, not well formed, or hostile (see ``tree.parse_tree``).
    """
    from paperformer.documents.einvoice.readers import READERS

    tree = parse_tree(xml)
    invoice = READERS[tree.syntax](tree.root)
    bodies = tree.root.findall(tree.format.bodies) if tree.format.bodies else []
    if len(bodies) > 1:
        note = f"the e-invoice holds {len(bodies)} invoices, the first of them counts"
        invoice = replace(invoice, warnings=(*invoice.warnings, note))
    if invoice.warnings or invoice.fields.keys() & _REQUIRED:  # what was left out has been told
        return invoice
    return replace(invoice, warnings=(_HOLLOW,))


def parse_einvoice(xml: bytes) -> dict[str, list[str]]:
    """The canonical fields of an e-invoice with their normalised values (see ``read_einvoice``).

    Raises:
        UnreadableDocument: as ``read_einvoice``.
    """
    return {name: list(values) for name, values in read_einvoice(xml).fields.items()}
