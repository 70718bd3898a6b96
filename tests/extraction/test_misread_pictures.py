"""A picture that OCR misreads gives no sure wrong answer: too few pixels, blurred, compressed too much."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from paperformer.extraction.compare import same_value
from paperformer.extraction.pipeline import Extractor

SURE = 0.95
WIDTH, HEIGHT, MARGIN, LINE = 1240, 1240, 90, 46
LINES = (
    "Brunnhof Gartenbau GmbH", "Am Mühlgraben 18, 84028 Landshut", "", "Rechnung",
    "Rechnungsnummer: GB-2025-1387", "Rechnungsdatum: 17.06.2025", "Fällig am: 01.07.2025", "",
    "Hecke schneiden           640,00 EUR", "Rasen vertikutieren       285,00 EUR", "",
    "Nettobetrag               925,00 EUR", "zzgl. 19 % MwSt.          175,75 EUR",
    "Gesamtbetrag            1.100,75 EUR", "", "IBAN: DE75 5121 0800 1245 1261 99", "BIC: SOGEDEFF",
)  # fmt: skip
TRUTH = {
    "document_number": "GB-2025-1387",
    "document_date": "2025-06-17",
    "due_date": "2025-07-01",
    "total_excl_vat": "925.00",
    "total_vat": "175.75",
    "total_incl_vat": "1100.75",
    "iban": "DE75512108001245126199",
    "bic": "SOGEDEFF",
    "supplier_name": "Brunnhof Gartenbau GmbH",
    "currency": "EUR",
}
RUINED = {
    "330 pixels wide": (330, 0.0, 80),
    "400 pixels wide, compressed": (400, 0.0, 25),
    "460 pixels wide, blurred": (460, 0.8, 70),
}


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor(min_confidence=0.0) as default:
        yield default


def page() -> Image.Image:
    picture = Image.new("L", (WIDTH, HEIGHT), 255)
    brush, font = ImageDraw.Draw(picture), ImageFont.load_default(30)
    for row, text in enumerate(LINES):
        brush.text((MARGIN, MARGIN + row * LINE), text, fill=0, font=font)
    return picture


def photographed(width: int, blur: float, quality: int) -> bytes:
    shrunk = page().resize((width, round(width * HEIGHT / WIDTH)), Image.Resampling.LANCZOS)
    stream = io.BytesIO()
    shrunk.filter(ImageFilter.GaussianBlur(blur)).save(stream, "JPEG", quality=quality)
    return stream.getvalue()


def wrong_answers(extractor: Extractor, picture: bytes) -> dict[str, float]:
    """The wrong ones of the fields that are known, with their confidence."""
    fields = extractor.extract(picture, name="page.jpg").fields
    return {
        name: fields[name][0].confidence
        for name, truth in TRUTH.items()
        if name in fields and not same_value(extractor.schema[name].type, fields[name][0].value, [truth])
    }


@pytest.mark.parametrize("ruined", RUINED.values(), ids=RUINED)
def test_no_wrong_answer_is_sure(extractor: Extractor, ruined: tuple[int, float, int]) -> None:
    wrong = wrong_answers(extractor, photographed(*ruined))
    assert max(wrong.values(), default=0.0) < SURE, wrong


def test_the_same_page_in_good_print_is_read_right_and_surely(extractor: Extractor) -> None:
    picture = photographed(WIDTH, 0.0, 90)
    assert wrong_answers(extractor, picture) == {}
    fields = extractor.extract(picture, name="page.jpg").fields
    assert min(fields[name][0].confidence for name in ("document_number", "total_incl_vat")) > 0.9


def test_some_ruined_page_is_misread(extractor: Extractor) -> None:
    assert any(wrong_answers(extractor, photographed(*how)) for how in RUINED.values())
