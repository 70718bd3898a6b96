"""The engines read drawn pages whose every word and box is known."""

from __future__ import annotations

import shutil
import socket
from collections import Counter
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from ocr_pages import DrawnPage, invoice_page, overlap, receipt_of_lone_digits
from PIL import Image

from paperformer.documents.ocr.protocol import ENGINES, OcrEngine, OcrPage, load_engine
from paperformer.errors import OcrUnavailable

INSTALLED = [
    name
    if name != "tesseract"
    else pytest.param(
        name,
        marks=pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract-ocr is not installed"),
    )
    for name in ENGINES
]
NETWORKS = ["accurate", "fast"]


@cache
def engine(name: str) -> OcrEngine:
    return load_engine(name)


@cache
def invoice_read(name: str) -> OcrPage:
    """What an engine reads on the drawn invoice."""
    return engine(name).read(invoice_page().image)


def recall(page: OcrPage, drawn: DrawnPage) -> float:
    true = Counter(text for text, _ in drawn.words)
    return (true & Counter(word.text for word in page.words)).total() / true.total()


def box_overlaps(page: OcrPage, drawn: DrawnPage) -> list[float]:
    """For each word read right, how well its box fits the best drawn word of that text."""
    fits = []
    for word in page.words:
        same = [overlap(word.box, box) for text, box in drawn.words if text == word.text]
        if same:
            fits.append(max(same))
    return fits


def test_an_unknown_engine_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(OcrUnavailable, match=r"no OCR engine named 'abbyy'.*accurate, fast, tesseract"):
        load_engine("abbyy")


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize(("scale", "size"), [(1.6, 7), (2.5, 6)])
def test_digits_that_stand_alone_in_their_column_are_read(name: str, scale: float, size: float) -> None:
    page = engine(name).read(receipt_of_lone_digits(scale, size))
    assert sorted(word.text for word in page.words if len(word.text) == 1) == list("123456789")


@pytest.mark.parametrize("name", INSTALLED)
def test_a_drawn_invoice_is_read(name: str) -> None:
    drawn = invoice_page()
    page = invoice_read(name)
    assert recall(page, drawn) >= (0.9 if name == "tesseract" else 0.97)
    assert (page.height, page.width) == drawn.image.shape[:2]
    assert (page.rotation, page.skew) == (0, 0.0)


@pytest.mark.parametrize("name", NETWORKS)
def test_word_boxes_lie_on_the_drawn_words(name: str) -> None:
    fits = box_overlaps(invoice_read(name), invoice_page())
    assert np.median(fits) > 0.75
    assert min(fits) > 0.35


@pytest.mark.parametrize("name", NETWORKS)
def test_words_of_one_line_share_its_number_and_stand_left_to_right(name: str) -> None:
    page = invoice_read(name)
    for line in {word.line for word in page.words}:
        starts = [word.box[0] for word in page.words if word.line == line]
        assert starts == sorted(starts)
    last = [word.line for word in page.words if word.text in ("Thank", "business.")]
    assert len(last) == 2
    assert len(set(last)) == 1


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("name", NETWORKS)
def test_a_turned_page_is_set_upright(name: str, quarters: int) -> None:
    drawn = invoice_page()
    page = engine(name).read(np.rot90(drawn.image, quarters))
    assert page.rotation == 90 * quarters
    assert (page.height, page.width) == drawn.image.shape[:2]
    assert recall(page, drawn) >= 0.97
    assert np.median(box_overlaps(page, drawn)) > 0.75


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_what_the_classifier_cannot_tell_is_set_upright_as_it_can_be_read(
    quarters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = invoice_page()
    even = np.full(4, 0.25, np.float32)
    monkeypatch.setattr("paperformer.documents.ocr.orientation.Orientation.probabilities", lambda *_: even)
    assert engine("fast").read(np.rot90(drawn.image, quarters)).rotation == 90 * quarters
    assert engine("fast").read(np.full((300, 200, 3), 255, np.uint8)).rotation == 0


@pytest.mark.parametrize("tilt", [-9.0, -2.0, 4.0, 12.0])
@pytest.mark.parametrize("name", NETWORKS)
def test_a_tilted_page_is_levelled_and_read(name: str, tilt: float) -> None:
    drawn = invoice_page()
    tilted = Image.fromarray(drawn.image).rotate(-tilt, resample=Image.Resampling.BICUBIC, fillcolor="white")
    page = engine(name).read(np.asarray(tilted))
    assert page.skew == pytest.approx(tilt, abs=0.3)
    assert recall(page, drawn) >= 0.9
    # Levelled about its centre, the page lies where it was drawn.
    assert np.median(box_overlaps(page, drawn)) > 0.55


@pytest.mark.parametrize("name", INSTALLED)
def test_a_blank_page_has_no_words(name: str) -> None:
    assert engine(name).read(np.full((700, 500, 3), 255, np.uint8)).words == ()


@pytest.mark.parametrize("shape", [(1, 1), (1, 3000), (3000, 1), (7, 7), (40, 2000), (2000, 31)])
@pytest.mark.parametrize("name", NETWORKS)
def test_pictures_of_odd_shape_are_read(name: str, shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (*shape, 3), dtype=np.uint8)
    page = engine(name).read(noise)
    assert {page.height, page.width} == set(shape)
    for word in page.words:
        x0, y0, x1, y1 = word.box
        assert 0 <= x0 <= x1 <= page.width
        assert 0 <= y0 <= y1 <= page.height


def test_a_picture_that_may_not_be_written_to_is_left_as_it_is() -> None:
    drawn = invoice_page()
    before = drawn.image.copy()
    engine("fast").read(drawn.image)
    assert not drawn.image.flags.writeable
    assert np.array_equal(drawn.image, before)


def test_words_carry_no_space_and_a_confidence() -> None:
    for word in invoice_read("accurate").words:
        assert word.text
        assert not any(character.isspace() for character in word.text)
        assert 0.5 < word.confidence <= 1.0


def test_light_print_on_a_dark_ground_is_read() -> None:
    drawn = invoice_page()
    dark: NDArray[np.uint8] = 255 - drawn.image
    page = engine("accurate").read(dark)
    assert recall(page, drawn) >= 0.95
    assert np.median(box_overlaps(page, drawn)) > 0.6


def test_the_same_page_is_read_the_same_way_twice() -> None:
    assert engine("accurate").read(invoice_page().image) == invoice_read("accurate")


@pytest.mark.parametrize("name", NETWORKS)
def test_loading_and_reading_open_no_connection(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert load_engine(name).read(invoice_page().image).words


@pytest.mark.slow
def test_our_pipeline_reads_at_least_what_rapidocr_itself_reads() -> None:
    rapidocr = pytest.importorskip("rapidocr")
    drawn = invoice_page()
    reference = rapidocr.RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.use_cls": False,
            "Det.limit_type": "max",
            "Det.limit_side_len": 960,
        }
    )
    read = Counter(" ".join(reference(drawn.image[:, :, ::-1], use_cls=False).txts).split())
    true = Counter(text for text, _ in drawn.words)
    assert recall(invoice_read("accurate"), drawn) >= (true & read).total() / true.total()
