"""Which text layers are believed."""

from __future__ import annotations

import random

import pytest
from pdf_writing import PageSpec, PdfSpec, grey_picture, one_page, text_at, write_pdf

from paperformer.documents.limits import Limits
from paperformer.documents.order import PlacedWord
from paperformer.documents.pdf import open_pdf
from paperformer.documents.soundness import Judgement, judge
from paperformer.documents.text_layer import TextLayer

ROWS = [f"{row} Blue widget 4 x 9.90 EUR 39.60 VAT 25%" for row in range(12)]
PICTURE = b"q 595 0 0 842 0 0 cm /Im1 Do Q\n"
LOGO = b"q 100 0 0 50 20 780 cm /Im1 Do Q\n"
SCAN_RESOURCES = b"/XObject << /Im1 10 0 R >> "


def rows(mode: int = 0, count: int = 12) -> bytes:
    return b"".join(text_at(text, 60, 700 - 20 * index, mode=mode) for index, text in enumerate(ROWS[:count]))


def judged(data: bytes) -> Judgement:
    with open_pdf(data, "test.pdf", Limits()) as file, file.page(1) as page:
        layer = page.text_layer()
        assert layer is not None
        return judge(layer, page.picture_part)


def with_picture(content: bytes) -> bytes:
    page = PageSpec(content, resources=SCAN_RESOURCES)
    return write_pdf(PdfSpec([page], objects=[grey_picture(60, 84)]))


def layer_of(texts: list[str], height: float = 10.0, hidden: bool = False) -> TextLayer:
    words = tuple(
        PlacedWord(
            text,
            (50, 50 + 12.0 * row, 90, 50 + 12.0 * row + height),
            (50 + 12.0 * row, 50 + 12.0 * row + height),
        )
        for row, text in enumerate(texts)
    )
    return TextLayer(() if hidden else words, words if hidden else (), 595, 842, 0)


def test_an_ordinary_page_is_believed() -> None:
    judgement = judged(one_page(rows()))
    assert not judgement.fault
    assert not judgement.scanned
    assert len(judgement.words) == sum(len(row.split()) for row in ROWS)


def test_a_page_with_a_logo_and_little_text_is_believed() -> None:
    assert not judged(with_picture(LOGO + text_at("Invoice 12", 60, 700))).fault


def test_a_page_with_a_background_picture_is_believed() -> None:
    judgement = judged(with_picture(PICTURE + rows()))
    assert (judgement.fault, judgement.scanned) == ("", False)


def test_a_scan_with_a_stamped_footer_is_not() -> None:
    assert "covers little" in judged(with_picture(PICTURE + text_at("Scanned by CamScanner", 60, 20))).fault


def test_a_picture_within_a_form_object_counts() -> None:
    form = b"<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 7 "
    form += b"/Resources << /XObject << /Im1 10 0 R >> >> >>\nstream\n/Im1 Do\nendstream"
    page = PageSpec(
        b"q 595 0 0 842 0 0 cm /Fm1 Do Q\n" + text_at("Scanned by CamScanner", 60, 20),
        resources=b"/XObject << /Fm1 11 0 R >> ",
    )
    data = write_pdf(PdfSpec([page], objects=[grey_picture(60, 84), form]))
    assert "covers little" in judged(data).fault


def test_a_scanners_own_ocr_is_told_from_the_words_of_the_page() -> None:
    judgement = judged(with_picture(PICTURE + rows(mode=3)))
    assert not judgement.fault
    assert judgement.scanned
    assert len(judgement.words) == sum(len(row.split()) for row in ROWS)


def test_a_page_whose_only_text_is_invisible_is_not() -> None:
    assert judged(one_page(rows(mode=3))).fault == "is invisible"


def test_an_empty_layer_is_not() -> None:
    assert judged(with_picture(PICTURE)).fault == "is empty"


def test_a_font_without_meaning_is_not() -> None:
    # Glyphs numbered from 1 with names of the writer's own and no ToUnicode, as some programs subset.
    names = " ".join(f"/g{code}" for code in range(1, 32))
    font = (
        "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Odd /FirstChar 1 /LastChar 31 "
        f"/Widths [{'500 ' * 31}] /Encoding << /Type /Encoding /Differences [1 {names}] >> >>"
    )
    lines = [f"BT /F2 10 Tf 50 {700 - 20 * row} Td <{bytes(range(1, 31)).hex()}> Tj ET\n" for row in range(5)]
    page = PageSpec("".join(lines).encode(), resources=b"/Font << /F2 10 0 R >> ")
    assert (
        judged(write_pdf(PdfSpec([page], objects=[font.encode()]))).fault == "has characters without meaning"
    )


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        (["\ufffd\ufffd\ufffd", "Total", "12.00", "EUR"] * 4, "without meaning"),
        (["\ue001\ue002\ue003"] * 20, "without meaning"),
        (["!$%&", "§(#)", '"?;:', "{}[]"] * 5, "garbled"),
    ],
)
def test_garbage_is_not(texts: list[str], fault: str) -> None:
    assert fault in judge(layer_of(texts), lambda: 0.0).fault


def test_dot_leaders_and_check_boxes_are_no_garbage() -> None:
    texts = ["Item", "......................", "9.90", "-----1-", "______", "***", "Total"] * 4
    assert not judge(layer_of(texts), lambda: 0.0).fault


def test_text_too_small_to_read_or_without_extent_is_not() -> None:
    texts = ["Total", "12.00", "EUR"] * 5
    assert judge(layer_of(texts, height=0.5), lambda: 0.0).fault == "is too small to read"
    assert judge(layer_of(texts, height=0.0), lambda: 0.0).fault == "has words without extent"
    assert judge(layer_of(texts, height=float("nan")), lambda: 0.0).fault == "has words without extent"


def test_text_off_the_page_is_not() -> None:
    moved = [PlacedWord(f"word{x}", (-900, 10, -800, 20), (10, 20)) for x in range(20)]
    assert judge(TextLayer(tuple(moved), (), 595, 842, 0), lambda: 0.0).fault == "lies off the page"


def test_a_scanners_ocr_in_the_wrong_alphabets_or_in_shreds_is_not() -> None:
    mixed = ["Gesamtbetrag", "ΣΥΝΟΛΟ", "Итого", "合計金額", "Rechnung", "सरकार"] * 5
    shreds = [random.Random(1).choice("abcdefgh0123") for _ in range(60)] + ["whole", "words"] * 20
    assert judge(layer_of(mixed, hidden=True), lambda: 1.0).fault == "mixes scripts"
    assert judge(layer_of(shreds, hidden=True), lambda: 1.0).fault == "is broken into letters"
    # The same in ink is what the page says: a list of languages, a grid of letters.
    assert not judge(layer_of(mixed), lambda: 0.0).fault
    assert not judge(layer_of(shreds), lambda: 0.0).fault
