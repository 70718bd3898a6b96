"""Pages in letters that PaddleOCR's recogniser does not know, drawn and read."""

from __future__ import annotations

import io
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents.ocr.protocol import OcrEngine, load_engine

PAGES = {
    "bg": (
        "ФАКТУРА № 0000004518",
        "Доставчик: Строймаг Балкан ЕООД, гр. Троян, ул. Липа 22",
        "ЕИК 201234567, ДДС BG201234567",
        "Наименование    К-во    Ед. цена    Стойност",
        "Бояджийска четка PER-05    3 бр    4,20    12,60 лв",
        "Общо за плащане: 12,60 лв",
    ),
    "sr": (
        "ФИСКАЛНИ РАЧУН",
        "Ђорђевић и синови д.о.о. Ниш",
        "ПИБ: 107689561",
        "Чоколадно млеко (Ђ)    2    129,99",
        "Укупан износ: 259,98",
        "Готовина: 260,00 дин",
    ),
    "el": (
        "ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΠΩΛΗΣΗΣ",
        "Ζαχαροπλαστείο Η Ανατολή Ε.Π.Ε.",
        "Α.Φ.Μ.: 094259216  Δ.Ο.Υ. Κορίνθου",
        "Τυρόπιτα σπιτική    2    5,60 €",
        "ΣΥΝΟΛΟ ΠΛΗΡΩΜΗΣ    5,60 €",
    ),
    "vi": (
        "HÓA ĐƠN GIÁ TRỊ GIA TĂNG",
        "Công ty TNHH Thương mại Phương Đông",
        "Địa chỉ: 12 Nguyễn Huệ, Quận 1, Thành phố Hồ Chí Minh",
        "Cà phê sữa đá    2    70.000",
        "Tổng cộng tiền thanh toán: 70.000 đ",
    ),
}


@cache
def engine() -> OcrEngine:
    return load_engine("accurate")


def drawn(lines: tuple[str, ...]) -> NDArray[np.uint8]:
    """The lines in Roboto at 150 dpi."""
    spec = find_spec("font_roboto")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    font = Path(spec.submodule_search_locations[0], "files", "Roboto-Regular.ttf")
    pdfmetrics.registerFont(TTFont("Roboto", str(font)))
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=(420, 300))
    canvas.setFont("Roboto", 11)
    for number, line in enumerate(lines):
        x = 30.0
        for cell in line.split("    "):
            canvas.drawString(x, 260 - 24 * number, cell)
            x += pdfmetrics.stringWidth(cell, "Roboto", 11) + 40
    canvas.save()
    with pypdfium2.PdfDocument(data.getvalue()) as pdf:
        return np.asarray(pdf[0].render(scale=150 / 72).to_pil().convert("RGB"))


@pytest.mark.parametrize("language", PAGES)
def test_words_are_read_with_their_letters_and_accents(language: str) -> None:
    printed = " ".join(PAGES[language]).split()
    read = [word.text for word in engine().read(drawn(PAGES[language]), is_upright=True).words]
    missing = [word for word in printed if word not in read]
    assert len(missing) <= 0.08 * len(printed), (missing, read)


def test_codes_and_figures_among_them_stay_latin() -> None:
    read = {word.text for word in engine().read(drawn(PAGES["bg"]), is_upright=True).words}
    assert {"PER-05", "BG201234567", "0000004518", "12,60"} <= read


def test_a_page_upside_down_is_set_upright() -> None:
    page = engine().read(np.ascontiguousarray(drawn(PAGES["sr"])[::-1, ::-1]))
    assert page.rotation == 180
    assert "ФИСКАЛНИ" in [word.text for word in page.words]
