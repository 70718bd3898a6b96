"""Spaces that the recogniser missed are seen in the ink."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paperformer.documents.ocr.recognition import ReadLine
from paperformer.documents.ocr.spaces import mend_spaces

HEIGHT = 19
GLYPH = 9


def printed(
    text: str, *, gap: int = 2, space: int = 13, missed: str = "_"
) -> tuple[ReadLine, NDArray[np.bool_]]:
    """A printed line in which the recogniser missed each space that ``text`` shows as ``missed``."""
    ink: list[bool] = []
    centers = []
    read = ""
    for character in text:
        if character == missed:
            ink += [False] * (space - gap)
            continue
        read += character
        width = space - gap if character == " " else GLYPH
        centers.append(len(ink) + width / 2)
        ink += [character != " "] * width + [False] * gap
    places = tuple(center / len(ink) for center in centers)
    return ReadLine(read, places, (0.9,) * len(read)), np.array(ink)


def mended(text: str, **sizes: int) -> str:
    line, ink = printed(text, **sizes)
    return mend_spaces(line, ink, HEIGHT).text


@pytest.mark.parametrize(
    "text",
    [
        "04-05-18_12:50:51 PM",
        "Tax_Invoice",
        "TEL:_03-40210276",
        "Level_6, Bangunan TH",
        "Total_(incl GST)",
        "4.90_0.00",
        "2_ChicMcMuffin",
    ],
)
def test_words_run_together_are_parted_where_the_print_has_a_gap(text: str) -> None:
    assert mended(text) == text.replace("_", " ")


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("Farmasi Maluri S/B(587969-U)", "Farmasi Maluri S/B (587969-U)"),
        ("KEDAI SDN. BHD.(123456A)", "KEDAI SDN. BHD. (123456A)"),
        ("BHD (587969-U)", "BHD (587969-U)"),
        ("SS21(39)", "SS21(39)"),
        ("f(12345-X)", "f(12345-X)"),
        ("Ref(12345-A)x", "Ref(12345-A)x"),
    ],
)
def test_a_companys_number_in_brackets_is_a_word_of_its_own(text: str, parted: str) -> None:
    assert mended(text) == parted


@pytest.mark.parametrize("text", ["150_.00", "1_._50", "12_,_345", "17_/_05", "o_f", "123_4", "A_4_"])
def test_numbers_and_single_characters_are_not_torn(text: str) -> None:
    assert mended(text) == text.replace("_", "")


def test_widely_set_letters_are_no_words() -> None:
    assert mended("TOTAL", gap=12) == "TOTAL"


@given(st.text(alphabet="abc123.:-() ", max_size=30))
def test_an_evenly_printed_line_stays_as_it_was_read(text: str) -> None:
    if not text.strip():
        return
    line, ink = printed(text)
    assert mend_spaces(line, ink, HEIGHT) == line


@given(st.text(alphabet="ab12:. _", min_size=1, max_size=30).filter(lambda text: text.strip("_ ")))
def test_mending_only_adds_spaces_in_order(text: str) -> None:
    line, ink = printed(text)
    again = mend_spaces(line, ink, HEIGHT)
    assert again.text.replace(" ", "") == line.text.replace(" ", "")
    assert len(again.text) == len(again.centers) == len(again.confidences)
    assert list(again.centers) == sorted(again.centers)
