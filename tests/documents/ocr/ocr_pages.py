"""Pages drawn for the OCR tests: every word and its box are known exactly, from the PDF that is rendered."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 420.0, 595.0  # A5, in points
ASCENT, DESCENT = 0.72, 0.2

LINES = (
    (40, 40, "Helvetica-Bold", 16, "Northwind Traders Ltd"),
    (40, 62, "Helvetica", 9, "14 Harbour Street, Bristol BS1 5TR"),
    (280, 40, "Helvetica-Bold", 13, "INVOICE"),
    (280, 62, "Helvetica", 9, "Number 2024-00417"),
    (280, 76, "Helvetica", 9, "Date 12 March 2024"),
    (280, 90, "Helvetica", 9, "Due 11 April 2024"),
    (40, 110, "Times-Roman", 10, "Bill to: Blue Yonder Airlines, 3 Station Road, Leeds LS1 4DY"),
    (40, 150, "Helvetica-Bold", 9, "Description"),
    (250, 150, "Helvetica-Bold", 9, "Quantity"),
    (340, 150, "Helvetica-Bold", 9, "Amount"),
    (40, 170, "Helvetica", 9, "Sheet metal screws, box of 200"),
    (260, 170, "Helvetica", 9, "12"),
    (340, 170, "Helvetica", 9, "148.80"),
    (40, 186, "Helvetica", 9, "Cordless drill with charger"),
    (260, 186, "Helvetica", 9, "2"),
    (340, 186, "Helvetica", 9, "259.98"),
    (40, 202, "Helvetica", 9, "Delivery by courier"),
    (260, 202, "Helvetica", 9, "1"),
    (340, 202, "Helvetica", 9, "15.00"),
    (250, 230, "Helvetica", 9, "Net total"),
    (340, 230, "Helvetica", 9, "423.78"),
    (250, 244, "Helvetica", 9, "VAT 20%"),
    (340, 244, "Helvetica", 9, "84.76"),
    (250, 262, "Helvetica-Bold", 11, "Total GBP"),
    (340, 262, "Helvetica-Bold", 11, "508.54"),
    (40, 320, "Times-Roman", 10, "Please pay within thirty days to the account below and quote the number."),
    (40, 340, "Courier", 10, "IBAN GB82 WEST 1234 5698 7654 32"),
    (40, 356, "Courier", 10, "BIC WESTGB21"),
    (40, 400, "Helvetica", 9, "Thank you for your business."),
)


@dataclass(frozen=True)
class DrawnPage:
    """A rendered page and what stands on it.

    Args:
        image: Shape (height, width, 3), RGB.
        words: Every word with its box in pixels.
    """

    image: NDArray[np.uint8]
    words: tuple[tuple[str, tuple[float, float, float, float]], ...]


@cache
def invoice_page(scale: float = 2.5) -> DrawnPage:
    """An invoice with columns, at ``scale`` pixels a point."""
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=(WIDTH, HEIGHT))
    words = []
    for x, y, font, size, text in LINES:
        canvas.setFont(font, size)
        canvas.drawString(x, HEIGHT - y, text)
        left = float(x)
        for word in text.split():
            right = left + stringWidth(word, font, size)
            box = (left, y - ASCENT * size, right, y + DESCENT * size)
            words.append((word, tuple(scale * edge for edge in box)))
            left = right + stringWidth(" ", font, size)
    canvas.save()
    pdf = pypdfium2.PdfDocument(data.getvalue())
    image = pdf[0].render(scale=scale).to_pil().convert("RGB")
    pdf.close()
    pixels = np.asarray(image)
    pixels.flags.writeable = False
    return DrawnPage(pixels, tuple(words))


def receipt_of_lone_digits(scale: float, size: float) -> NDArray[np.uint8]:
    """Nine rows of a name, a count from 1 to 9 alone in its column, and an amount, in print of ``size``."""
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=(WIDTH, HEIGHT))
    canvas.setFont("Courier", size)
    for count in range(1, 10):
        baseline = 560 - 22 * count
        canvas.drawString(30, baseline, f"MENU ITEM {chr(64 + count) * 3}")
        canvas.drawString(230, baseline, str(count))
        canvas.drawRightString(390, baseline, f"{count * 1.5:.2f}")
    canvas.save()
    pdf = pypdfium2.PdfDocument(data.getvalue())
    image = pdf[0].render(scale=scale).to_pil().convert("RGB")
    pdf.close()
    return np.asarray(image)


def overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Intersection over union of two boxes."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)
