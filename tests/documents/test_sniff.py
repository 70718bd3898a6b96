"""The kind of a file is told by its content."""

from __future__ import annotations

import io
import zipfile
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pdf_writing import one_page
from PIL import Image

from paperformer.documents.sniff import Kind, sniff, xml_root
from paperformer.errors import UnreadableDocument

CII = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>'
UBL = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'


def picture(kind: str) -> bytes:
    file = io.BytesIO()
    Image.new("L", (4, 4)).save(file, kind)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp", "tiff"])
def test_pictures_are_recognised(kind: str) -> None:
    assert sniff(picture(kind), "x.pdf") == kind


def test_big_endian_and_big_tiffs_are_recognised() -> None:
    assert sniff(b"MM\x00*\x00\x00\x00\x08", "x") == "tiff"
    assert sniff(b"II+\x00\x08\x00\x00\x00", "x") == "tiff"


def test_a_pdf_may_begin_with_rubbish() -> None:
    assert sniff(b"\r\n<!-- mail header -->" + one_page(), "x.png") == "pdf"


def test_a_pdf_may_begin_with_the_header_of_its_download() -> None:
    header = (
        b"HTTP/1.1 200 OK\r\nDate: Tue, 12 Mar 2024 10:00:00 GMT\r\nContent-Type: application/pdf\r\n\r\n"
    )
    assert sniff(header + one_page(), "x") == "pdf"
    assert sniff(header.partition(b"\n")[2] + one_page(), "x") == "pdf"


@pytest.mark.parametrize(
    "head",
    [
        b"From: a@example.com\nSubject: Invoice\n\n",
        b"\xef\xbb\xbfReceived: by mx\r\n\twith SMTP\r\nMessage-ID: <1@x>\r\n\r\n",
        b"From a@example.com Tue Mar 12\nReturn-Path: <a>\nDATE: today\nX-Spam: no\n\n",
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n",
    ],
)
def test_a_mail_is_told_by_its_header_whatever_is_in_it(head: bytes) -> None:
    assert sniff(head + one_page(), "x.pdf") == "mail"


def test_a_stored_archive_is_no_pdf_though_one_begins_in_its_first_bytes() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.pdf", one_page())
    assert b"%PDF-" in file.getvalue()[:100]
    assert sniff(file.getvalue(), "x.pdf") == "zip"


@pytest.mark.parametrize(
    ("brands", "kind"),
    [(b"heic", "heif"), (b"mif1heic", "heif"), (b"avif", "avif"), (b"mif1avif", "avif"), (b"msf1", "heif")],
)
def test_telephone_pictures_are_told_by_their_brands(brands: bytes, kind: str) -> None:
    box = b"ftyp" + brands[:4] + bytes(4) + brands[4:]
    assert sniff((len(box) + 4).to_bytes(4, "big") + box + bytes(30), "x.jpg") == kind


@pytest.mark.parametrize(
    "text",
    [
        CII,
        UBL,
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- <Order/> -->\n" + CII,
        '<!DOCTYPE Invoice [<!ENTITY a "<b>">]>' + UBL,
        "<ubl:CreditNote xmlns:ubl='urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2'/>",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_e_invoices_are_recognised(text: str, encoding: str) -> None:
    assert sniff(text.encode(encoding), "invoice.xml") == "xml"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Dear customer,\nplease pay.\n", "is a text file"),
        (b"PK\x03\x04" + bytes(22) + b"\x08\x00\x00\x00mimetype", "is an office document"),
        (b"PK\x03\x04" + bytes(22) + b"\x13\x00\x00\x00[Content_Types].xml", "is an office document"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "is an old office document"),
        (b"\x00\x00\x00\x18ftypisom" + b"\x00" * 30, "is a video"),
        (bytes(257) + b"ustar\x0000" + bytes(248) + b"%PDF-1.7", "is a tar archive"),
        (b"Rar!\x1a\x07\x01\x00%PDF-1.7", "is a RAR archive"),
        (b"7z\xbc\xaf\x27\x1c%PDF-1.7", "is a 7z archive"),
        (b"<!DOCTYPE html>\n<html><body>Invoice</body></html>", "is a web page"),
        (
            b"<Order><Invoice/></Order>",
            "the root <Order> without a namespace; e-invoices that are read: CII,",
        ),
        (b"<o:Order xmlns:o='urn:x:order'/>", "the root <Order> in the namespace urn:x:order; e-invoices"),
        (b"BMW 320d, service in March\n", "is a text file"),
        (bytes(range(256)), "is of no kind that can be read"),
        (b"", "is empty"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said) as caught:
        sniff(data, "invoice.pdf")
    assert caught.value.message.startswith("invoice.pdf ")
    assert caught.value.remedy


@given(st.binary(max_size=300))
@example(b"<")
@example(b"<?")
@example(b"\xff\xfe<")
@example(b"\xff\xfe")
def test_any_bytes_have_a_kind_or_a_named_error(data: bytes) -> None:
    assert kind_or_complaint(data) in (*get_args(Kind), "complaint in one line")


def kind_or_complaint(data: bytes) -> str:
    try:
        return sniff(data, "x")
    except UnreadableDocument as error:
        return "complaint in one line" if "\n" not in str(error) else "complaint in several lines"


def test_looking_for_the_root_is_fast_on_hostile_text() -> None:
    assert xml_root(b"<?" * 100_000) is None
    assert xml_root(b"<!--" * 100_000) is None
    assert xml_root(b"<!DOCTYPE [" * 100_000) is None
    assert xml_root(b" " * 200_000) is None
    assert xml_root(b"<??>" * 50_000) is None
