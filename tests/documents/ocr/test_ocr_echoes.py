"""A doubtful figure in a word is the letter that the same page prints clearly elsewhere."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.echoes import mend_echoes
from paperformer.documents.ocr.recognition import ReadLine


def line(text: str, *, unsure: str = "", clear: float = 0.99) -> ReadLine:
    """A line whose characters in ``unsure`` are doubtful."""
    places = tuple((place + 0.5) / max(len(text), 1) for place in range(len(text)))
    return ReadLine(text, places, tuple(0.8 if character in unsure else clear for character in text))


def mended(text: str, elsewhere: str, *, unsure: str = "0158", clear: float = 0.99) -> str:
    first, _ = mend_echoes([line(text, unsure=unsure), line(elsewhere, clear=clear)])
    return first.text


@pytest.mark.parametrize(
    ("text", "elsewhere", "wanted"),
    [
        ("HAI-0 RAYA BHD", "WWW.HAI-O.COM.MY", "HAI-O RAYA BHD"),
        ("Coffee B8rn", "info@coffee-bbrn.de", "Coffee Bbrn"),
        ("PERN1AGAAN", "perniagaan", "PERNIAGAAN"),
        ("Ye11ow", "yellow", "Ye11ow"),  # two figures: the language's business
    ],
)
def test_the_word_as_it_stands_elsewhere(text: str, elsewhere: str, wanted: str) -> None:
    assert mended(text, elsewhere) == wanted


@pytest.mark.parametrize(
    ("text", "elsewhere"),
    [
        ("HAI-0 RAYA", "HAIO"),
        ("HAI-0 RAYA", "SHANGHAI-O"),
        ("HAI-0 RAYA", "HAI-OS"),
        ("A-0", "A-O"),  # too short a word
        ("RF0A12", "RFOA"),
        ("2HAI0", "HAIO"),
        ("Room5 12", "all rooms"),  # a number run together with its word
        ("LOT5", "LOTS OF"),
    ],
)
def test_other_words_say_nothing_of_it(text: str, elsewhere: str) -> None:
    assert mended(text, elsewhere) == text


def test_a_clear_figure_and_an_unclear_word_elsewhere_change_nothing() -> None:
    assert mended("HAI-0 RAYA", "HAI-O", unsure="") == "HAI-0 RAYA"
    assert mended("HAI-0 RAYA", "HAI-O", clear=0.85) == "HAI-0 RAYA"


def test_long_lines_take_no_longer_than_their_length() -> None:
    begun = time.process_time()
    texts = ["ab0" + "c" * 400 + "1", "a" * 20_000 + "!", "HAI-0 " * 5_000, "aaa0b" * 4_000]
    mend_echoes([line(text, unsure="0") for text in texts])
    assert time.process_time() - begun < 5


@given(st.lists(st.text(alphabet="aO0l1-&' ", max_size=12), max_size=4))
def test_only_figures_change_and_places_stay(texts: list[str]) -> None:
    lines = [line(text, unsure="01") for text in texts]
    for before, after in zip(lines, mend_echoes(lines), strict=True):
        assert (after.centers, after.confidences) == (before.centers, before.confidences)
        assert all(a == b or a in "01" for a, b in zip(before.text, after.text, strict=True))
