"""The CII of an invoice is put into its PDF as Factur-X asks."""

from __future__ import annotations

import io

import facturx
import pytest
from full_invoice import FULL
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents import DocumentReader
from paperformer.einvoicing.facturx import embed_cii
from paperformer.einvoicing.writing import write_invoice
from paperformer.errors import UnreadableDocument

CII = write_invoice(FULL, "cii").xml


def page(text: str = "Rechnung R-2026/17") -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.setTitle("R-2026/17 <Säge>")
    canvas.drawString(72, 720, text)
    canvas.save()
    return stream.getvalue()


def with_attachment(pdf: bytes, name: str, data: bytes) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    writer.add_attachment(name, data)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def metadata(pdf: bytes) -> str:
    return PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/Metadata"].get_data().decode()


def test_our_reader_and_the_library_of_factur_x_find_the_xml() -> None:
    made = embed_cii(page(), CII, "a.pdf")
    assert facturx.get_xml_from_pdf(made, check_xsd=True) == ("factur-x.xml", CII)
    with DocumentReader() as reader:
        document = reader.read(made, ocr="never")
    assert document.einvoice == CII
    assert [word.text for word in document.words] == ["Rechnung", "R-2026/17"]


def test_the_file_is_associated_with_the_document_as_an_alternative() -> None:
    root = PdfReader(io.BytesIO(embed_cii(page(), CII, "a.pdf"))).trailer["/Root"]
    (associated,) = [one.get_object() for one in root["/AF"]]
    assert associated["/AFRelationship"] == "/Alternative"
    assert associated["/UF"] == "factur-x.xml"
    stream = associated["/EF"]["/F"].get_object()
    assert stream["/Subtype"] == "/text/xml"
    assert stream["/Params"]["/Size"] == len(CII)


def test_the_metadata_name_file_and_profile() -> None:
    written = metadata(embed_cii(page(), CII, "a.pdf"))
    assert "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>" in written
    assert "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>" in written
    assert "R-2026/17 &lt;Säge&gt;" in written


def test_only_a_pdf_that_was_pdf_a_claims_to_be() -> None:
    assert "pdfaid" not in metadata(embed_cii(page(), CII, "a.pdf"))
    claim = b"<x><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>"
    writer = PdfWriter(clone_from=io.BytesIO(page()))
    writer.xmp_metadata = claim
    stream = io.BytesIO()
    writer.write(stream)
    written = metadata(embed_cii(stream.getvalue(), CII, "a.pdf"))
    assert "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>" in written


def test_an_e_invoice_that_was_inside_is_replaced_and_other_files_stay() -> None:
    before = with_attachment(
        embed_cii(page(), CII.replace(b"R-2026/17", b"R-0000/00"), "a.pdf"), "plan.txt", b"p"
    )
    made = PdfReader(io.BytesIO(embed_cii(before, CII, "a.pdf")))
    assert made.attachments == {"factur-x.xml": [CII], "plan.txt": [b"p"]}
    assert len(made.trailer["/Root"]["/AF"]) == 1


@pytest.mark.parametrize(
    ("pdf", "reason"),
    [
        (b"\x89PNG", r"a.pdf is no PDF. Only a PDF can hold the XML"),
        (b"%PDF-1.7\n%%EOF", "cannot take the XML"),
    ],
)
def test_what_is_no_sound_pdf_is_refused(pdf: bytes, reason: str) -> None:
    with pytest.raises(UnreadableDocument, match=reason):
        embed_cii(pdf, CII, "a.pdf")


def test_an_encrypted_pdf_is_refused() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(page()))
    writer.encrypt("secret")
    stream = io.BytesIO()
    writer.write(stream)
    with pytest.raises(UnreadableDocument, match="Save it anew without a password"):
        embed_cii(stream.getvalue(), CII, "a.pdf")
