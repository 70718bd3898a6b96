"""From text lines to words with boxes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paperformer.documents.ocr.detection import Rectangle
from paperformer.documents.ocr.ink import ink_mask, inked_columns, text_rows
from paperformer.documents.ocr.lines import LineCut, cut_line, place, split_line
from paperformer.documents.ocr.recognition import ReadLine

CELL = 10


def as_cut(crop: NDArray[np.uint8]) -> LineCut:
    height, width = crop.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return LineCut(crop, Rectangle(corners), inked_columns(ink_mask(crop)), 16)


def drawn(text: str) -> tuple[ReadLine, LineCut]:
    """A line of which each character is a black bar 6 pixels wide in a cell of 10."""
    crop = np.full((24, CELL * len(text), 3), 255, np.uint8)
    for index, character in enumerate(text):
        if not character.isspace():
            crop[4:20, CELL * index + 2 : CELL * index + 8] = 0
    centers = tuple((index + 0.5) / len(text) for index in range(len(text)))
    return ReadLine(text, centers, (0.9,) * len(text)), as_cut(crop)


texts = st.text(alphabet="abÅ1. ", min_size=1, max_size=30)


@given(texts)
def test_a_line_is_split_at_its_spaces_and_words_end_where_their_ink_ends(text: str) -> None:
    words = split_line(*drawn(text))
    assert [word.text for word in words] == text.split()
    at = 0
    for word in words:
        first = text.index(word.text, at)
        at = first + len(word.text)
        assert word.start * len(text) * CELL == pytest.approx(CELL * first + 2, abs=1.01)
        assert word.end * len(text) * CELL == pytest.approx(CELL * at - 2, abs=1.01)
        assert word.confidence == pytest.approx(0.9)


@given(texts, st.integers(0, 2**32 - 1))
def test_words_stay_in_order_inside_their_line_on_a_picture_of_noise(text: str, seed: int) -> None:
    line, cut = drawn(text)
    noise = np.random.default_rng(seed).integers(0, 256, cut.crop.shape, dtype=np.uint8)
    edges = [edge for word in split_line(line, as_cut(noise)) for edge in (word.start, word.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= 1 for edge in edges)


def test_one_doubtful_character_lowers_the_confidence_of_its_word_only() -> None:
    line, cut = drawn("ab 11")
    doubtful = ReadLine(line.text, line.centers, (0.9, 0.9, 0.9, 0.9, 0.1))
    first, second = split_line(doubtful, cut)
    assert first.confidence == pytest.approx(0.9)
    assert second.confidence == pytest.approx(0.3)


def test_white_print_on_black_is_split_like_black_on_white() -> None:
    line, cut = drawn("ab 11 a")
    assert split_line(line, cut) == split_line(line, as_cut(255 - cut.crop))


def test_a_line_that_runs_upwards_is_cut_out_level() -> None:
    picture = np.full((200, 100, 3), 255, np.uint8)
    picture[20:60, 45:55] = 0  # the end of the line, as it runs from bottom to top
    upwards = Rectangle(np.array([(40, 20), (60, 20), (60, 180), (40, 180)], np.float32))
    cut = cut_line(picture, upwards)
    assert cut.crop.shape[1] == 160
    assert np.flatnonzero(cut.ink)[0] == pytest.approx(120, abs=1)
    assert cut.ink[122:].all()
    assert place(cut.rectangle, 0.75, 1.0) == pytest.approx((45, 20, 55, 60), abs=1.01)


@given(st.integers(8, 40), st.integers(0, 30), st.integers(0, 30))
def test_blank_above_and_below_the_text_is_cut_away(height: int, above: int, below: int) -> None:
    total = height + above + below
    picture = np.full((total, 300, 3), 255, np.uint8)
    picture[above : above + height, 20:280:3] = 0
    corners = np.array([(0, 0), (300, 0), (300, total), (0, total)], np.float32)
    cut = cut_line(picture, Rectangle(corners))
    if height >= 0.3 * total:
        assert cut.height == height
        assert len(cut.crop) <= height + 2 * max(1, round(0.25 * height))
        assert place(cut.rectangle, 0, 1) == pytest.approx((0, above, 300, above + height), abs=1e-3)
    else:
        assert len(cut.crop) == total


def test_pieces_of_neighbouring_lines_are_cut_away() -> None:
    picture = np.full((40, 300, 3), 255, np.uint8)
    picture[:4, ::5] = 0
    picture[12:30, ::3] = 0
    picture[37:, ::5] = 0
    corners = np.array([(0, 0), (300, 0), (300, 40), (0, 40)], np.float32)
    assert place(cut_line(picture, Rectangle(corners)).rectangle, 0, 1) == pytest.approx((0, 12, 300, 30))


def test_the_dot_of_an_i_belongs_to_its_line() -> None:
    mask = np.zeros((40, 100), bool)
    mask[6:9, 50] = True
    mask[12:30, ::3] = True
    assert text_rows(mask) == (6, 30)


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_the_rows_of_text_lie_inside_the_picture(height: int, width: int, seed: int, share: float) -> None:
    top, bottom = text_rows(np.random.default_rng(seed).random((height, width)) < share)
    assert 0 <= top < bottom <= height


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_part_of_a_level_line_is_placed_in_proportion(one: float, other: float) -> None:
    start, end = sorted((one, other))
    line = Rectangle(np.array([(10, 20), (110, 20), (110, 40), (10, 40)], np.float32))
    assert place(line, start, end) == pytest.approx((10 + 100 * start, 20, 10 + 100 * end, 40), abs=1e-3)
