"""A PDF of a few kilobytes whose page takes seconds to draw."""

from __future__ import annotations

import io

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas


def heavy_pdf(forms: int, lines: int = 500) -> bytes:
    """A page of ``forms`` times so many lines across it."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.beginForm("lines")
    canvas.setLineWidth(0.3)
    for number in range(lines):
        canvas.line(number, 0, 595 - number, 842)
    canvas.endForm()
    for _ in range(forms):
        canvas.doForm("lines")
    canvas.save()
    return buffer.getvalue()
