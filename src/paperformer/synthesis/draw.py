"""Draws sheets as a PDF with a text layer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from paperformer.synthesis.ink import Area, Mark, Pen, Rule, Sheet, Text, text_of


def draw_pdf(sheets: Sequence[Sheet], *, title: str = "") -> bytes:
    """The sheets as a PDF; the same sheets give the same bytes."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor("Paperformer synthesis")
    for sheet in sheets:
        canvas.setPageSize((sheet.width, sheet.height))
        for dx, dy, mark in sheet.walk():
            _draw(canvas, sheet.height, dx, dy, mark)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Any, height: float, dx: float, dy: float, mark: Mark) -> None:
    if isinstance(mark, Text):
        _write(canvas, mark.x + dx, height - mark.y - dy, text_of(mark.line), mark.pen)
    elif isinstance(mark, Rule):
        canvas.setStrokeColorRGB(*mark.colour)
        canvas.setLineWidth(mark.width)
        canvas.setDash([mark.dash, mark.dash] if mark.dash else [])
        canvas.line(mark.x0 + dx, height - mark.y0 - dy, mark.x1 + dx, height - mark.y1 - dy)
        canvas.setDash([])
    else:
        _shade(canvas, height, dx, dy, mark)


def _write(canvas: Any, x: float, y: float, text: str, pen: Pen) -> None:
    run = canvas.beginText(x, y)
    run.setFont(pen.face, pen.size)
    run.setHorizScale(pen.stretch * 100)
    run.setFillColorRGB(*pen.colour)
    run.textOut(text)
    canvas.drawText(run)


def _shade(canvas: Any, height: float, dx: float, dy: float, area: Area) -> None:
    if area.fill is not None:
        canvas.setFillColorRGB(*area.fill)
    if area.stroke is not None:
        canvas.setStrokeColorRGB(*area.stroke)
        canvas.setLineWidth(0.5)
    fill, stroke = int(area.fill is not None), int(area.stroke is not None)
    left, bottom = area.x0 + dx, height - area.y1 - dy
    width, tall = area.x1 - area.x0, area.y1 - area.y0
    if area.ellipse:
        canvas.ellipse(left, bottom, left + width, bottom + tall, stroke=stroke, fill=fill)
    elif area.radius:
        canvas.roundRect(left, bottom, width, tall, area.radius, stroke=stroke, fill=fill)
    else:
        canvas.rect(left, bottom, width, tall, stroke=stroke, fill=fill)
