"""Pictures whose letters have too few pixels are told from those that can be read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.legibility import too_small
from paperformer.documents.model import Box, Page, Word

HEIGHTS = st.lists(st.floats(1.0, 60.0), min_size=1, max_size=30)


def page(heights: list[float], width: float = 600, height: float = 800) -> Page:
    boxes = [Box(0.1, 0.5, 0.2, 0.5 + letters / height) for letters in heights]
    words = tuple(Word("x", box, 1, line) for line, box in enumerate(boxes))
    return Page(1, width, height, words, "ocr")


@pytest.mark.parametrize(
    ("letters", "pixels_per_unit", "is_small"),
    [
        ([17.0] * 9, 1.0, False),  # a telephone's photo of an invoice
        ([8.2] * 9, 1.0, False),  # scanned at 70 dots an inch
        ([5.1] * 9, 1.0, True),  # the picture of 330 pixels that a mail program made of it
        ([5.1] * 9 + [40.0] * 3, 1.0, True),  # a title does not help
        ([10.0] * 9, 0.5, True),  # 36 dots an inch, drawn large on the page of a PDF
        ([10.0] * 9, 2.8, False),
        ([3.0] * 9, math.inf, False),  # letters that the page draws
    ],
)
def test_letters_are_measured_in_the_pixels_of_the_picture(
    letters: list[float], pixels_per_unit: float, is_small: bool
) -> None:
    assert bool(too_small(page(letters), pixels_per_unit)) is is_small


@pytest.mark.parametrize(("size", "is_small"), [((300, 400), True), ((120, 499), True), ((120, 501), False)])
def test_without_words_the_longer_side_tells(size: tuple[int, int], is_small: bool) -> None:
    assert bool(too_small(page([], *size), 1.0)) is is_small


@given(HEIGHTS, st.floats(0.1, 5.0), st.floats(1.0, 5.0))
def test_a_finer_picture_is_never_worse(heights: list[float], pixels_per_unit: float, finer: float) -> None:
    if not too_small(page(heights), pixels_per_unit):
        assert not too_small(page(heights), pixels_per_unit * finer)


def test_the_warning_names_the_size_and_says_what_to_do() -> None:
    said = too_small(page([4.0]), 0.5)
    assert said.startswith("page 1 is a picture of 300 x 400 pixels, too small to be read surely: scan")
