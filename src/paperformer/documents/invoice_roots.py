"""The root elements of the e-invoices that are read, with their namespaces.

Recognising a file, finding an invoice among the attachments of a PDF and choosing a reader all look here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Syntax = Literal[
    "cii", "ubl", "orderx", "fatturapa", "ksef", "facturae", "nfe", "cfdi", "isdoc", "ebinterface",
    "finvoice", "nav", "svefaktura",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class InvoiceRoot:
    """One root element.

    Args:
        name: Its local name.
        namespace: How its namespace begins; empty for a root without one.
        syntax: Which reader reads it.
        title: What people call the format, with its versions.
        bodies: Path from the root to the elements of which each is an invoice of its own, where a file may
            hold several.
    """

    name: str
    namespace: str
    syntax: Syntax
    title: str
    bodies: str = ""


_UBL: Final = "urn:oasis:names:specification:ubl:schema:xsd:"
_FATTURAPA: Final = "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"
_NFE: Final = "http://www.portalfiscal.inf.br/nfe"

ROOTS: Final[tuple[InvoiceRoot, ...]] = (
    InvoiceRoot(
        "CrossIndustryInvoice", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:", "cii", "CII"
    ),
    InvoiceRoot("CrossIndustryDocument", "urn:ferd:CrossIndustryDocument:", "cii", "ZUGFeRD 1.0"),
    InvoiceRoot(
        "SCRDMCCBDACIOMessageStructure",
        "urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:",
        "orderx",
        "Order-X",
    ),
    InvoiceRoot("Invoice", f"{_UBL}Invoice-2", "ubl", "UBL 2"),
    InvoiceRoot("CreditNote", f"{_UBL}CreditNote-2", "ubl", "UBL 2"),
    InvoiceRoot(
        "FatturaElettronica", _FATTURAPA, "fatturapa", "FatturaPA 1.2", bodies="FatturaElettronicaBody"
    ),
    InvoiceRoot("Faktura", "http://crd.gov.pl/wzor/2023/06/29/12648/", "ksef", "KSeF FA(2)"),
    InvoiceRoot("Faktura", "http://crd.gov.pl/wzor/2025/06/25/13775/", "ksef", "KSeF FA(3)"),
    InvoiceRoot(
        "Facturae",
        "http://www.facturae.es/Facturae/2009/v3.2/",
        "facturae",
        "Facturae 3.2",
        bodies="Invoices/Invoice",
    ),
    InvoiceRoot(
        "Facturae",
        "http://www.facturae.es/Facturae/2014/v3.2.1/",
        "facturae",
        "Facturae 3.2",
        bodies="Invoices/Invoice",
    ),
    InvoiceRoot(
        "Facturae",
        "http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_",
        "facturae",
        "Facturae 3.2",
        bodies="Invoices/Invoice",
    ),
    InvoiceRoot("nfeProc", _NFE, "nfe", "NF-e 4.00"),
    InvoiceRoot("NFe", _NFE, "nfe", "NF-e 4.00"),
    InvoiceRoot("Comprobante", "http://www.sat.gob.mx/cfd/4", "cfdi", "CFDI 4.0"),
    InvoiceRoot("Invoice", "http://isdoc.cz/namespace/2013", "isdoc", "ISDOC 6"),
    InvoiceRoot("Invoice", "http://www.ebinterface.at/schema/4p", "ebinterface", "ebInterface 4 to 6"),
    InvoiceRoot("Invoice", "http://www.ebinterface.at/schema/5p", "ebinterface", "ebInterface 4 to 6"),
    InvoiceRoot("Invoice", "http://www.ebinterface.at/schema/6p", "ebinterface", "ebInterface 4 to 6"),
    InvoiceRoot("Finvoice", "", "finvoice", "Finvoice 3"),
    InvoiceRoot("InvoiceData", "http://schemas.nav.gov.hu/OSA/3.0/data", "nav", "NAV 3.0"),
    InvoiceRoot("Invoice", "urn:sfti:documents:BasicInvoice:1:0", "svefaktura", "Svefaktura 1"),
)
# Local name and namespace of what networks put around an invoice: Peppol, Serbia's SEF, Svefaktura
ENVELOPES: Final = (
    (
        "StandardBusinessDocument",
        "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader",
    ),
    ("DocumentEnvelope", "urn:eFaktura:MinFinrs:envelop:schema"),
    ("ObjectEnvelope", "urn:sfti:documents:ObjectEnvelope:1:0"),
)
ROOT_NAMES: Final = frozenset([*(root.name for root in ROOTS), *(name for name, _ in ENVELOPES)])
SUPPORTED: Final = ", ".join(dict.fromkeys(root.title for root in ROOTS))


def root_of(namespace: str, name: str) -> InvoiceRoot | None:
    """The e-invoice that begins with this root element; None for any other XML."""
    for root in ROOTS:
        is_in_namespace = namespace.startswith(root.namespace) if root.namespace else not namespace
        if name == root.name and is_in_namespace:
            return root
    return None


def is_envelope(namespace: str, name: str) -> bool:
    """Whether this root element is an envelope, in which an e-invoice may be."""
    return (name, namespace) in ENVELOPES


def not_read(namespace: str, name: str) -> str:
    """What is said of a root element that no reader reads, in words that follow the file's name."""
    where = f"in the namespace {namespace[:90]}" if namespace else "without a namespace"
    return f"has the root <{name[:60]}> {where}; e-invoices that are read: {SUPPORTED}"
