"""Text layers that do not name the letters drawn: told by outlines, in every language and typeface."""

from __future__ import annotations

import io
from importlib.resources import files

import pytest
from eyes import Eyes, layer_of
from hypothesis import given, settings
from hypothesis import strategies as st
from renamed_letters import LINES, Naming, page_of, permuted, shifted, true_name
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents.glyph_shapes import ENOUGH, Glyph, agreement
from paperformer.documents.limits import Limits
from paperformer.documents.model import Page
from paperformer.documents.pdf import open_pdf
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.soundness import AGREEMENT

TYPEFACES = ["Helvetica", "Times-Roman", "Times-BoldItalic", "Courier", "Courier-Bold"]
SHOWN = [word for line in LINES for word in line.split()]
SOUND = {
    "German": (
        "Rechnung Nr. 4711 vom 12.03.2024 Nordlicht Werkzeuge GmbH Hafenstraße 12 Gesamtbetrag 1.190,00 EUR"
    ),
    "Greek": (
        "Τιμολόγιο αριθμός 4711 Ηλεκτρονικά Αθηνών καθαρή αξία 1.000,00 ΦΠΑ 240,00 σύνολο πληρωτέο 1.240,00"
    ),
    "Russian": (
        "Счёт номер 4711 общество с ограниченной ответственностью Ромашка итого к оплате 1190,00 рублей"
    ),
    "Polish": (
        "Faktura numer 4711 Zakład Usługowy Święcicki źródło sprzedaży razem do zapłaty 1190,00 złotych"
    ),
    "Vietnamese": (
        "Hóa đơn số 4711 Công ty trách nhiệm hữu hạn Bình Minh tổng cộng tiền thanh toán 1.190.000 đồng"
    ),
    "Hungarian": (
        "Számla sorszáma 4711 fizetési határidő vevő eladó mennyiség egységár bruttó érték összesen 1190,00"
    ),
    "Turkish": (
        "Fatura numarası 4711 düzenleme tarihi alıcı satıcı miktar birim fiyat ödenecek toplam tutar 1190,00"
    ),
    "capitals": (
        "RECHNUNG NR. 4711 NORDLICHT WERKZEUGE GMBH HAFENSTRASSE 12 GESAMTBETRAG 1.190,00 EUR ZAHLBAR"
    ),
    "codes": (
        "AX-4711/B 09 QR7781 KLM-0012-X 44,50 TTR/8841 ZB-1 9,90 PPX7 XJ-22 118,00 LL-17 AB12CD34 EF56 GH-78"
    ),
}


def read(data: bytes, engine: Eyes | None) -> Page:
    def load(_: str) -> Eyes:
        assert engine is not None, "a sound page was sent to OCR"
        return engine

    return InProcessReader(load).read(data, ReadOptions(name="test.pdf")).pages[0]


def agreement_of(data: bytes) -> float | None:
    with open_pdf(data, "test.pdf", Limits()) as file, file.page(1) as page:
        layer = page.text_layer()
        assert layer is not None
        return layer.agreement


@pytest.mark.parametrize("base", TYPEFACES)
@pytest.mark.parametrize(
    "naming",
    [
        *(shifted(by) for by in (1, 2, 6, -3)),
        *(shifted(by, only_letters=True) for by in (1, 3, 7)),
        shifted(0x3D0),  # as Cyrillic
        shifted(0x500),  # as Armenian
        shifted(0x4E00),  # as Chinese
        shifted(0xE000 - 0x20),  # in the private area
        *(permuted(seed) for seed in range(3)),
    ],
)
def test_a_page_whose_letters_have_other_names_is_read_from_its_picture(base: str, naming: Naming) -> None:
    eyes = Eyes(layer_of(page_of(true_name, base=base)))
    page = read(page_of(naming, base=base), eyes)
    assert page.reading == "ocr"
    assert [word.text for word in page.words] == SHOWN


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), base=st.sampled_from(TYPEFACES))
def test_letters_named_at_random_agree_with_their_outlines_less_than_true_names(seed: int, base: str) -> None:
    false, true = (
        agreement_of(page_of(permuted(seed), base=base)),
        agreement_of(page_of(true_name, base=base)),
    )
    assert false is not None
    assert true is not None
    assert false < true - 0.1
    assert true > AGREEMENT


@pytest.mark.parametrize("seed", range(4))
def test_figures_that_are_called_by_one_anothers_names_are_not_believed(seed: int) -> None:
    assert read(page_of(permuted(seed, "0123456789")), Eyes(layer_of(page_of(true_name)))).reading == "ocr"


@pytest.mark.parametrize("share", [0.3, 0.6, 1.0])
def test_letters_of_other_alphabets_that_look_alike_are_read_from_the_picture(share: float) -> None:
    alike = dict(list(zip("aceopxy", "асеорху", strict=True))[: round(7 * share)])
    page = read(page_of(lambda one: alike.get(one, one)), Eyes(layer_of(page_of(true_name))))
    assert page.reading == "ocr"


@pytest.mark.parametrize("language", SOUND)
@pytest.mark.parametrize(
    "typeface", ["Roboto-Regular", "Roboto-MediumItalic", "SourceSansPro-Black", "SourceSerifPro-Regular"]
)
def test_sound_pages_are_believed_in_every_language(language: str, typeface: str) -> None:
    page = read(drawn(SOUND[language], typeface), None)
    assert page.reading == "text_layer"
    assert len(page.words) >= 10


@pytest.mark.parametrize("text", ["German", "capitals", "codes"])
@pytest.mark.parametrize("typeface", ["AmaticSC-Regular", "AmaticSC-Bold"])
def test_a_typeface_that_has_capitals_only_is_believed(text: str, typeface: str) -> None:
    assert read(drawn(SOUND[text], typeface), None).reading == "text_layer"


def drawn(text: str, typeface: str) -> bytes:
    package = {"Roboto": "font_roboto", "SourceS": "font_source_sans_pro", "AmaticSC": "font_amatic_sc"}
    if typeface.startswith("SourceSerif"):
        package["SourceS"] = "font_source_serif_pro"
    (name,) = (module for start, module in package.items() if typeface.startswith(start))
    pdfmetrics.registerFont(TTFont(typeface, str(files(name) / "files" / f"{typeface}.ttf")))
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.setFont(typeface, 10)
    words = text.split()
    for row in range(0, len(words), 5):
        canvas.drawString(50, 750 - 3 * row, " ".join(words[row : row + 5]))
    canvas.save()
    return file.getvalue()


def test_too_few_letters_or_letters_without_outline_say_nothing() -> None:
    few = [Glyph("b", 0.8, 0.0, 0.5), Glyph("a", 0.6, 0.0, 0.5)] * (ENOUGH // 2 - 1)
    assert agreement(few) is None
    boxes = [Glyph(letter, 1.0, 0.0, 1.0) for letter in "A page whose font has no outlines at all" * 5]
    assert agreement(boxes) is None
