"""Files of several documents: each is answered by itself, with the pages of the file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents.model import Document, Page
from paperformer.extraction.batch import Task, TaskReader
from paperformer.extraction.contents import AnsweredDocument
from paperformer.extraction.document_extractor import DocumentExtractor
from paperformer.extraction.options import ReadingOptions
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.places import in_file
from paperformer.extraction.result import Cell, Extraction, ModelInfo, Row
from paperformer.splitting.parts import parts_of, several
from toy_documents import words_of
from toy_einvoice import ubl

FIRST = ("ACME Trading Ltd", "Invoice number: INV-17-A", "Invoice date: 2024-03-12", "Total: 120.00 EUR")
LINES = ("2 brushes 4.00 8.00", "Please pay within 30 days")
SECOND = ("Beta Trading Ltd", "Invoice number: 99-0815", "Invoice date: 2024-04-02", "Total: 80.00 EUR")


def drawn(*pages: tuple[str, ...]) -> bytes:
    """A PDF with a text layer."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(600, 800), invariant=True)
    for lines in pages:
        for row, line in enumerate(lines):
            canvas.drawString(40, 740 - 24 * row, line)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def document_of_pages(count: int) -> Document:
    pages = [Page(n, 600, 800, words_of(f"page {n} of the file", page=n)) for n in range(1, count + 1)]
    return Document("file", tuple(pages), warnings=("a warning",))


def test_each_document_of_a_file_has_its_own_answer(toy_folder: Path) -> None:
    with Extractor(toy_folder) as extractor:
        readings = list(extractor.read_each(drawn(FIRST, LINES, SECOND), name="pile.pdf"))
    first, second = (reading.extraction for reading in readings)
    assert [page.number for page in first.pages] == [1, 2]
    assert (second.first_page, [page.number for page in second.pages]) == (3, [3])
    assert [one.fields["document_number"][0].value for one in (first, second)] == ["INV-17-A", "99-0815"]
    assert [one.fields["total_incl_vat"][0].value for one in (first, second)] == ["120.00", "80.00"]
    assert {one.file for one in (first, second)} == {"pile.pdf"}
    assert first.warnings == second.warnings == []
    assert all(len(reading.document.pages) == 3 for reading in readings)


def test_places_are_those_of_the_file(toy_folder: Path) -> None:
    with Extractor(toy_folder) as extractor:
        _, second = extractor.read_each(drawn(FIRST, LINES, SECOND))
    found = [candidate for candidates in second.extraction.fields.values() for candidate in candidates]
    assert {candidate.page for candidate in found} <= {3, None}
    assert second.extraction.fields["document_number"][0].page == 3


def test_a_file_of_one_document_is_read_as_ever(toy_folder: Path) -> None:
    file = drawn(FIRST, LINES)
    with Extractor(toy_folder) as extractor:
        (reading,) = extractor.read_each(file)
        whole = extractor.read(file).extraction
    assert reading.extraction.fields == whole.fields
    assert (reading.extraction.first_page, len(reading.extraction.pages)) == (1, 2)


def test_who_reads_a_pile_as_one_is_warned(toy_folder: Path) -> None:
    with Extractor(toy_folder) as extractor:
        warnings = extractor.extract(drawn(FIRST, LINES, SECOND)).warnings
    assert warnings == ["page 3 seems to begin another document: --split answers for each by itself"]


def hybrid(xml: bytes) -> bytes:
    """The pile with an e-invoice attached."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(drawn(FIRST, LINES, SECOND))
    attachment = pdf.new_attachment("factur-x.xml")
    attachment.set_data(xml)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def test_an_e_invoice_makes_its_pages_one_document_unless_it_is_damaged(toy_folder: Path) -> None:
    with Extractor(toy_folder) as extractor:
        (whole,) = extractor.read_each(hybrid(ubl(1).encode()))
        first, second = extractor.read_each(hybrid(ubl(1).encode()[:-60]))
    assert len(whole.extraction.pages) == 3
    assert any("e-invoice was not used" in warning for warning in first.extraction.warnings)
    assert second.extraction.warnings == []


@pytest.mark.parametrize(
    ("beginnings", "told"),
    [
        ([1], []),
        ([1, 3], ["page 3 seems to begin another document: --split answers for each by itself"]),
        (
            [1, 2, 3, 4, 5, 6, 7],
            ["pages 2, 3, 4, 5, 6 ... seem to begin other documents: --split answers for each by itself"],
        ),
    ],
)
def test_a_warning_names_the_pages_and_not_all_of_many(beginnings: list[int], told: list[str]) -> None:
    assert several(beginnings, {}) == told


@given(st.integers(1, 6), st.data())
def test_parts_are_the_pages_of_the_file_numbered_anew(count: int, data: st.DataObject) -> None:
    others = data.draw(st.sets(st.integers(2, max(2, count)))) if count > 1 else set()
    document = document_of_pages(count)
    parts = list(parts_of(document, [1, *sorted(others)]))
    assert len(parts) == len(others) + 1
    for before, part in parts:
        assert [page.number for page in part.pages] == list(range(1, len(part.pages) + 1))
        assert all(word.page == page.number for page in part.pages for word in page.words)
        assert part.warnings == (("a warning",) if before == 0 else ())
        texts = [[word.text for word in page.words] for page in part.pages]
        same = [[w.text for w in page.words] for page in document.pages[before : before + len(part.pages)]]
        assert texts == same
    assert sum(len(part.pages) for _, part in parts) == count


def test_rows_and_their_cells_move_too_and_what_is_not_printed_stays_nowhere() -> None:
    cells = {
        "quantity": Cell(value="2", text="2", box=None, page=1),
        "unit": Cell(value="pcs", text="pcs", box=None, page=None),
    }
    row = Row(cells=cells, text="2 pcs", box=None, page=1, confidence=0.9, level="mid", source="rule")
    model = ModelInfo(name="toy", version="1")
    answer = Extraction(file="pile.pdf", pages=[], fields={}, rows={"purchase_lines": [row]}, model=model)
    moved = in_file(answer, 4)
    assert moved.first_page == 5
    (there,) = moved.rows["purchase_lines"]
    assert there.page == 5
    assert {name: cell.page for name, cell in there.cells.items()} == {"quantity": 5, "unit": None}


def test_what_was_read_before_an_error_is_kept(toy_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = DocumentExtractor.answer

    def fails_on_the_second(
        self: DocumentExtractor, document: Document, *rest: Any, **named: Any
    ) -> AnsweredDocument:
        if any("99-0815" in word.text for word in document.words):
            raise ZeroDivisionError
        return answer(self, document, *rest, **named)

    monkeypatch.setattr(DocumentExtractor, "answer", fails_on_the_second)
    with TaskReader(ReadingOptions(model=toy_folder, split=True)) as reader:
        outcome = reader.read(Task("pile.pdf", drawn(FIRST, LINES, SECOND)))
    (kept,) = outcome.answers
    assert kept.extraction.fields["document_number"][0].value == "INV-17-A"
    assert "ZeroDivisionError" in str(outcome.trace)
    assert "pile.pdf" in str(outcome.error)
