"""Invoices to review, drawn with a text layer."""

from __future__ import annotations

import io

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

_LINES = (("Oak shelf, 120 cm", 4, "150.00", "600.00"), ("Brass hook", 40, "10.00", "400.00"))


def draw_invoice(number: str, supplier: str = "Ashdown Joinery Ltd", pages: int = 1) -> bytes:
    """An invoice of 1,000.00 and 20 % VAT; its sums stand on the last page.

    Args:
        number: Of the invoice.
        supplier: Who sells.
        pages: How many there are; those before the last hold lines only.
    """
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=A4, invariant=1)
    _head(canvas, number, supplier)
    y = 560.0
    for page in range(1, pages):
        canvas.drawString(60, y, "Carried forward to the next page")
        canvas.drawRightString(535, 40, f"Page {page} of {pages}")
        canvas.showPage()
        canvas.setFont("Helvetica", 10)
        canvas.drawString(60, 780, f"{supplier}, invoice {number}")
        y = 700.0
    _lines(canvas, y)
    _sums(canvas, y - 110)
    canvas.save()
    return written.getvalue()


def _head(canvas: Canvas, number: str, supplier: str) -> None:
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(60, 780, "INVOICE")
    canvas.setFont("Helvetica", 10)
    for y, text in (
        (750, supplier),
        (736, "7 Mill Lane"),
        (722, "Leeds LS1 4AB"),
        (708, "VAT No. GB 613 8620 09"),
    ):
        canvas.drawString(60, y, text)
    for y, text in (
        (670, "Bill to:"),
        (656, "Fern & Pine Hotel"),
        (642, "22 Lake Road"),
        (628, "Ambleside LA22 0AD"),
    ):
        canvas.drawString(60, y, text)
    stated = (("Invoice number", number), ("Invoice date", "14 March 2025"), ("Due date", "13 April 2025"))
    for y, (label, value) in zip((750, 736, 722), stated, strict=True):
        canvas.drawString(350, y, label)
        canvas.drawRightString(535, y, value)


def _lines(canvas: Canvas, y: float) -> None:
    canvas.setFont("Helvetica-Bold", 10)
    canvas.drawString(60, y, "Description")
    for x, text in ((350, "Quantity"), (440, "Unit price"), (535, "Amount")):
        canvas.drawRightString(x, y, text)
    canvas.setFont("Helvetica", 10)
    for row, (description, quantity, price, amount) in enumerate(_LINES, start=1):
        canvas.drawString(60, y - 20 * row, description)
        for x, text in ((350, str(quantity)), (440, price), (535, amount)):
            canvas.drawRightString(x, y - 20 * row, text)


def _sums(canvas: Canvas, y: float) -> None:
    for row, (label, value) in enumerate((("Net total", "1,000.00"), ("VAT 20%", "200.00"))):
        canvas.drawString(350, y - 18 * row, label)
        canvas.drawRightString(535, y - 18 * row, value)
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(350, y - 40, "Total GBP")
    canvas.drawRightString(535, y - 40, "1,200.00")
    canvas.setFont("Helvetica", 10)
    canvas.drawString(60, y - 90, "Please pay within 30 days by bank transfer.")
