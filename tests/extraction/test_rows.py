"""Rows of tables in the answer: read off pages or told by an e-invoice; as JSON, CSV, table and picture."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest
from PIL import Image

from paperformer.cli.tables import Table
from paperformer.cli.writers import Csv
from paperformer.documents.einvoice.invoice import EInvoice, PurchaseLine, VatShare
from paperformer.documents.model import Box, Document, Page, Word
from paperformer.extraction.model_folder import SCHEMA
from paperformer.extraction.overlay import draw_overlay, marked_pages
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Extraction
from paperformer.extraction.rows import rows_of_einvoice
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.reader import find_rows

PRINTED = (
    ((0.05, "Description"), (0.50, "Qty"), (0.60, "Price"), (0.80, "Amount")),
    ((0.05, "Bread"), (0.52, "2"), (0.60, "3.00"), (0.82, "6.00")),
    ((0.05, "Tea"), (0.52, "3"), (0.60, "2.00"), (0.82, "7.00")),
    ((0.60, "VAT 20%"), (0.82, "2.60")),
    ((0.60, "Total"), (0.81, "15.60")),
)


@pytest.fixture
def invoice() -> Document:
    words: list[Word] = []
    line = 0
    for number, row in enumerate(PRINTED):
        top = 0.1 + 0.03 * number
        for x, text in row:
            for part in text.split():
                words.append(Word(part, Box(x, top, x + 0.012 * len(part), top + 0.015), 1, line))
                x += 0.012 * (len(part) + 1)
            line += 1
    return Document("invoice", (Page(1, 600, 800, tuple(words)),))


@pytest.fixture
def folder(toy_folder: Path, tmp_path: Path) -> Path:
    """The toy model with the schema that comes with Paperformer: its own has no fields of type group."""
    copy = tmp_path / "model"
    shutil.copytree(toy_folder, copy)
    (copy / SCHEMA).unlink()
    return copy


@pytest.fixture
def answer(folder: Path, invoice: Document) -> Extraction:
    return Extractor(folder, min_confidence=0.0).extract_document(invoice)


def test_rows_come_in_printed_order_with_cells_places_and_what_their_arithmetic_says(
    answer: Extraction,
) -> None:
    bread, tea = answer.rows["purchase_lines"]
    assert {name: cell.value for name, cell in bread.cells.items()} == {
        "description": "Bread", "quantity": "2", "unit_price": "3.00", "total": "6.00",
    }  # fmt: skip
    assert (bread.text, bread.page, bread.source) == ("Bread 2 3.00 6.00", 1, "rule")
    assert bread.box is not None
    assert (bread.box.x0, bread.box.y0) == (0.05, 0.13)
    assert (bread.holds, tea.holds) == (True, False)
    assert bread.confidence > tea.confidence
    assert answer.rows["vat_distribution"][0].cells["rate"].value == "20"


def test_rows_read_back_from_json(answer: Extraction) -> None:
    assert Extraction.model_validate_json(answer.model_dump_json()) == answer


def test_rows_are_answered_where_their_field_is_wanted(folder: Path, invoice: Document) -> None:
    only = Extractor(folder, fields=["purchase_lines"]).extract_document(invoice)
    assert (set(only.fields), set(only.rows)) == (set(), {"purchase_lines"})
    others = Extractor(folder, fields=["total_incl_vat"]).extract_document(invoice)
    assert others.rows == {}


def test_rows_below_the_wanted_confidence_are_left_out_and_none_for_their_number(
    folder: Path, invoice: Document
) -> None:
    found = Extractor(folder, max_results=1, min_confidence=0.8).extract_document(invoice)
    assert [row.holds for row in found.rows["purchase_lines"]] == [True]


def test_a_csv_has_a_row_for_every_cell(answer: Extraction) -> None:
    stream = io.StringIO()
    Csv(stream, lambda *_: None).write(answer, ())
    by_field = {row["field"]: row for row in csv.DictReader(io.StringIO(stream.getvalue()))}
    assert by_field["purchase_lines[2].quantity"]["value"] == "3"
    assert by_field["vat_distribution[1].tax"]["value"] == "2.60"


def test_a_table_shows_the_rows_below_the_fields(answer: Extraction) -> None:
    stream = io.StringIO()
    Table(stream).write(answer, ())
    shown = stream.getvalue().splitlines()
    at = shown.index("  purchase_lines")
    assert shown[at + 1].split()[:4] == ["description", "quantity", "unit_price", "total"]
    assert shown[at + 3].split()[:5] == ["Tea", "3", "2.00", "7.00", "no"]


def test_an_overlay_frames_the_rows(answer: Extraction) -> None:
    bare = answer.model_copy(update={"fields": {}})
    assert marked_pages(bare) == (1,)
    drawn = draw_overlay(Image.new("RGB", (600, 800), "white"), bare, 1)
    assert drawn.getpixel((100, 100)) == (255, 255, 255)
    assert drawn.getpixel((300, 110)) != (255, 255, 255)  # in the row of the bread


def test_an_e_invoice_tells_its_rows_and_the_page_where_they_stand(invoice: Document) -> None:
    told = EInvoice(
        "cii",
        "test",
        {},
        (VatShare("S", "20", "13.00", "2.60"),),
        (
            PurchaseLine(description="Bread", quantity="2", unit="C62", unit_price="3.00", total="6.00"),
            PurchaseLine(description="Gift", quantity="1", unit_price="5.00", discount="5.00", total="0.00"),
            PurchaseLine(description="Crate", quantity="2", unit_price="1.00", charge="0.50", total="2.50"),
        ),
    )
    printed = find_rows(view_of(invoice, load_schema()))
    rows = rows_of_einvoice(told, printed, invoice.words, 0.999)
    bread, gift, crate = rows["purchase_lines"]
    assert (bread.page, bread.cells["total"].page, bread.cells["unit"].page) == (1, 1, None)
    assert crate.holds is True  # with its charge
    assert (gift.page, gift.box, gift.holds, gift.source) == (None, None, True, "einvoice")
    assert rows["vat_distribution"][0].holds is True
