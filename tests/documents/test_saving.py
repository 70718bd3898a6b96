"""PDFs made of files that are there: without their password, or with the pages of several."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageDraw
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents import DocumentReader
from paperformer.documents.limits import Limits
from paperformer.documents.model import Joined
from paperformer.errors import DocumentTooLarge, EncryptedDocument, UnreadableDocument


@pytest.fixture(scope="module")
def reader() -> Iterator[DocumentReader]:
    with DocumentReader() as reader:
        yield reader


def pdf(*pages: str, password: str | None = None) -> bytes:
    """A page for each text."""
    written = io.BytesIO()
    encrypt = StandardEncryption(password, "owner", strength=128) if password else None
    canvas = Canvas(written, pagesize=(300, 400), encrypt=encrypt)
    for text in pages:
        canvas.drawString(40, 350, text)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def photo() -> bytes:
    """A picture, wider than high, with a bar along its upper edge."""
    picture = Image.new("RGB", (600, 400), "white")
    ImageDraw.Draw(picture).rectangle((0, 0, 600, 40), fill="black")
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


def texts(data: bytes) -> list[str]:
    """The text of each page, as pdfium has it without a password."""
    with pypdfium2.PdfDocument(data) as document:
        return [page.get_textpage().get_text_bounded().strip() for page in document]


def test_a_pdf_is_unlocked_with_its_password(reader: DocumentReader) -> None:
    locked = pdf("First", "Second", password="sesame")
    with pytest.raises(pypdfium2.PdfiumError):
        texts(locked)
    assert texts(reader.unlock(locked, "sesame", name="locked.pdf")) == ["First", "Second"]


def test_another_password_unlocks_nothing(reader: DocumentReader) -> None:
    with pytest.raises(EncryptedDocument, match=r"locked\.pdf asks for another password"):
        reader.unlock(pdf("First", password="sesame"), "guess", name="locked.pdf")


def test_a_pdf_without_a_password_stays_as_it_is_and_a_picture_has_none(reader: DocumentReader) -> None:
    plain = pdf("First")
    assert reader.unlock(plain, "sesame", name="plain.pdf") == plain
    with pytest.raises(UnreadableDocument, match=r"photo\.png is no PDF"):
        reader.unlock(photo(), "sesame", name="photo.png")


def test_pages_of_pdfs_and_pictures_are_joined_in_their_order(reader: DocumentReader) -> None:
    files = [
        Joined(name="a.pdf", data=pdf("A1", "A2", "A3"), first=2, count=2),
        Joined(name="photo.png", data=photo(), first=1, count=1),
        Joined(name="b.pdf", data=pdf("B1"), first=1, count=1),
    ]
    whole, rotations = reader.join(files, name="whole.pdf")
    assert texts(whole) == ["A2", "A3", "", "B1"]
    assert rotations == {}
    drawn = np.asarray(reader.render(whole, 3, width=600, name="whole.pdf").convert("L"))
    assert abs(drawn.shape[0] - 400) <= 1
    assert drawn[:35].max() < 60
    assert drawn[45:].min() > 200


def test_a_page_that_somebody_has_turned_stays_turned(reader: DocumentReader) -> None:
    files = [
        Joined(name="a.pdf", data=pdf("A1", "A2"), first=1, count=2, rotations={2: 90}),
        Joined(name="photo.png", data=photo(), first=1, count=1, rotations={1: 90}),
    ]
    whole, rotations = reader.join(files, name="whole.pdf")
    assert rotations == {2: 90, 3: 0}
    drawn = np.asarray(reader.render(whole, 3, width=400, name="whole.pdf").convert("L"))
    assert drawn.shape[0] > drawn.shape[1]
    assert drawn[:, -35:].max() < 60  # the bar was above, and is at the right now


def test_what_cannot_be_joined_is_refused_with_its_name(reader: DocumentReader) -> None:
    with pytest.raises(UnreadableDocument, match=r"a\.pdf has no page 2"):
        reader.join([Joined(name="a.pdf", data=pdf("A1"), first=1, count=2)], name="whole.pdf")
    with pytest.raises(UnreadableDocument, match=r"data\.xml is an e-invoice in XML"):
        reader.join([Joined(name="data.xml", data=b"<Invoice/>", first=1, count=1)], name="whole.pdf")
    with (
        DocumentReader(Limits(pages=2)) as strict,
        pytest.raises(DocumentTooLarge, match="together the documents have 3 pages, the limit is 2"),
    ):
        strict.join([Joined(name="a.pdf", data=pdf("A1", "A2", "A3"), first=1, count=3)], name="whole.pdf")
