"""Drawn pages: an invoice of Norvik Ltd with a head, a table and sums below it, and lines alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from paperformer.documents import DocumentReader
from paperformer.documents.model import Document

Rows = Sequence[Sequence[str]]


def drawn_invoice(
    path: Path, rows: Rows, foot: Rows, *, step: int = 16, left: int = 340, seller: str = "Norvik Water Ltd"
) -> Path:
    """Draw an invoice.

    Args:
        path: Where it is written.
        rows: Of the table: a name, then figures, the last of which are the amounts.
        foot: Labels and amounts below it.
        step: Points from one row of the table to the next.
        left: Where the labels below begin.
        seller: Its name.
    """
    canvas = Canvas(str(path))
    head = (seller, "12 Mill Lane", "Leeds LS1 4AB", "VAT number: GB123456782", "", "INVOICE",
            "Invoice number: NW-2024-0193", "Invoice date: 3 September 2024", "Due date: 3 October 2024", "",
            "Bill to:", "Harlow Bakery Ltd", "5 High Street", "York YO1 7HH")  # fmt: skip
    for place, text in enumerate(head):
        canvas.drawString(50, 790 - 16 * place, text)
    columns = {3: (300, 400, 520), 4: (300, 380, 440, 520)}[len(rows[0]) - 1]
    for place, (first, *others) in enumerate(rows):
        canvas.drawString(50, 540 - step * place, first)
        for x, text in zip(columns, others, strict=False):
            canvas.drawRightString(x, 540 - step * place, text)
    top = 540 - step * len(rows) - 10
    for place, (label, amount) in enumerate(foot):
        canvas.drawString(left, top - 16 * place, label)
        canvas.drawRightString(520, top - 16 * place, amount)
    canvas.save()
    return path


def page(path: Path, lines: Sequence[str]) -> Document:
    """Draw lines far apart from each other, and read the page."""
    canvas = Canvas(str(path))
    for number, text in enumerate(lines):
        canvas.drawString(72, 780 - 40 * number, text)
    canvas.save()
    with DocumentReader() as reader:
        return reader.read(path, ocr="never")
