"""The reader of each syntax; ``documents.invoice_roots`` tells the syntax of a root element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.cii import read_cii
from paperformer.documents.einvoice.invoice import EInvoice
from paperformer.documents.einvoice.national.cfdi import read_cfdi
from paperformer.documents.einvoice.national.ebinterface import read_ebinterface
from paperformer.documents.einvoice.national.facturae import read_facturae
from paperformer.documents.einvoice.national.fatturapa import read_fatturapa
from paperformer.documents.einvoice.national.finvoice import read_finvoice
from paperformer.documents.einvoice.national.isdoc import read_isdoc
from paperformer.documents.einvoice.national.ksef import read_ksef
from paperformer.documents.einvoice.national.nav import read_nav
from paperformer.documents.einvoice.national.nfe import read_nfe
from paperformer.documents.einvoice.national.svefaktura import read_svefaktura
from paperformer.documents.einvoice.ubl import read_ubl
from paperformer.documents.invoice_roots import Syntax


def read_order_x(root: Element) -> EInvoice:
    """The order in an Order-X tree: CII whose type codes are those of orders."""
    invoice = read_cii(root)
    return replace(invoice, syntax="orderx", fields={**invoice.fields, "document_type": ("order",)})


READERS: Final[Mapping[Syntax, Callable[[Element], EInvoice]]] = {
    "cii": read_cii,
    "ubl": read_ubl,
    "orderx": read_order_x,
    "fatturapa": read_fatturapa,
    "ksef": read_ksef,
    "facturae": read_facturae,
    "nfe": read_nfe,
    "cfdi": read_cfdi,
    "isdoc": read_isdoc,
    "ebinterface": read_ebinterface,
    "finvoice": read_finvoice,
    "nav": read_nav,
    "svefaktura": read_svefaktura,
}
