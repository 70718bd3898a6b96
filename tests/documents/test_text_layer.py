"""The text layer: words and boxes, checked against the ink that pdfium draws."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_writing import PageSpec, PdfSpec, one_page, text_at, write_pdf
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from paperformer.documents.limits import Limits
from paperformer.documents.model import Page, union
from paperformer.documents.pdf import open_pdf
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.errors import DocumentTooLarge

LINES = [
    "Invoice number 4711",
    "Total due: 1.234,56 EUR",
    "DE89 3704 0044 0532 0130 00",
    "(net) 50% - o'Brien & Søn",
]


def read(data: bytes) -> Page:
    return InProcessReader().read(data, ReadOptions(name="test.pdf", ocr="never")).pages[0]


def ink(data: bytes) -> tuple[float, float, float, float]:
    """The box of everything drawn, in parts of the page."""
    with open_pdf(data, "test.pdf", Limits()) as file, file.page(1) as page:
        dark = np.asarray(page.draw(width=1000).convert("L")) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    height, width = dark.shape
    return columns[0] / width, rows[0] / height, (columns[-1] + 1) / width, (rows[-1] + 1) / height


def test_words_are_those_written() -> None:
    page = read(one_page(*(text_at(line, 70, 700 - 20 * index) for index, line in enumerate(LINES))))
    assert [word.text for word in page.words] == " ".join(LINES).split()
    assert page.reading == "text_layer"
    assert (page.width, page.height) == (595, 842)


def test_words_agree_with_another_programs_pdf() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 300))
    canvas.setFont("Times-Italic", 11)
    text = "Fällig am 31.12.2024; Überweisung auf IBAN DE12 an Firma Müller & Töchter"
    for row, line in enumerate([text[:40], text[40:]]):
        canvas.drawString(30, 250 - 14 * row, line)
    canvas.save()
    assert [word.text for word in read(file.getvalue()).words] == text[:40].split() + text[40:].split()


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (100, 250, 500, 800)])
def test_boxes_fit_the_ink_of_the_displayed_page(rotate: int, crop: tuple[float, ...] | None) -> None:
    # The page is stored so that its text stands upright once it is rotated.
    content = text_at("Hamburg", 300, 500, size=20, angle=rotate)
    data = write_pdf(PdfSpec([PageSpec(content, media=(20, 30, 620, 870), crop=crop, rotate=rotate)]))  # type: ignore[arg-type]
    page = read(data)
    assert [word.text for word in page.words] == ["Hamburg"]
    box = page.words[0].box
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx(ink(data), abs=0.003)
    assert page.rotation == rotate
    assert box.width * page.width > box.height * page.height


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_a_page_stored_sideways_is_turned_upright(angle: int) -> None:
    start = {90: (100, 100), 180: (500, 600), 270: (500, 700)}[angle]
    step = {90: (20, 0), 180: (0, 20), 270: (-20, 0)}[angle]
    lines = [
        text_at(line, start[0] + row * step[0], start[1] + row * step[1], angle=angle)
        for row, line in enumerate(LINES)
    ]
    page = read(one_page(*lines))
    assert [word.text for word in page.words] == " ".join(LINES).split()
    assert page.rotation == angle
    assert (page.width, page.height) == ((842, 595) if angle in (90, 270) else (595, 842))


def test_a_note_up_the_margin_stays_apart_from_the_lines_beside_it() -> None:
    lines = [text_at(f"Row number {index} of the table", 100, 700 - 15 * index) for index in range(20)]
    page = read(one_page(text_at("Registered in Hamburg HRB 1234", 60, 450, size=7, angle=90), *lines))
    by_line: dict[int, list[str]] = {}
    for word in page.words:
        by_line.setdefault(word.line, []).append(word.text)
    assert ["Registered", "in", "Hamburg", "HRB", "1234"] in by_line.values()
    assert sum(words[0] == "Row" and len(words) == 6 for words in by_line.values()) == 20
    assert page.rotation == 0


@settings(max_examples=40, deadline=None)
@given(angle=st.integers(0, 359))
def test_a_line_is_upright_when_it_reads_as_its_page_does(angle: int) -> None:
    lines = [text_at(f"Row number {index} of the table", 60, 790 - 15 * index) for index in range(10)]
    page = read(one_page(text_at("397480930", 300, 350, angle=angle), *lines))
    leans = min(angle, 360 - angle)
    aslant = [word for word in page.words if not word.upright]
    assert "".join(word.text for word in aslant) == ("397480930" if leans > 15 else "")
    assert page.words[len(page.words) - len(aslant) :] == tuple(aslant)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_what_is_upright_depends_on_the_displayed_page(rotate: int) -> None:
    content = text_at("shown", 300, 500, angle=rotate) + text_at("aside", 250, 400, angle=rotate + 90)
    page = read(write_pdf(PdfSpec([PageSpec(content, rotate=rotate)])))
    assert {word.text: word.upright for word in page.words} == {"shown": True, "aside": False}


def test_narrow_columns_without_spaces_are_parted() -> None:
    page = read(one_page(text_at("12", 100, 700), text_at("34", 122, 700), text_at("56", 144, 700)))
    assert [word.text for word in page.words] == ["12", "34", "56"]


def test_kerned_letters_make_one_word() -> None:
    content = b"BT /F1 12 Tf 100 700 Td [(A) 80 (V) 60 (AT) -40 (AR) 20 (.) ] TJ ET"
    assert [word.text for word in read(one_page(content)).words] == ["AVATAR."]


def test_text_printed_twice_to_look_bold_is_read_once() -> None:
    page = read(
        one_page(text_at("Total", 100, 700), text_at("Total", 100.4, 700), text_at("Total", 100, 600))
    )
    assert [word.text for word in page.words] == ["Total", "Total"]


def test_text_off_the_page_is_left_out() -> None:
    data = write_pdf(
        PdfSpec(
            [PageSpec(text_at("inside", 200, 400) + text_at("outside", 20, 820), crop=(100, 100, 500, 700))]
        )
    )
    assert [word.text for word in read(data).words] == ["inside"]


def test_hidden_text_without_a_picture_below_is_not_read() -> None:
    page = read(one_page(text_at("Total 10.00", 100, 700), text_at("Total 99.00", 100, 600, mode=3)))
    assert [word.text for word in page.words] == ["Total", "10.00"]


def test_what_is_filled_into_a_form_is_read_and_drawn() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 300))
    canvas.drawString(30, 250, "Amount:")
    canvas.acroForm.textfield(
        name="amount", value="199.50", x=100, y=240, width=100, height=24, borderStyle="solid"
    )
    canvas.save()
    page = read(file.getvalue())
    assert [word.text for word in page.words] == ["Amount:", "199.50"]
    box = page.words[1].box
    assert 100 / 400 <= box.x0 <= 0.3
    assert 36 / 300 <= box.y0 <= 60 / 300


def test_pages_of_all_sizes_are_drawn_within_the_budget() -> None:
    budget = Limits(render_pixels=1_000_000)
    for media in [(0, 0, 14_400, 14_400), (0, 0, 1_000_000, 1_000_000), (0, 0, 3, 20_000), (0, 0, 5, 5)]:
        data = write_pdf(PdfSpec([PageSpec(b"0 0 1 1 re f", media=media)]))
        with open_pdf(data, "test.pdf", budget) as file, file.page(1) as page:
            picture: Image.Image = page.draw()
        assert picture.width * picture.height <= 1_050_000
        assert min(picture.size) >= 1


def test_a_small_scan_is_drawn_at_its_own_resolution() -> None:
    from pdf_writing import grey_picture

    spec = PdfSpec(
        [
            PageSpec(
                b"q 144 0 0 288 0 0 cm /Im1 Do Q",
                media=(0, 0, 144, 288),
                resources=b"/XObject << /Im1 10 0 R >> ",
            )
        ],
        objects=[grey_picture(1000, 2000)],
    )
    with open_pdf(write_pdf(spec), "test.pdf", Limits()) as file, file.page(1) as page:
        assert page.draw().size == (1000, 2000)
        assert page.picture_part() == pytest.approx(1.0)


@pytest.mark.parametrize("angle", [90, 180, 270])
@pytest.mark.parametrize("rotate", [0, 90])
def test_the_picture_of_a_turned_page_fits_its_boxes(angle: int, rotate: int) -> None:
    text = "Remittance advice for the invoice of the month of May"
    start = {90: (300, 200), 180: (500, 400), 270: (300, 600)}[angle]
    data = write_pdf(PdfSpec([PageSpec(text_at(text, *start, angle=angle), rotate=rotate)]))
    reading = InProcessReader()
    page = reading.read(data, ReadOptions(name="test.pdf", ocr="never")).pages[0]
    picture = reading.render(data, ReadOptions(name="test.pdf"), number=1, width=1000, rotation=page.rotation)
    dark = np.asarray(picture.convert("L")) < 128
    columns, rows = (
        np.flatnonzero(dark.any(axis=0)) / dark.shape[1],
        np.flatnonzero(dark.any(axis=1)) / dark.shape[0],
    )
    around = union(word.box for word in page.words)
    assert (around.x0, around.y0) == pytest.approx((columns[0], rows[0]), abs=0.005)
    assert (around.x1, around.y1) == pytest.approx((columns[-1], rows[-1]), abs=0.005)
    assert around.width * page.width > around.height * page.height


def test_a_page_of_endless_text_is_refused_before_its_words_are_made() -> None:
    data = one_page(text_at("ab " * 400, 5, 400, size=0.5))
    with pytest.raises(DocumentTooLarge, match=r"page 1 of test\.pdf has 1,\d+ characters"):
        InProcessReader().read(data, ReadOptions(name="test.pdf", limits=Limits(words_per_page=20)))
