"""Codes in answers: they are listed, propose values, and a warning says where code and print disagree."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
import zxingcpp
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from paperformer import Extractor
from paperformer.documents.model import Box, Code, Document, Page, Word
from paperformer.extraction.codes import codes_of, disagreements
from paperformer.extraction.overlay import draw_overlay, marked_pages
from paperformer.extraction.result import Candidate, Extraction

IBAN, OTHER_IBAN = "DE89370400440532013000", "DE75512108001245126199"
LINES = [
    "Nordwind Handel GmbH", "Hafenstr. 3, 20457 Hamburg", "", "Rechnung Nr. 4711", "Datum: 03.05.2024", "",
    "1  Beratung  50,00 EUR", "Nettobetrag 50,00 EUR", "USt 19 % 9,50 EUR", "Gesamtbetrag 59,50 EUR",
]  # fmt: skip
ACCOUNT = "Bitte überweisen Sie auf IBAN DE89 3704 0044 0532 0130 00"


def epc(iban: str = IBAN, money: str = "59.50") -> str:
    return f"BCD\n002\n1\nSCT\n\nNordwind Handel GmbH\n{iban}\nEUR{money}\n\nRF18539007547034\n\n"


def invoice(code: str, *lines: str) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=A4)
    for number, line in enumerate((*LINES, *lines)):
        canvas.drawString(60, 790 - 16 * number, line)
    barcode = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.QRCode)
    picture = Image.fromarray(barcode.to_image(scale=4, add_quiet_zones=True)).convert("RGB")
    canvas.drawImage(ImageReader(picture), 400, 100, 120, 120)
    canvas.save()
    return stream.getvalue()


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor(min_confidence=0.0) as opened:
        yield opened


def test_a_code_that_says_what_is_printed_is_listed_and_warns_of_nothing(extractor: Extractor) -> None:
    answer = extractor.extract(invoice(epc(), ACCOUNT))
    (code,) = answer.codes
    assert (code.format, code.text, code.data, code.page, code.scheme) == ("qr_code", epc(), None, 1, "epc")
    assert code.values == {
        "iban": IBAN, "supplier_name": "Nordwind Handel GmbH", "amount_due": "59.50", "currency": "EUR",
        "payment_reference": "RF18539007547034",
    }  # fmt: skip
    assert not [warning for warning in answer.warnings if "code" in warning]
    assert answer.best("iban") == IBAN
    assert Extraction.model_validate_json(answer.model_dump_json()) == answer


def test_what_only_the_code_states_is_an_answer_without_a_place(extractor: Extractor) -> None:
    answer = extractor.extract(invoice(epc()))
    iban, reference = answer.fields["iban"][0], answer.fields["payment_reference"][0]
    assert (iban.value, iban.source, iban.box, iban.words) == (IBAN, "rule", None, [])
    assert (reference.value, reference.checked) == ("RF18539007547034", True)


def test_a_code_that_names_another_account_than_the_page_is_a_warning(extractor: Extractor) -> None:
    answer = extractor.extract(invoice(epc(OTHER_IBAN), ACCOUNT))
    assert (
        f"the code on page 1 asks for 59.50 to {OTHER_IBAN}, another account than the page prints ({IBAN}): "
        "ask the supplier"
    ) in answer.warnings
    assert [one.value for one in answer.fields["iban"]] == [IBAN, OTHER_IBAN]


def test_a_code_that_asks_for_another_sum_than_the_page_is_a_warning(extractor: Extractor) -> None:
    answer = extractor.extract(invoice(epc(money="69.50"), ACCOUNT))
    assert "the code on page 1 asks for 69.50, the page prints 59.50: compare them" in answer.warnings
    assert str(answer.best("total_incl_vat")) == "59.50"


def test_the_overlay_frames_a_code(extractor: Extractor) -> None:
    answer = extractor.extract(invoice(epc(), ACCOUNT)).model_copy(update={"fields": {}, "rows": {}})
    assert marked_pages(answer) == (1,)
    page = Image.new("RGB", (600, 850), "white")
    drawn = draw_overlay(page, answer, 1)
    box = answer.codes[0].box
    edge = round(box.x0 * 600) - 2, round((box.y0 + box.y1) / 2 * 850)
    assert drawn.getpixel(edge) != (255, 255, 255)


def _document(code: Code, *words: str) -> Document:
    place = Box(0.1, 0.1, 0.2, 0.12)
    placed = tuple(Word(text, place, 1, 0) for text in words)
    return Document("page", (Page(1, 600, 800, placed, codes=(code,)),))


def test_bytes_are_listed_in_base64() -> None:
    document = _document(Code("aztec", None, b"\x00\xff", Box(0.1, 0.1, 0.2, 0.2)))
    (info,) = codes_of(document)
    assert (info.text, info.data, info.scheme, info.values) == (None, "AP8=", None, {})


def test_an_account_that_ocr_misread_is_no_contradiction() -> None:
    document = _document(Code("qr_code", epc(), epc().encode(), Box(0.1, 0.1, 0.2, 0.2)), "IBAN")
    misread = Candidate(
        value=IBAN.replace("89", "39", 1), text="", box=None, page=1, confidence=0.4, level="very_low",
        source="rule", checked=False, words=[0],
    )  # fmt: skip
    assert disagreements(document, {"iban": [misread]}) == []
