"""Invoices drawn on the spot."""

from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

INVOICE = (
    "Northwind Traders Ltd",
    "Invoice number: INV-2024-0042",
    "Invoice date: 12 March 2024",
    "Net amount: 1,000.00 GBP",
    "VAT 20%: 200.00 GBP",
    "Total: 1,200.00 GBP",
)


def draw_pdf(path: Path, *pages: Sequence[str]) -> Path:
    """A PDF with a text layer, a page for each list of lines."""
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    for lines in pages:
        for number, line in enumerate(lines):
            canvas.drawString(72, 760 - 24 * number, line)
        canvas.showPage()
    canvas.save()
    return path
