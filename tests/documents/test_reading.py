"""Text layer or OCR, page by page; pictures of pages that fit the words' boxes."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray
from pdf_writing import PageSpec, PdfSpec, grey_picture, text_at, write_pdf
from PIL import Image, ImageDraw

from paperformer.documents.limits import Limits
from paperformer.documents.model import Document
from paperformer.documents.ocr.protocol import OcrPage, OcrWord
from paperformer.documents.reading import InProcessReader, OcrMode, ReadOptions
from paperformer.documents.render import upright
from paperformer.errors import DocumentTooLarge, OcrUnavailable, UnreadableDocument

TEXT = "".join(f"Line {row} of an invoice with enough words to be believed " for row in range(3))
SCAN = PageSpec(b"q 595 0 0 842 0 0 cm /Im1 Do Q", resources=b"/XObject << /Im1 10 0 R >> ")
DRAWING = bytes(0 if 30 < column < 50 and 20 < row < 40 else 255 for row in range(84) for column in range(60))


@dataclass
class InkFinder:
    """An engine that reads the one dark block on a page as a word, however the page lies."""

    name: str = "ink"
    rotation: int = 0
    skew: float = 0.0
    seen: list[tuple[int, ...]] = field(default_factory=list)

    def read(self, image: NDArray[np.uint8], *, is_upright: bool = False) -> OcrPage:
        assert image.dtype == np.uint8
        self.seen.append(image.shape)
        rotation = 0 if is_upright else self.rotation
        picture = upright(Image.fromarray(image), rotation, self.skew)
        words = (OcrWord("BLOCK", ink_box(picture), 0.75, 0),)
        return OcrPage(words, picture.width, picture.height, rotation, self.skew)


def ink_box(picture: Image.Image) -> tuple[float, float, float, float]:
    dark = np.asarray(picture.convert("L")) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def read(data: bytes, engine: InkFinder | None = None, ocr: OcrMode = "auto", **limits: int) -> Document:
    return reading(engine).read(data, ReadOptions(name="mixed.pdf", ocr=ocr, limits=Limits(**limits)))


def reading(engine: InkFinder | None) -> InProcessReader:
    def load(name: str) -> InkFinder:
        if engine is None:
            raise OcrUnavailable(f"no {name}", "install it")
        return engine

    return InProcessReader(load)


def mixed() -> bytes:
    """A page of text, a scan, a page with nothing on it, a scan of blank paper."""
    pages = [
        PageSpec(text_at(TEXT, 20, 700, size=6)),
        SCAN,
        PageSpec(),
        PageSpec(SCAN.content.replace(b"Im1", b"Im2"), resources=b"/XObject << /Im2 11 0 R >> "),
    ]
    return write_pdf(PdfSpec(pages, objects=[grey_picture(60, 84, DRAWING), grey_picture(60, 84)]))


def test_letters_are_as_high_as_in_the_picture_that_was_scanned_however_finely_it_is_drawn() -> None:
    (scanned,) = read(mixed(), InkFinder()).pages[1].words
    assert scanned.letter_height == pytest.approx(19, abs=2)  # of 84 rows, drawn as some 2,300


@pytest.mark.parametrize("scale", [1, 2, 5])
def test_letters_of_a_picture_are_measured_in_its_pixels(scale: int) -> None:
    stream = io.BytesIO()
    drawing = Image.frombytes("L", (60, 84), DRAWING)
    drawing.resize((60 * scale, 84 * scale), Image.Resampling.NEAREST).save(stream, "PNG")
    (page,) = read(stream.getvalue(), InkFinder()).pages
    assert [word.letter_height for word in page.words] == [19 * scale]


def test_the_letters_of_a_text_layer_have_no_pixels() -> None:
    words = read(mixed(), InkFinder()).pages[0].words
    assert {word.letter_height for word in words} == {None}


def test_each_page_is_read_in_the_way_it_needs() -> None:
    engine = InkFinder()
    document = read(mixed(), engine)
    assert [page.reading for page in document.pages] == ["text_layer", "ocr", "none", "none"]
    assert [page.number for page in document.pages] == [1, 2, 3, 4]
    assert " ".join(word.text for word in document.pages[0].words) == TEXT.strip()
    assert [word.text for word in document.pages[1].words] == ["BLOCK"]
    assert document.pages[1].words[0].confidence == 0.75
    assert document.warnings == ("page 3 is blank", "page 4 is blank")
    assert len(engine.seen) == 1


def test_ocr_always_reads_pictures_of_text_pages_too() -> None:
    assert [page.reading for page in read(mixed(), InkFinder(), "always").pages] == [
        "ocr",
        "ocr",
        "none",
        "none",
    ]


def test_ocr_never_leaves_scans_without_words_and_says_so() -> None:
    document = read(mixed(), None, "never")
    assert [page.reading for page in document.pages] == ["text_layer", "none", "none", "none"]
    assert document.warnings[0] == "page 2 was not read: its text layer is empty, and OCR is off"


def test_text_that_lies_off_the_page_is_told_though_ocr_reads_what_is_on_it() -> None:
    data = write_pdf(PdfSpec([PageSpec(SCAN.content + b" " + text_at(TEXT, 20, 2000, size=6),
        resources=SCAN.resources)], objects=[grey_picture(60, 84, DRAWING)]))  # fmt: skip
    for mode, said in (("auto", "OCR sees only what is on it"), ("never", "OCR is off")):
        (warning,) = read(data, InkFinder(), mode).warnings
        assert "its text layer lies off the page" in warning
        assert said in warning


def test_an_engine_that_is_missing_is_only_missed_where_it_is_needed() -> None:
    with pytest.raises(OcrUnavailable):
        read(mixed(), None)
    text_only = write_pdf(PdfSpec([PageSpec(text_at(TEXT, 20, 700, size=6))]))
    assert read(text_only, None).pages[0].reading == "text_layer"


def test_an_engine_is_loaded_once_for_many_documents() -> None:
    loads = []

    def load(name: str) -> InkFinder:
        loads.append(name)
        return InkFinder()

    shared = InProcessReader(load)
    for _ in range(3):
        shared.read(mixed(), ReadOptions(name="mixed.pdf", ocr_engine="ink"))
    assert loads == ["ink"]


@pytest.mark.parametrize("stored", [0, 90, 180, 270])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_picture_of_an_ocr_page_fits_its_boxes(stored: int, turn: int) -> None:
    scan = PageSpec(SCAN.content, rotate=stored, resources=SCAN.resources)
    data = write_pdf(PdfSpec([scan], objects=[grey_picture(60, 84, DRAWING)]))
    engine = reading(InkFinder(rotation=turn))
    page = engine.read(data, ReadOptions(name="scan.pdf")).pages[0]
    assert page.rotation == (stored + turn) % 360
    assert (page.width, page.height) == ((842, 595) if page.rotation in (90, 270) else (595, 842))
    picture = engine.render(data, ReadOptions(name="scan.pdf"), number=1, width=600, rotation=page.rotation)
    assert abs(picture.width - 600) <= 1
    box = page.words[0].box
    found = np.array(ink_box(picture)) / np.array([picture.width, picture.height] * 2)
    assert found == pytest.approx([box.x0, box.y0, box.x1, box.y1], abs=0.004)


@pytest.mark.parametrize("chosen", [0, 90, 180, 270])
@pytest.mark.parametrize("stored", [0, 90])
def test_a_page_lies_as_somebody_has_turned_it_whatever_the_engine_believes(stored: int, chosen: int) -> None:
    scan = PageSpec(SCAN.content, rotate=stored, resources=SCAN.resources)
    data = write_pdf(PdfSpec([scan], objects=[grey_picture(60, 84, DRAWING)]))
    engine = reading(InkFinder(rotation=180))
    page = engine.read(data, ReadOptions(name="scan.pdf", rotations=((1, chosen),))).pages[0]
    assert page.rotation == chosen
    assert (page.width, page.height) == ((842, 595) if chosen in (90, 270) else (595, 842))
    picture = engine.render(data, ReadOptions(name="scan.pdf"), number=1, width=600, rotation=chosen)
    box = page.words[0].box
    found = np.array(ink_box(picture)) / np.array([picture.width, picture.height] * 2)
    assert found == pytest.approx([box.x0, box.y0, box.x1, box.y1], abs=0.004)


def test_the_text_of_a_turned_page_stands_where_the_turned_page_shows_it() -> None:
    data = write_pdf(PdfSpec([PageSpec(text_at(TEXT, 20, 700, size=6))]))
    options = ReadOptions(name="text.pdf", rotations=((1, 90),))
    page = reading(None).read(data, options).pages[0]
    assert (page.rotation, page.reading, page.width, page.height) == (90, "text_layer", 842, 595)
    picture = reading(None).render(data, options, number=1, width=842, rotation=90)
    left, top, right, bottom = ink_box(picture)
    assert min(word.box.x0 for word in page.words) * 842 == pytest.approx(left, abs=3)
    assert max(word.box.x1 for word in page.words) * 842 == pytest.approx(right, abs=3)
    assert min(word.box.y0 for word in page.words) * 595 == pytest.approx(top, abs=3)
    assert max(word.box.y1 for word in page.words) * 595 == pytest.approx(bottom, abs=3)


def test_the_picture_of_a_tilted_photo_is_levelled() -> None:
    photo = Image.new("RGB", (400, 600), "white")
    ImageDraw.Draw(photo).rectangle((100, 280, 300, 320), fill="black")
    file = io.BytesIO()
    photo.rotate(-5, fillcolor="white").save(file, "PNG")
    engine = reading(InkFinder(skew=5.0))
    page = engine.read(file.getvalue(), ReadOptions(name="photo.png")).pages[0]
    assert page.skew == 5.0
    assert page.words[0].box.height * 600 == pytest.approx(41, abs=3)
    picture = engine.render(
        file.getvalue(), ReadOptions(name="photo.png"), number=1, width=400, rotation=0, skew=page.skew
    )
    assert ink_box(picture) == pytest.approx((100, 280, 301, 321), abs=3)


def test_a_page_that_is_not_there_cannot_be_drawn() -> None:
    for number in (0, 5):
        with pytest.raises(UnreadableDocument, match=f"has no page {number}"):
            reading(None).render(mixed(), ReadOptions(name="mixed.pdf"), number=number, width=100)
    with pytest.raises(UnreadableDocument, match="has no pages"):
        reading(None).render(b"<Invoice/>", ReadOptions(name="invoice.xml"), number=1, width=100)


def test_more_words_than_allowed_are_refused() -> None:
    with pytest.raises(DocumentTooLarge, match=r"page 1 of mixed\.pdf has 33 words, the limit is 10"):
        read(mixed(), InkFinder(), words_per_page=10)


class Blind(InkFinder):
    def read(self, image: NDArray[np.uint8], **_: bool) -> OcrPage:
        return OcrPage((), image.shape[1], image.shape[0], 0, 0.0)


def test_a_picture_without_any_text_says_so() -> None:
    fine = DRAWING.replace(b"\xff", b"\xff" * 10).replace(b"\0", b"\0" * 10)
    data = write_pdf(PdfSpec([SCAN], objects=[grey_picture(600, 84 * 10, fine * 10)]))
    document = read(data, Blind())
    assert document.pages[0].words == ()
    assert document.warnings == ("page 1 has no text that OCR could find",)


def test_a_picture_of_few_pixels_without_any_text_says_so() -> None:
    (said,) = read(write_pdf(PdfSpec([SCAN], objects=[grey_picture(60, 84, DRAWING)])), Blind()).warnings
    assert re.match(r"page 1 is a picture of \d+ x 84 pixels, too small to be read surely: scan", said)


def test_a_pdf_that_is_cut_short_says_so() -> None:
    whole = mixed()
    assert "the PDF ends without its end mark: it may be cut short" in read(whole[:-8], InkFinder()).warnings


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("skew", [0.0, 3.0, -4.0])
def test_pictures_are_set_upright_as_the_engines_do_it(rotation: int, skew: float) -> None:
    level = pytest.importorskip("paperformer.documents.ocr.skew").level
    picture = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(picture).rectangle((90, 60, 180, 90), fill="black")
    theirs = np.ascontiguousarray(np.rot90(np.asarray(picture), -rotation // 90))
    theirs = level(theirs, skew) if skew else theirs
    assert ink_box(upright(picture, rotation, skew)) == pytest.approx(ink_box(Image.fromarray(theirs)), abs=1)
