"""Codes as pictures: drawn, and photographed from a sheet of paper that lies on a table."""

from __future__ import annotations

import random

import zxingcpp
from PIL import Image

from paperformer.synthesis.wear import Wear, photograph

FORMATS = {
    "qr_code": zxingcpp.BarcodeFormat.QRCode,
    "data_matrix": zxingcpp.BarcodeFormat.DataMatrix,
    "pdf417": zxingcpp.BarcodeFormat.PDF417,
    "code_128": zxingcpp.BarcodeFormat.Code128,
}
_MARGIN = 40  # pixels of paper around a code
_BARS = 3  # times the height that the writer gives to bars
# What zxing reads: no long PDF417 that lies three degrees askew, no long bar code that a shadow crosses.
_WEAR = {"pdf417": Wear(skew=1.0), "code_128": Wear(shadow=0.0)}


def drawn(text: str, form: str) -> Image.Image:
    barcode = zxingcpp.create_barcode(text, FORMATS[form])
    return Image.fromarray(barcode.to_image(scale=3, add_quiet_zones=True))


def photographed(text: str, form: str) -> Image.Image:
    """A phone's picture of the code: askew, seen from the side, bent, shaded, creased, grainy."""
    code = drawn(text, form)
    if form == "code_128":
        code = code.resize((code.width, code.height * _BARS))
    side = max(code.size) + 2 * _MARGIN
    paper = Image.new("RGB", (side, side), "white")
    paper.paste(code, (_MARGIN, (side - code.height) // 2))
    wear, size = _WEAR.get(form, Wear()), round(1.2 * side)
    picture, _ = photograph(paper, random.Random(text), wear, width=size, height=size)
    return picture
