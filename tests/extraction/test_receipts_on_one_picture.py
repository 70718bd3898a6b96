"""Two receipts on one photograph, from the picture to the answers."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from laid_sheets import BAKERY, TAXI, Sheet, laid
from paperformer.documents.model import Document
from paperformer.extraction.contents import AnsweredDocument
from paperformer.extraction.pipeline import Extractor
from paperformer.splitting.parts import several


def photographed(*sheets: tuple[tuple[str, ...], tuple[int, int], float]) -> bytes:
    """A table with sheets on it: their lines, where they lie, and how far they are turned."""
    table = Image.new("RGB", (1400, 900), (110, 80, 60))
    font = ImageFont.load_default(24)
    for lines, place, tilt in sheets:
        sheet = Image.new("RGBA", (480, 40 + 40 * len(lines)), "white")
        for row, line in enumerate(lines):
            name, _, value = line.partition("   ")
            draw = ImageDraw.Draw(sheet)
            draw.text((25, 20 + 40 * row), name, "black", font)
            draw.text((330, 20 + 40 * row), value.strip(), "black", font)
        turned = sheet.rotate(tilt, Image.Resampling.BICUBIC, expand=True)
        table.paste(turned, place, turned)
    stream = io.BytesIO()
    table.save(stream, "PNG")
    return stream.getvalue()


def test_each_receipt_of_a_photograph_is_answered_with_its_place_on_it() -> None:
    picture = photographed((BAKERY, (60, 100), 3), (TAXI, (760, 200), -4))
    with Extractor() as extractor:
        readings = list(extractor.read_each(picture, name="two.png"))
        first, second = (one.extraction for one in readings)
        warnings = extractor.extract(picture).warnings
    assert "page 1 seems to hold 2 receipts: --split answers for each by itself" in warnings
    assert [one.fields["total_incl_vat"][0].value for one in (first, second)] == ["7.60", "18.50"]
    assert first.region is not None
    assert second.region is not None
    assert first.region.x1 <= second.region.x0 + 0.05
    box = second.fields["total_incl_vat"][0].box
    assert box is not None
    assert second.region.x0 <= box.x0 <= box.x1 <= second.region.x1
    assert {(page.width, page.height) for page in second.pages} == {(1400, 900)}
    for reading in readings:
        assert printed_at(reading, "total_incl_vat") == reading.extraction.fields["total_incl_vat"][0].text


def test_a_receipt_printed_twice_is_read_once_and_its_words_are_those_of_the_page() -> None:
    page = laid(Sheet(TAXI, 300, 100), Sheet(("DUPLICATE", *TAXI), 300, 500), reading="ocr")
    document = Document("two", (page,))
    with Extractor() as extractor:
        extraction = extractor.extract_document(document)
    assert "page 1 prints the same receipt twice: read once" in extraction.warnings
    assert [row.cells["total"].value for row in extraction.rows["purchase_lines"]] == ["18.50"]
    for name in ("total_incl_vat", "document_date", "time"):
        assert printed_at(AnsweredDocument(document, extraction), name) == extraction.fields[name][0].text


def printed_at(reading: AnsweredDocument, field: str) -> str:
    """The words of the file that the best candidate of a field says it is printed by."""
    words = reading.document.words
    return " ".join(words[index].text for index in reading.extraction.fields[field][0].words)


def test_a_file_of_one_document_is_not_warned_of() -> None:
    assert several([1], {}) == []
