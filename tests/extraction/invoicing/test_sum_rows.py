"""Rows below the lines that explain the totals are found on the page."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from answers import answer
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents import DocumentReader
from paperformer.documents.model import Document
from paperformer.einvoicing.validation.violation import Violation
from paperformer.extraction.invoicing.sum_rows import explaining
from paperformer.extraction.invoicing.violations import with_pages

FOOT = (
    ("Zwischensumme", "200,00"),
    ("abzgl. Rabatt 10 %", "-20,00"),
    ("Porto und Verpackung", "5,00"),
    ("Nettosumme", "185,00"),
    ("19 % Umsatzsteuer", "35,15"),
    ("Rechnungsbetrag EUR", "220,15"),
    ("Anzahlung", "-100,00"),
)


def page(path: Path) -> Document:
    canvas = Canvas(str(path))
    canvas.drawString(72, 780, "Rechnung 2026-17 vom 03.02.2026, Säge & Sohn GmbH")
    for number, (label, amount) in enumerate(FOOT):
        canvas.drawString(300, 400 - 20 * number, label)
        canvas.drawRightString(520, 400 - 20 * number, amount)
    canvas.showPage()
    canvas.drawString(72, 700, "Fremdnummer 4711-XY")
    canvas.save()
    with DocumentReader() as reader:
        return reader.read(path, ocr="never")


def test_labels_and_signed_amounts_are_found_where_totals_need_them(tmp_path: Path) -> None:
    read = answer(shares=[], total_excl_vat="185.00", total_vat="35.15", total_incl_vat="220.15")
    rows = explaining(read, page(tmp_path / "a.pdf"))
    found = {row.label: row.amount for row in rows}
    assert found.items() >= {
        "Zwischensumme": Decimal("200.00"), "abzgl. Rabatt 10 %": Decimal("-20.00"),
        "Porto und Verpackung": Decimal("5.00"),
    }.items()  # fmt: skip
    assert [row.label for row in rows if row.is_payment] == ["Anzahlung"]


def test_labels_of_a_row_of_totals_stand_above_their_amounts(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"))
    canvas.drawString(72, 780, "Rechnung 2026-17 vom 03.02.2026, Säge & Sohn GmbH")
    columns = (("Summe", "200,00"), ("Rabatt", "-20,00"), ("Porto", "5,00"), ("Netto", "185,00"),
               ("USt. 19%", "35,15"), ("Gesamt EUR", "220,15"))  # fmt: skip
    for number, (label, amount) in enumerate(columns):
        canvas.drawRightString(130 + 80 * number, 400, label)
        canvas.drawRightString(130 + 80 * number, 386, amount)
    canvas.save()
    with DocumentReader() as reader:
        document = reader.read(tmp_path / "a.pdf", ocr="never")
    read = answer(shares=[], total_excl_vat="185.00", total_vat="35.15", total_incl_vat="220.15")
    found = {row.label: row.amount for row in explaining(read, document)}
    assert found.items() >= {"Rabatt": Decimal("-20.00"), "Porto": Decimal("5.00")}.items()


def test_nothing_is_looked_for_where_the_sums_hold(tmp_path: Path) -> None:
    assert explaining(answer(), page(tmp_path / "a.pdf")) == ()


def test_rows_that_may_cancel_out_are_found_where_the_sum_of_the_lines_stands_apart(tmp_path: Path) -> None:
    read = answer(subtotal="200.00")
    for place, name in enumerate(("subtotal", "total_excl_vat")):
        read.fields[name] = [read.fields[name][0].model_copy(update={"words": [place]})]
    assert "abzgl. Rabatt 10 %" in {row.label for row in explaining(read, page(tmp_path / "a.pdf"))}


def test_a_violation_has_the_page_that_prints_its_value(tmp_path: Path) -> None:
    document = page(tmp_path / "a.pdf")
    values = ["220.15", "4711-XY", "2026-02-03", "not printed", None]
    found = with_pages([Violation("R", "error", "m", "/a", 1, value) for value in values], document)
    assert [violation.page for violation in found] == [1, 2, 1, None, None]
