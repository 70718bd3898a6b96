"""From text lines to words with boxes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paperformer.documents.ocr.detection import Rectangle
from paperformer.documents.ocr.lines import cut_line, place, split_line
from paperformer.documents.ocr.recognition import ReadLine

CELL = 10


def drawn(text: str) -> tuple[ReadLine, NDArray[np.uint8]]:
    """A line of which each character is a black bar 6 pixels wide in a cell of 10."""
    crop = np.full((24, CELL * len(text), 3), 255, np.uint8)
    for index, character in enumerate(text):
        if not character.isspace():
            crop[4:20, CELL * index + 2 : CELL * index + 8] = 0
    centers = tuple((index + 0.5) / len(text) for index in range(len(text)))
    return ReadLine(text, centers, (0.9,) * len(text)), crop


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
    line, crop = drawn(text)
    noise = np.random.default_rng(seed).integers(0, 256, crop.shape, dtype=np.uint8)
    edges = [edge for word in split_line(line, noise) for edge in (word.start, word.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= 1 for edge in edges)


def test_one_doubtful_character_lowers_the_confidence_of_its_word_only() -> None:
    line, crop = drawn("ab 11")
    doubtful = ReadLine(line.text, line.centers, (0.9, 0.9, 0.9, 0.9, 0.1))
    first, second = split_line(doubtful, crop)
    assert first.confidence == pytest.approx(0.9)
    assert second.confidence == pytest.approx(0.3)


def test_white_print_on_black_is_split_like_black_on_white() -> None:
    line, crop = drawn("ab 11 a")
    assert split_line(line, crop) == split_line(line, 255 - crop)


def test_a_line_that_runs_upwards_is_cut_out_level() -> None:
    picture = np.zeros((200, 100, 3), np.uint8)
    picture[20:60, 40:60] = 255  # the end of the line, as it runs from bottom to top
    upwards = Rectangle(np.array([(40, 20), (60, 20), (60, 180), (40, 180)], np.float32))
    crop, line = cut_line(picture, upwards)
    assert crop.shape == (20, 160, 3)
    assert crop[:, 125:].mean() > 250
    assert crop[:, :115].mean() < 5
    assert place(line, 0.75, 1.0) == pytest.approx((40, 20, 60, 60))


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_part_of_a_level_line_is_placed_in_proportion(one: float, other: float) -> None:
    start, end = sorted((one, other))
    line = Rectangle(np.array([(10, 20), (110, 20), (110, 40), (10, 40)], np.float32))
    assert place(line, start, end) == pytest.approx((10 + 100 * start, 20, 10 + 100 * end, 40), abs=1e-3)
