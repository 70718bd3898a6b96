"""Paper: text, lines and boxes in points from the top left corner, on reportlab's canvas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode import code128, qr
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FAMILIES = {
    "Roboto": ("font_roboto", "Roboto-Regular.ttf", "Roboto-Bold.ttf"),
    "Caladea": ("font_caladea", "Caladea-Regular.ttf", "Caladea-Bold.ttf"),
    "Lato": ("font_lato", "Lato-Regular.ttf", "Lato-Bold.ttf"),
    "Manrope": ("font_manrope", "Manrope-Regular.ttf", "Manrope-Bold.ttf"),
    "SourceSans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf"),
    "SourceSerif": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf", "SourceSerifPro-Bold.ttf"),
    "Amatic": ("font_amatic_sc", "AmaticSC-Bold.ttf", "AmaticSC-Bold.ttf"),
}
BUILT_IN = {"Helvetica": "Helvetica-Bold", "Courier": "Courier-Bold", "Times-Roman": "Times-Bold"}
BLACK = "#000000"


class Sheet:
    """A PDF under the pen."""

    def __init__(
        self, path: Path, font: str = "Helvetica", colour: str = "#1f3a5f", size: tuple[float, float] = A4
    ) -> None:
        self.width, self.height = size
        self.colour = colour
        self.regular, self.bold = _family(font)
        self.canvas = Canvas(str(path), pagesize=size, invariant=1)
        self.page_number = 1

    def measure(self, text: str, size: float, bold: bool = False) -> float:
        """Width of a text in points."""
        return float(pdfmetrics.stringWidth(text, self.bold if bold else self.regular, size))

    def fitting(self, text: str, width: float, size: float, bold: bool = True) -> float:
        """The largest size, up to ``size``, at which the text is no wider than ``width``."""
        return min(size, size * width / self.measure(text, size, bold))

    def text(
        self, x: float, y: float, text: str, size: float = 9, bold: bool = False,
        colour: str = BLACK, align: str = "l", font: str | None = None,
    ) -> None:  # fmt: skip
        """One line of print; ``y`` is its baseline from the top, ``align`` l, r or c around ``x``."""
        self.canvas.setFillColor(HexColor(colour))
        name = _family(font)[bold] if font else self.bold if bold else self.regular
        self.canvas.setFont(name, size)
        draw = {
            "l": self.canvas.drawString,
            "r": self.canvas.drawRightString,
            "c": self.canvas.drawCentredString,
        }
        draw[align](x, self.height - y, text)

    def lines(
        self, x: float, y: float, lines: Iterable[str], size: float = 9, lead: float = 0,
        first_bold: bool = False, colour: str = BLACK, align: str = "l",
    ) -> float:  # fmt: skip
        """Lines of print below one another; the baseline that would follow."""
        for place, line in enumerate(lines):
            self.text(x, y, line, size, first_bold and place == 0, colour, align)
            y += lead or size * 1.3
        return y

    def paragraph(
        self, x: float, y: float, text: str, width: float, size: float = 9, colour: str = BLACK
    ) -> float:
        """A text broken to fit the width; the baseline that would follow."""
        return self.lines(x, y, self.broken(text, width, size), size, colour=colour)

    def broken(self, text: str, width: float, size: float, bold: bool = False) -> list[str]:
        """A text in lines that fit the width."""
        found, line = [], ""
        for word in text.split(" "):
            longer = f"{line} {word}".strip()
            if line and self.measure(longer, size, bold) > width:
                found.append(line)
                line = word
            else:
                line = longer
        return [*found, line]

    def rule(
        self,
        x0: float,
        y: float,
        x1: float,
        thickness: float = 0.5,
        colour: str = BLACK,
        dashed: bool = False,
    ) -> None:
        """A horizontal line."""
        self.stroke(x0, y, x1, y, thickness, colour, dashed)

    def stroke(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        thickness: float = 0.5,
        colour: str = BLACK,
        dashed: bool = False,
    ) -> None:
        """A line."""
        self.canvas.setStrokeColor(HexColor(colour))
        self.canvas.setLineWidth(thickness)
        self.canvas.setDash([3, 3] if dashed else [])
        self.canvas.line(x0, self.height - y0, x1, self.height - y1)
        self.canvas.setDash([])

    def box(
        self, x: float, y: float, width: float, height: float, fill: str | None = None,
        stroke: str | None = BLACK, thickness: float = 0.5, round_by: float = 0,
    ) -> None:  # fmt: skip
        """A rectangle whose top left corner is at x, y."""
        self.canvas.setLineWidth(thickness)
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        if stroke:
            self.canvas.setStrokeColor(HexColor(stroke))
        left, low = x, self.height - y - height
        if round_by:
            self.canvas.roundRect(left, low, width, height, round_by, stroke=bool(stroke), fill=bool(fill))
        else:
            self.canvas.rect(left, low, width, height, stroke=bool(stroke), fill=bool(fill))

    def beside(
        self, x: float, y: float, pairs: Sequence[tuple[str, str]], gap: float = 90, size: float = 9,
        lead: float = 0, bold_label: bool = False, bold_value: bool = False, colon: str = "",
        right: float = 0,
    ) -> float:  # fmt: skip
        """Labels with their values to the right: at ``gap``, or flush to ``right``."""
        for label, value in pairs:
            self.text(x, y, label + colon, size, bold_label)
            if right:
                self.text(right, y, value, size, bold_value, align="r")
            else:
                self.text(x + gap, y, value, size, bold_value)
            y += lead or size * 1.45
        return y

    def above(
        self, x: float, y: float, pairs: Sequence[tuple[str, str]], width: float, size: float = 9,
        label_size: float = 6.5, colour: str = "#555555", boxed: bool = False, bold: bool = False,
    ) -> float:  # fmt: skip
        """Labels in a row, small, each with its value below; the y below all."""
        for label, value in pairs:
            if boxed:
                self.box(x, y - label_size - 3, width, size + label_size + 11)
            self.text(x + 3 * boxed, y, label, label_size, colour=colour)
            self.text(x + 3 * boxed, y + size + 3, value, size, bold)
            x += width
        return y + size * 2 + 8

    def stacked(
        self,
        x: float,
        y: float,
        pairs: Sequence[tuple[str, str]],
        size: float = 9,
        bold_label: bool = True,
        lead: float = 8,
    ) -> float:
        """Labels below one another, each with its value on the next line."""
        for label, value in pairs:
            self.text(x, y, label, size, bold_label)
            self.text(x, y + size * 1.3, value, size)
            y += size * 2.6 + lead
        return y

    def qr(self, x: float, y: float, side: float, data: str) -> None:
        """A QR code."""
        widget = qr.QrCodeWidget(data, barLevel="M")
        x0, y0, x1, y1 = widget.getBounds()
        drawing = Drawing(side, side, transform=[side / (x1 - x0), 0, 0, side / (y1 - y0), 0, 0])
        drawing.add(widget)
        renderPDF.draw(drawing, self.canvas, x, self.height - y - side)

    def barcode(self, x: float, y: float, data: str, height: float = 22, bar: float = 0.7) -> None:
        """A Code 128."""
        self.canvas.setFillColor(Color(0, 0, 0))
        code128.Code128(data, barHeight=height, barWidth=bar).drawOn(self.canvas, x, self.height - y - height)

    def new_page(self) -> None:
        """End the page and begin another."""
        self.canvas.showPage()
        self.page_number += 1

    def save(self) -> None:
        """Write the file."""
        self.canvas.save()


def _family(font: str) -> tuple[str, str]:
    """Names of the regular and the bold face, registered."""
    if font in BUILT_IN:
        return font, BUILT_IN[font]
    package, *faces = FAMILIES[font]
    names: list[str] = []
    for face in faces:
        name = face.removesuffix(".ttf")
        if name not in pdfmetrics.getRegisteredFontNames():
            source: Any = files(package) / "files" / face
            pdfmetrics.registerFont(TTFont(name, str(source)))
        names.append(name)
    return names[0], names[1]
