"""Every bad document is one clear line, and the reader goes on with the next one."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pdf_writing import PageSpec, PdfSpec, one_page, text_at, write_pdf
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents import DocumentReader, Limits
from paperformer.errors import DocumentTooLarge, EncryptedDocument, PaperformerError, UnreadableDocument

GOOD = one_page(text_at("Invoice 4711", 70, 700))


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    with DocumentReader(Limits(seconds_per_page=20)) as reader:
        yield reader


def encrypted(user_password: str) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, encrypt=StandardEncryption(user_password, "owner", strength=128))
    canvas.drawString(100, 700, "secret")
    canvas.save()
    return file.getvalue()


def png_that_says(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header promises a picture of that size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    header = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x00\x00\x00\x00"
    body = zlib.compress(bytes(100_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def tiff_that_says(width: int, height: int) -> bytes:
    """A fax of a few bytes whose header promises a page of that size (TIFF 6.0, section 2)."""
    tags = {256: width, 257: height, 258: 1, 259: 4, 262: 0, 273: 150, 277: 1, 278: height, 279: 100}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items())
    return b"II*\x00" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4) + bytes(200)


def corrupt_tiff() -> bytes:
    file = io.BytesIO()
    Image.effect_noise((300, 300), 90).save(file, "TIFF", compression="tiff_lzw")
    data = bytearray(file.getvalue())
    noise = random.Random(5)
    for position in range(8, len(data) - 400):
        data[position] = noise.randrange(256)
    return bytes(data)


BAD: dict[str, tuple[Callable[[], bytes], type[PaperformerError], str]] = {
    "empty.pdf": (lambda: b"", UnreadableDocument, "is empty"),
    "letter.pdf": (lambda: b"Dear Sir,\nthe invoice is attached.\n", UnreadableDocument, "is a text file"),
    "truncated.pdf": (lambda: GOOD[:200], UnreadableDocument, "is a damaged or truncated PDF"),
    "rubbish.pdf": (
        lambda: b"%PDF-1.7\n" + random.Random(1).randbytes(5000),
        UnreadableDocument,
        "is a damaged",
    ),
    "locked.pdf": (lambda: encrypted("secret"), EncryptedDocument, "asks for a password"),
    "hollow.pdf": (lambda: write_pdf(PdfSpec([])), UnreadableDocument, "has no pages"),
    "archive.pdf": (
        lambda: write_pdf(PdfSpec([PageSpec()] * 10_000)),
        DocumentTooLarge,
        "has 10,000 pages, the limit is 500",
    ),
    "poster.png": (lambda: png_that_says(20_000, 20_000), DocumentTooLarge, "20,000 x 20,000 pixels"),
    "bomb.png": (lambda: png_that_says(2**31 - 1, 2**31 - 1), DocumentTooLarge, "pixels, the limit is"),
    "plan.tiff": (lambda: tiff_that_says(20_000, 20_000), DocumentTooLarge, "20,000 x 20,000 pixels"),
    "short.png": (
        lambda: png_that_says(3_000, 3_000),
        UnreadableDocument,
        "page 1 of short.png is a damaged",
    ),
    "corrupt.tiff": (corrupt_tiff, UnreadableDocument, "is a damaged or truncated picture"),
    "half.tiff": (
        lambda: tiff_that_says(100, 100)[:40],
        UnreadableDocument,
        "is a damaged or truncated picture",
    ),
    "archive.zip": (
        lambda: b"PK\x03\x04" + bytes(50),
        UnreadableDocument,
        "is a damaged or truncated ZIP archive",
    ),
    "order.xml": (lambda: b"<Order/>", UnreadableDocument, "it has the root <Order> without a namespace"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_document_is_one_clear_line(name: str, reader: DocumentReader, tmp_path: Path) -> None:
    make, kind, said = BAD[name]
    path = tmp_path / name
    path.write_bytes(make())
    with pytest.raises(kind) as caught:
        reader.read(path, name=name, ocr="always")
    assert type(caught.value) is kind
    assert said in caught.value.message
    assert name in caught.value.message
    assert "\n" not in str(caught.value)
    assert caught.value.remedy
    assert reader.read(GOOD).words


@pytest.mark.parametrize("source", [Path("no/such/file.pdf"), Path()])
def test_a_missing_file_or_a_folder_is_one_clear_line(source: Path, reader: DocumentReader) -> None:
    with pytest.raises(UnreadableDocument, match=r"does not exist|is a folder"):
        reader.read(source)


def test_a_pdf_that_opens_without_a_password_is_read(reader: DocumentReader) -> None:
    assert [word.text for word in reader.read(encrypted("")).words] == ["secret"]


@pytest.mark.parametrize("password", ["secret", "Straße 7", "owner"])
def test_an_encrypted_pdf_is_read_and_drawn_with_its_password(password: str, reader: DocumentReader) -> None:
    data = encrypted("secret" if password == "owner" else password)
    assert [word.text for word in reader.read(data, password=password).words] == ["secret"]
    assert reader.render(data, 1, width=100, password=password).width == 100
    with pytest.raises(EncryptedDocument, match="asks for another password") as caught:
        reader.read(data, password="wrong")
    assert "wrong" not in str(caught.value)


def test_a_password_that_is_not_needed_is_no_matter(reader: DocumentReader) -> None:
    assert reader.read(GOOD, password="secret").words


def test_a_blank_page_has_no_words_and_says_so(reader: DocumentReader) -> None:
    file = io.BytesIO()
    Image.new("RGB", (600, 800), (250, 248, 240)).save(file, "PNG")
    for data in (write_pdf(PdfSpec([PageSpec()])), file.getvalue()):
        document = reader.read(data)
        assert document.words == ()
        assert [warning.partition(":")[0] for warning in document.warnings] == ["the page is blank"]


def test_the_wrong_extension_is_no_matter(reader: DocumentReader, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(GOOD)
    assert [word.text for word in reader.read(path).words] == ["Invoice", "4711"]


@pytest.mark.parametrize("part", [0.5, 0.7, 0.9, 0.97])
def test_a_pdf_cut_anywhere_is_read_with_a_warning_or_one_clear_line(
    part: float, reader: DocumentReader
) -> None:
    pages = [PageSpec(text_at(f"Page {number}", 70, 700)) for number in range(1, 21)]
    data = write_pdf(PdfSpec(pages))
    try:
        document = reader.read(data[: int(len(data) * part)], name="cut.pdf", ocr="never")
    except UnreadableDocument as error:
        said = str(error)
    else:
        said = " ".join(document.warnings)
    assert "cut short" in said or "damaged" in said
