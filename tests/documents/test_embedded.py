"""E-invoices attached to PDFs."""

from __future__ import annotations

import pytest
from pdf_writing import PageSpec, PdfSpec, text_at, write_pdf

from paperformer.documents.model import Document
from paperformer.documents.reading import InProcessReader, ReadOptions

CII = b'<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard"/>'
ZUGFERD_1 = b'<?xml version="1.0"?><rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument"/>'
UBL = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'
ORDER = b"<Order/>"
ORDER_X = b"<SCRDMCCBDACIOMessageStructure/>"
ISDOC = b'<Invoice xmlns="http://isdoc.cz/namespace/2013"/>'
PAGES = [PageSpec(text_at("Invoice 1", 100, 700))]


def read(attachments: dict[str, bytes], pages: list[PageSpec] = PAGES) -> Document:
    return InProcessReader().read(write_pdf(PdfSpec(pages, attachments)), ReadOptions(name="hybrid.pdf"))


@pytest.mark.parametrize(
    ("name", "xml"),
    [
        ("factur-x.xml", CII),
        ("zugferd-invoice.xml", CII),
        ("ZUGFeRD-invoice.xml", ZUGFERD_1),
        ("xrechnung.xml", UBL),
        ("anything.xml", UBL),
        ("cii.xml", CII),
        ("ubl.xml", UBL),
        ("order-x.xml", ORDER_X),
        ("faktura.isdoc", ISDOC),
    ],
)
def test_the_e_invoice_is_found_by_name_or_root(name: str, xml: bytes) -> None:
    document = read({"photo.jpg": b"\xff\xd8\xff", "terms.xml": b"<terms/>", name: xml})
    assert document.einvoice == xml
    assert [word.text for word in document.words] == ["Invoice", "1"]
    assert document.warnings == ()


def test_a_standard_name_wins_over_others_and_it_is_said() -> None:
    document = read({"a.xml": UBL, "factur-x.xml": CII})
    assert document.einvoice == CII
    assert document.warnings == ("2 e-invoices are attached, the first of them counts",)


@pytest.mark.parametrize("xml", [b"<not-an-invoice/>", b"rubbish", ORDER])
def test_an_attachment_that_is_no_e_invoice_is_not_taken_for_one(xml: bytes) -> None:
    document = read({"factur-x.xml": xml})
    assert document.einvoice is None
    assert document.warnings == ("the attached factur-x.xml is no e-invoice that can be read",)


def test_other_attachments_are_no_matter() -> None:
    document = read({"order.xml": ORDER, "spec.pdf": b"%PDF-1.4", "invoice.txt": CII})
    assert (document.einvoice, document.warnings) == (None, ())


@pytest.mark.parametrize("xml", [CII, UBL, b"\xef\xbb\xbf" + UBL])
def test_a_lone_e_invoice_is_a_document_without_pages(xml: bytes) -> None:
    document = InProcessReader().read(xml, ReadOptions(name="xrechnung.xml"))
    assert (document.einvoice, document.pages) == (xml, ())
