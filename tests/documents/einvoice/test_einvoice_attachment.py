"""The e-invoice is found among whatever is attached to a PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pypdfium2
import pytest

from paperformer.documents.einvoice import attachment, embedded_einvoice

INVOICE = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>%s</ID></Invoice>'
ORDER = b'<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'


@contextmanager
def pdf_with(files: Sequence[tuple[str, bytes]]) -> Iterator[pypdfium2.PdfDocument]:
    """A one-page PDF with these files attached, written and read again."""
    fresh = pypdfium2.PdfDocument.new()
    fresh.new_page(200, 200)
    for name, data in files:
        fresh.new_attachment(name).set_data(data)
    buffer = io.BytesIO()
    fresh.save(buffer)
    fresh.close()
    pdf = pypdfium2.PdfDocument(buffer.getvalue())
    yield pdf
    pdf.close()


def found(*files: tuple[str, bytes]) -> bytes | None:
    with pdf_with(files) as pdf:
        return embedded_einvoice(pdf)


def test_a_pdf_without_attachments_has_none() -> None:
    assert found() is None


@pytest.mark.parametrize(
    "name",
    [
        "factur-x.xml",
        "zugferd-invoice.xml",
        "ZUGFeRD-invoice.xml",
        "xrechnung.xml",
        "FACTUR-X.XML",
        "4711.xml",
    ],
)
def test_prescribed_and_other_xml_names_are_found(name: str) -> None:
    assert found(("picture.png", b"\x89PNG"), (name, INVOICE % b"1")) == INVOICE % b"1"


def test_a_prescribed_name_goes_before_another_xml() -> None:
    assert found(("a.xml", INVOICE % b"2"), ("factur-x.xml", INVOICE % b"1")) == INVOICE % b"1"


def test_a_prescribed_name_with_other_contents_is_passed_over() -> None:
    files = (("factur-x.xml", ORDER), ("order-x.xml", ORDER), ("deep.xml", INVOICE % b"3"))
    assert found(*files) == INVOICE % b"3"


def test_what_is_no_xml_by_name_or_contents_is_none() -> None:
    assert found(("invoice.txt", INVOICE % b"1"), ("notes.xml", b"not xml"), ("order.xml", ORDER)) is None


def test_an_empty_attachment_is_passed_over() -> None:
    assert found(("factur-x.xml", b""), ("x.xml", INVOICE % b"4")) == INVOICE % b"4"


def test_an_oversized_attachment_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment, "MAX_BYTES", 200)
    big = INVOICE % (b"5" * 300)
    assert found(("factur-x.xml", big), ("small.xml", INVOICE % b"6")) == INVOICE % b"6"
