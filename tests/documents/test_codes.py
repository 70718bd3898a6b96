"""Codes on a page are found where they stand, whatever their kind and however the page is turned."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents.codes import MOST_CODES, find_codes, standing
from paperformer.documents.model import Code, Document
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.wire import document_from_message, document_to_message

FORMATS = {
    "qr_code": zxingcpp.BarcodeFormat.QRCode,
    "data_matrix": zxingcpp.BarcodeFormat.DataMatrix,
    "aztec": zxingcpp.BarcodeFormat.Aztec,
    "pdf417": zxingcpp.BarcodeFormat.PDF417,
    "code_128": zxingcpp.BarcodeFormat.Code128,
}


def drawn(content: str | bytes, form: str = "qr_code", scale: int = 4) -> Image.Image:
    barcode = zxingcpp.create_barcode(content, FORMATS[form])
    return Image.fromarray(barcode.to_image(scale=scale, add_quiet_zones=True)).convert("RGB")


def pasted(code: Image.Image, at: tuple[int, int] = (600, 900)) -> Image.Image:
    page = Image.new("RGB", (1240, 1754), "white")
    page.paste(code, at)
    return page


def pdf(code: Image.Image | None, *, rotation: int = 0) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=A4)
    canvas.drawString(60, 780, "Invoice 4711 of 3 May 2024, total 59.50 EUR, thank you for your order")
    if code is not None:
        canvas.drawImage(ImageReader(code), 400, 100, 120, 120)
    canvas.save()
    if not rotation:
        return stream.getvalue()
    turned = io.BytesIO()
    with pypdfium2.PdfDocument(stream.getvalue()) as file:
        file[0].set_rotation(rotation)
        file.save(turned)
    return turned.getvalue()


def read(data: bytes) -> Document:
    return InProcessReader().read(data, ReadOptions(name="page.pdf"))


@pytest.mark.parametrize("form", FORMATS)
def test_each_kind_of_code_is_read(form: str) -> None:
    (seen,) = find_codes(pasted(drawn("HELLO 4711", form)))
    assert (seen.format, seen.text, seen.data) == (form, "HELLO 4711", b"HELLO 4711")


def test_other_letters_than_those_of_english_are_read_as_they_were_written() -> None:
    (seen,) = find_codes(pasted(drawn("Müller & Søn, Łódź")))
    assert seen.text == "Müller & Søn, Łódź"


def test_bytes_that_are_no_text_stay_bytes() -> None:
    (seen,) = find_codes(pasted(drawn(bytes([0, 1, 2, 254, 255, 128, 129]), "aztec")))
    assert (seen.text, seen.data) == (None, bytes([0, 1, 2, 254, 255, 128, 129]))


def test_a_picture_without_code_has_none() -> None:
    assert find_codes(Image.new("RGB", (600, 800), "white")) == []


def test_a_page_full_of_codes_gives_no_more_than_the_limit() -> None:
    page = Image.new("L", (1400, 1400), "white")
    for number in range(49):
        page.paste(drawn(f"code {number}", scale=4).convert("L"), (200 * (number % 7), 200 * (number // 7)))
    assert len(find_codes(page)) == MOST_CODES


def test_a_code_on_a_pdf_page_is_found_where_it_is_drawn() -> None:
    (page,) = read(pdf(drawn("HELLO 4711"))).pages
    (code,) = page.codes
    assert (page.reading, code.format, code.text) == ("text_layer", "qr_code", "HELLO 4711")
    assert 400 / 595 < code.box.x0 < code.box.x1 < 520 / 595
    assert 1 - 220 / 842 < code.box.y0 < code.box.y1 < 1 - 100 / 842


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_its_place_is_that_on_the_upright_page(rotation: int) -> None:
    upright = read(pdf(drawn("HELLO 4711"))).pages[0].codes[0].box
    (code,) = read(pdf(drawn("HELLO 4711"), rotation=rotation)).pages[0].codes
    assert code.box.center == pytest.approx(upright.center, abs=0.01)


def test_a_code_of_many_small_shapes_is_found_too() -> None:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=A4)
    canvas.drawString(60, 780, "Invoice 4711 of 3 May 2024, total 59.50 EUR, thank you for your order")
    for x, y in _modules("HELLO 4711"):
        canvas.rect(400 + 3 * x, 200 - 3 * y, 3, 3, stroke=0, fill=1)
    canvas.save()
    (code,) = read(stream.getvalue()).pages[0].codes
    assert code.text == "HELLO 4711"


def _modules(text: str) -> Iterator[tuple[int, int]]:
    barcode = zxingcpp.create_barcode(text, FORMATS["qr_code"])
    image = Image.fromarray(barcode.to_image(scale=1, add_quiet_zones=False))
    return ((x, y) for y in range(image.height) for x in range(image.width) if image.getpixel((x, y)) == 0)


def test_a_page_of_text_has_no_codes() -> None:
    assert read(pdf(None)).pages[0].codes == ()


@pytest.mark.parametrize(
    ("rotation", "corner"), [(0, (0.0, 0.0)), (90, (1, 0)), (180, (1, 1)), (270, (0, 1))]
)
def test_a_picture_that_is_turned_turns_its_codes(rotation: int, corner: tuple[float, float]) -> None:
    page = pasted(drawn("HELLO"), (20, 20))
    (code,) = standing(find_codes(page), page.size, rotation, 0.0)
    assert code.box.center == pytest.approx(corner, abs=0.12)


def test_codes_travel_between_processes() -> None:
    document = read(pdf(drawn("HELLO 4711")))
    assert document.pages[0].codes
    assert document_from_message(*document_to_message(document)) == document


def test_a_document_lists_the_codes_of_its_pages() -> None:
    document = read(pdf(drawn("HELLO 4711")))
    assert [(page, type(code)) for page, code in document.codes] == [(1, Code)]
