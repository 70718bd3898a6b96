"""Files inside files: what is in a mail, archive or PDF, within bounds, whatever strangers made of it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pdf_writing import PageSpec, PdfSpec, one_page, stream, text_at, write_pdf
from PIL import Image

from paperformer.documents import DocumentReader, Limits
from paperformer.documents.containers.gathering import plain_name
from paperformer.documents.containers.unfold import Unfolded, unfold
from paperformer.documents.model import Document
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge, PaperformerError, UnreadableDocument

INVOICE = one_page(text_at("Invoice 4711", 70, 700))
TERMS = one_page(text_at("Terms of delivery", 70, 700))
UBL = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'


def png() -> bytes:
    file = io.BytesIO()
    Image.new("L", (4, 4)).save(file, "PNG")
    return file.getvalue()


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()


def mail(files: dict[str, bytes], text: str = "Please find attached.") -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.com", "b@example.org", "Rechnung für März"
    message.set_content(text)
    for name, data in files.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def pdf(files: dict[str, bytes]) -> bytes:
    return write_pdf(PdfSpec([PageSpec(text_at("A letter", 70, 700))], files))


def read(data: bytes, name: str = "outer", **limits: int) -> Document:
    return InProcessReader().read(data, ReadOptions(name=name, ocr="never", limits=Limits(**limits)))


def held(data: bytes, **limits: int) -> dict[str, bytes]:
    return {file.name: file.data for file in read(data, **limits).contained}


@pytest.mark.parametrize("pack", [zipped, mail, pdf])
def test_documents_are_taken_out_in_their_order_and_others_are_named(pack: object) -> None:
    files = {
        "b.pdf": INVOICE,
        "notes.txt": b"hello there",
        "a.png": png(),
        "inner.zip": zipped({"c.pdf": TERMS}),
    }
    document = read(pack(files))  # type: ignore[operator]
    if pack is not pdf:  # whose list of attachments is sorted by name
        assert [file.name for file in document.contained] == ["b.pdf", "a.png", "inner.zip"]
    assert {file.name: file.data for file in document.contained} == {
        name: data for name, data in files.items() if name != "notes.txt"
    }
    assert document.passed_over == (("notes.txt", "is a text file"),)


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_an_archive_is_read_however_it_is_packed(method: int) -> None:
    assert held(zipped({"1.pdf": INVOICE, "2.pdf": TERMS}, method)) == {"1.pdf": INVOICE, "2.pdf": TERMS}


def test_what_systems_put_into_archives_is_no_file_of_the_archive() -> None:
    files = {"__MACOSX/._a.pdf": INVOICE, ".hidden.pdf": INVOICE, "x/Thumbs.db": b"x", "x/a.pdf": INVOICE}
    document = read(zipped(files))
    assert [file.name for file in document.contained] == ["x/a.pdf"]
    assert document.passed_over == ()


def test_office_documents_are_no_archives() -> None:
    with pytest.raises(UnreadableDocument, match="is an office document"):
        read(zipped({"word/document.xml": b"<w/>", "[Content_Types].xml": b"<Types/>"}))


def test_an_encrypted_entry_is_named_and_the_others_are_read() -> None:
    data = bytearray(zipped({"secret.pdf": INVOICE, "open.pdf": TERMS}))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + flags] |= 1
    document = read(bytes(data))
    assert [file.name for file in document.contained] == ["open.pdf"]
    assert document.passed_over == (("secret.pdf", "is encrypted: unpack the archive first"),)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped({}), "is an empty ZIP archive"),
        (zipped({"a.txt": b"hello"}), "is a ZIP archive without a file that can be read"),
        (mail({}, text=" \n\n"), "is a mail without attached files and without text"),
        (mail({"a.csv": b"a,b\n1,2\n"}), "is a mail without a file that can be read"),
        (zipped({"a.pdf": INVOICE})[:-30], "is a damaged or truncated ZIP archive"),
    ],
)
def test_a_container_without_a_document_is_one_clear_line(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said) as caught:
        read(data)
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


def test_a_mailbox_is_one_clear_line_and_a_mail_from_one_is_read() -> None:
    first = b"From a@example.com Tue Mar 12 10:00:00 2024\n" + mail({"a.pdf": INVOICE})
    assert list(held(first)) == ["a.pdf"]
    with pytest.raises(UnreadableDocument, match="is a mailbox of several mails"):
        read(first + b"\n" + first)


def test_names_of_attachments_are_decoded() -> None:
    head = b"From: a@x\nSubject: y\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
    names = {
        b"filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf": "Rechnung März.pdf",
        b'filename="=?utf-8?B?UmVjaG51bmcgTcOkcnoucGRm?="': "Rechnung März.pdf",
        b'filename="=?iso-8859-1?Q?Rechnung_M=E4rz.pdf?="': "Rechnung März.pdf",
        b'filename="=?no-such-charset?Q?a.pdf?="': "=?no-such-charset?Q?a.pdf?=",
        b"": "part-1.pdf",
    }
    for given_name, name in names.items():
        part = b"--b\nContent-Type: application/pdf\nContent-Disposition: attachment; %b\n\n" % given_name
        assert list(held(head + part + INVOICE.replace(b"\xe2\xe3\xcf\xd3", b"abcd") + b"\n--b--\n")) == [
            name
        ]


def test_names_in_pdfs_are_decoded() -> None:
    name = "Rechnung März.pdf".encode("utf-16-be").hex().upper()
    data = pdf({"x.pdf": INVOICE}).replace(b"/UF (x.pdf)", b"/UF <FEFF" + name.encode() + b">")
    assert list(held(data)) == ["Rechnung März.pdf"]


def test_a_file_in_a_note_on_a_page_is_an_attachment() -> None:
    spec = PdfSpec(
        [PageSpec(text_at("A letter", 70, 700))],
        objects=[
            stream(INVOICE, b"/Type /EmbeddedFile"),
            b"<< /Type /Filespec /F (a.pdf) /UF (a.pdf) /EF << /F 10 0 R >> >>",
            b"<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 30 30] /FS 11 0 R >>",
        ],
    )
    assert held(write_pdf(spec).replace(b"/Contents", b"/Annots [12 0 R] /Contents", 1)) == {"a.pdf": INVOICE}


def test_e_invoices_of_a_pdf_are_its_own_and_not_files_in_it() -> None:
    document = read(pdf({"factur-x.xml": UBL, "terms.pdf": TERMS}))
    assert document.einvoice == UBL
    assert [file.name for file in document.contained] == ["terms.pdf"]


def test_pictures_that_the_text_shows_count_only_where_nothing_else_is_attached() -> None:
    def with_logo(files: dict[str, bytes]) -> bytes:
        message = EmailMessage()
        message["From"], message["To"] = "a@example.com", "b@example.org"
        message.set_content('<img src="cid:logo">', subtype="html")
        message.add_related(png(), "image", "png", cid="<logo>", filename="logo.png", disposition="inline")
        for name, data in files.items():
            message.add_attachment(data, maintype="application", subtype="pdf", filename=name)
        return message.as_bytes()

    assert list(held(with_logo({"a.pdf": INVOICE}))) == ["a.pdf"]
    assert list(held(with_logo({}))) == ["logo.png"]


def test_a_mail_in_a_mail_gives_its_attachments() -> None:
    from email import message_from_bytes, policy

    inner = message_from_bytes(mail({"a.pdf": INVOICE}), policy=policy.default)
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "c@example.com", "Fwd"
    outer.set_content("see below")
    outer.add_attachment(inner)
    assert list(held(outer.as_bytes())) == ["a.pdf"]


@given(st.text(max_size=300))
@example("../../etc/passwd")
@example("C:\\Windows\\..\\x.pdf")
@example("a\r\nSubject: b\x1b[31m.pdf")
@example("/")
def test_names_are_harmless(name: str) -> None:
    plain = plain_name(name)
    assert plain.isprintable()
    assert 0 < len(plain) <= 120
    assert not {"", ".", ".."} & set(plain.split("/")[1:])
    assert plain_name(plain) == plain


def test_files_of_one_name_are_told_apart() -> None:
    data = zipped({"a.pdf": INVOICE, "A.pdf": TERMS, "b.pdf": INVOICE}).replace(b"b.pdf", b"a.pdf")
    assert list(held(data)) == ["a.pdf", "A.pdf (2)", "a.pdf (3)"]


# Bounds


@pytest.mark.parametrize("pack", [zipped, mail])
def test_more_files_than_allowed_are_refused(pack: object) -> None:
    files = {f"{number}.pdf": INVOICE for number in range(5)}
    assert len(held(pack(files), contained_files=5)) == 5  # type: ignore[operator]
    with pytest.raises(DocumentTooLarge, match="outer holds more than 4 files"):
        read(pack(files), contained_files=4)  # type: ignore[operator]


def test_a_pdf_keeps_its_pages_where_too_much_is_attached() -> None:
    document = read(pdf({f"{number}.pdf": INVOICE for number in range(5)}), contained_files=3)
    assert len(document.contained) == 3
    assert len(document.pages) == 1
    document = read(pdf({"a.pdf": INVOICE}), file_bytes=100)
    assert [entry.reason for entry in document.passed_over] == ["is too large"]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("claimed", [None, 10])
def test_a_bomb_is_not_inflated(method: int, claimed: int | None) -> None:
    """Also where the archive claims that it is small."""
    data = zipped({"a.pdf": bytes(50_000_000)}, method)
    assert len(data) < 100_000
    if claimed is not None:
        data = data.replace((50_000_000).to_bytes(4, "little"), claimed.to_bytes(4, "little"))
    with pytest.raises((DocumentTooLarge, UnreadableDocument)):
        read(data, file_bytes=1_000_000)


@pytest.mark.parametrize("depth", [50, 500, 5_000])
def test_a_mail_of_endless_depth_is_one_clear_line_or_read(depth: int) -> None:
    parts = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number)
        for number in range(depth)
    )
    data = b"From: a@x\nSubject: y\nMIME-Version: 1.0\n" + parts + b"Content-Type: text/plain\n\nx\n"
    with DocumentReader(Limits(seconds_per_page=20)) as reader, pytest.raises(PaperformerError):
        reader.read(data, name="deep.eml")


def test_a_mail_of_endless_header_is_one_clear_line() -> None:
    data = b"From: a@x\nSubject: " + b" x\n" * 300_000 + b"\n\n"
    with pytest.raises(UnreadableDocument, match="without attached files and without text"):
        read(data)


def inside(data: bytes, reader: DocumentReader, **limits: int) -> Iterator[str]:
    """Names of what is unfolded, and of what is not, in brackets."""
    document = reader.read(data, name="outer", ocr="never")
    for entry in unfold(document, lambda d, n: reader.read(d, name=n, ocr="never"), Limits(**limits)):
        if isinstance(entry, Unfolded):
            assert (entry.data is None) == (entry.document.name == "outer")
        yield entry.document.name if isinstance(entry, Unfolded) else f"({entry.name})"


def test_containers_in_containers_are_unfolded_to_a_depth() -> None:
    with DocumentReader() as reader:
        data = mail({"1.zip": zipped({"2.pdf": pdf({"3.pdf": INVOICE})}), "1.pdf": TERMS})
        assert list(inside(data, reader)) == ["outer/1.zip/2.pdf", "(outer/1.zip/2.pdf/3.pdf)", "outer/1.pdf"]
        assert list(inside(pdf({"a.pdf": INVOICE}), reader)) == ["outer", "outer/a.pdf"]
        many = zipped({f"{number}.zip": zipped({"a.pdf": INVOICE, "b.pdf": TERMS}) for number in range(3)})
        assert list(inside(many, reader, contained_files=5)) == [
            "outer/0.zip/a.pdf",
            "outer/0.zip/b.pdf",
            "outer/1.zip/a.pdf",
            "(outer/1.zip/b.pdf)",
            "(outer/2.zip)",
        ]


SEEDS = (
    zipped({"a.pdf": INVOICE, "b/c.png": png()}),
    zipped({"a.pdf": INVOICE}, zipfile.ZIP_LZMA),
    mail({"a.pdf": INVOICE, "ä.png": png()}),
)


@given(st.sampled_from(SEEDS), st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_container_is_read_or_one_clear_line(seed: bytes, data: st.DataObject) -> None:
    mutated = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(mutated) - 1))
        mutated[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    assert all(name.isprintable() for name in names_or_complaint(bytes(mutated)))


MIME = (
    b"From: a@x\n", b"Subject: y\n", b"MIME-Version: 1.0\n", b"\n", b"--b\n", b"--b--\n", b"JVBERi0xLjc=\n",
    b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: multipart/mixed; boundary=\"\"\n",
    b"Content-Type: message/rfc822\n", b"Content-Type: message/partial; id=1\n",
    b"Content-Type: application/pdf\n",
    b"Content-Type: text/plain; charset=\xff\n", b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: x-uuencode\n", b"Content-Disposition: attachment; filename*0*=''%f\n",
    b"Content-Disposition: attachment; filename==?utf-8?B?%%%?=\n", b"Content-Disposition:;;;=\n",
    b"Content-Type: image/png\nContent-ID: <x>\n", b"begin 644 a\nM\n", b"\xff\xfe\x00",
)  # fmt: skip


@given(st.lists(st.sampled_from(MIME), max_size=25))
@settings(max_examples=300, deadline=None)
def test_a_mail_in_any_disorder_is_read_or_one_clear_line(lines: list[bytes]) -> None:
    data = b"From: a@x\nDate: today\n" + b"".join(lines)
    assert all(name.isprintable() for name in names_or_complaint(data))


def names_or_complaint(data: bytes) -> list[str]:
    """Names of what a container holds, or why it is not read; nothing else may be raised."""
    try:
        return [file.name for file in read(data).contained]
    except PaperformerError as error:
        return [str(error)]
