"""Small sound files of every kind that we open, made here."""

from __future__ import annotations

import io
from functools import cache

import pypdfium2
from PIL import Image, ImageDraw
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

UBL = b"""<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>4711</cbc:ID><cbc:IssueDate>2024-03-12</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:LegalMonetaryTotal>
<cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity>
<cac:Price><cbc:PriceAmount>50.00</cbc:PriceAmount><cbc:BaseQuantity>1</cbc:BaseQuantity></cac:Price>
</cac:InvoiceLine></Invoice>"""

_LINES = ("Bakery Korn Ltd", "Invoice 4711", "12 March 2024", "bread 100.00", "VAT 19.00", "Total EUR 119.00")


@cache
def samples() -> dict[str, bytes]:
    """Every sample by its name."""
    return {
        "pdf": pdf(compressed=False),
        "pdf, compressed": pdf(compressed=True),
        "pdf with a picture": pdf(compressed=False, picture=True),
        "pdf with an e-invoice": hybrid_pdf(),
        "png": picture_file("PNG"),
        "png, 16 bits": picture_file("PNG", mode="I;16"),
        "png, palette": picture_file("PNG", mode="P"),
        "jpeg": picture_file("JPEG"),
        "jpeg, CMYK": picture_file("JPEG", mode="CMYK"),
        "webp": picture_file("WEBP"),
        "gif": picture_file("GIF", mode="P"),
        "gif, transparent": gif(),
        "bmp": picture_file("BMP"),
        "bmp, palette": picture_file("BMP", mode="P"),
        "tiff, LZW": tiff("tiff_lzw"),
        "tiff, fax": tiff("group4", mode="1"),
        "tiff, JPEG": tiff("jpeg"),
        "xml": UBL,
    }


def pdf(*, compressed: bool, picture: bool = False) -> bytes:
    """Two pages of text, one of them turned, with a form, a link and, if wanted, a picture."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, pageCompression=int(compressed), invariant=1)
    canvas.setTitle("sample")
    for number in (1, 2):
        canvas.bookmarkPage(f"page{number}")
        canvas.setFont("Helvetica", 11)
        for row, line in enumerate(_LINES):
            canvas.drawString(72, 770 - 20 * row, line)
        canvas.rect(60, 500, 300, 100)
        canvas.linkURL("http://127.0.0.1/", (72, 700, 200, 720))
        if picture:
            canvas.drawInlineImage(Image.new("RGB", (20, 20), "red"), 100, 400, 50, 50)
        canvas.setPageRotation(90 * (number - 1))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def hybrid_pdf() -> bytes:
    """The text pages with the e-invoice attached."""
    document = pypdfium2.PdfDocument(pdf(compressed=False))
    document.new_attachment("factur-x.xml").set_data(UBL)
    buffer = io.BytesIO()
    document.save(buffer)
    document.close()
    return buffer.getvalue()


def _picture(mode: str) -> Image.Image:
    image = Image.new("L", (160, 120), 255)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(_LINES):
        pen.text((10, 10 + 16 * row), line, fill=0)
    return image.convert("RGB").convert(mode) if mode in ("CMYK", "P") else image.convert(mode)


def picture_file(kind: str, mode: str = "RGB") -> bytes:
    """A picture of some text, with an EXIF orientation where the kind has one."""
    buffer = io.BytesIO()
    image = _picture(mode)
    if kind in ("JPEG", "WEBP"):
        exif = Image.Exif()
        exif[0x0112] = 6
        image.save(buffer, kind, exif=exif)
    else:
        image.save(buffer, kind)
    return buffer.getvalue()


def gif() -> bytes:
    """Two frames, their ground transparent."""
    buffer = io.BytesIO()
    image = _picture("P")
    image.save(buffer, "GIF", save_all=True, append_images=[image.rotate(180)], transparency=0)
    return buffer.getvalue()


def tiff(compression: str, mode: str = "RGB") -> bytes:
    """Two frames."""
    buffer = io.BytesIO()
    image = _picture(mode)
    image.save(buffer, "TIFF", compression=compression, save_all=True, append_images=[image.rotate(180)])
    return buffer.getvalue()
