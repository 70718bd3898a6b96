"""Words that a file draws in pieces: put together by where the pieces stand."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_writing import one_page, text_at
from renamed_letters import page_of
from reportlab.pdfbase.pdfmetrics import stringWidth

from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.touching import Span, chains

LINES = [
    "Bergmann & Sohn Maschinenbau KG",
    "Rechnungsnummer: 2023-11842",
    "Kugellager 6204 2RS 12 4,85 58,20",
    "Gesamtbetrag 133,40 EUR",
    "IBAN DE89 3704 0044 0532 0130 00",
]
SIZE = 10.0


def lines_of(data: bytes) -> list[str]:
    page = InProcessReader().read(data, ReadOptions(name="test.pdf", ocr="never")).pages[0]
    lines: dict[int, list[str]] = {}
    for word in page.words:
        lines.setdefault(word.line, []).append(word.text)
    return [" ".join(line) for line in lines.values()]


def pieces_of(text: str, longest: int, chance: random.Random) -> list[str]:
    cuts = [0]
    while cuts[-1] < len(text):
        cuts.append(min(len(text), cuts[-1] + chance.randint(1, longest)))
    return [text[start:end] for start, end in pairwise(cuts)]


def in_pieces(
    longest: int, chance: random.Random, *, spaces: bool, typeface: str = "Helvetica"
) -> list[bytes]:
    """The operators that draw ``LINES``, piece by piece."""
    drawn = []
    for row, line in enumerate(LINES):
        x = 60.0
        for piece in pieces_of(line, longest, chance):
            if spaces or piece.strip():
                drawn.append(text_at(piece, x, 700 - 20 * row, size=SIZE))
            x += stringWidth(piece, typeface, SIZE)
    return drawn


@pytest.mark.parametrize("longest", [1, 2, 3])
@pytest.mark.parametrize("spaces", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_letters_drawn_in_any_order_make_the_words_of_the_page(longest: int, spaces: bool, seed: int) -> None:
    chance = random.Random(seed)
    drawn = in_pieces(longest, chance, spaces=spaces or longest > 1)
    chance.shuffle(drawn)
    assert lines_of(one_page(*drawn)) == LINES


def test_letters_drawn_backwards_or_column_by_column_make_words_too() -> None:
    letters = in_pieces(1, random.Random(0), spaces=False)
    assert lines_of(one_page(*reversed(letters))) == LINES
    by_column = sorted(letters, key=lambda operators: float(operators.split(b" Tm")[0].split()[-2]))
    assert lines_of(one_page(*by_column)) == LINES


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("left", [0.0, 0.3, 0.8])
def test_white_space_that_takes_no_room_does_not_tear_words(seed: int, left: float) -> None:
    chance = random.Random(seed)
    content = []
    back = round(stringWidth(" ", "Helvetica", 1000) - 1000 * left / SIZE)
    for row, line in enumerate(LINES):
        torn = [f" ( ) {back} ".join(f"({p})" for p in pieces_of(w, 3, chance)) for w in line.split()]
        content.append(f"BT /F1 {SIZE} Tf 60 {700 - 20 * row} Td [{' ( ) '.join(torn)}] TJ ET\n".encode())
    assert lines_of(one_page(*content)) == LINES


@pytest.mark.parametrize("name", ["&", "_", "\u00b7", "|", "\ufffd"])
def test_white_space_by_another_name_parts_words(name: str) -> None:
    data = page_of(lambda one: name if one == " " else one, lines=tuple(LINES))
    assert lines_of(data) == LINES


def test_cells_of_a_narrow_table_stay_apart_on_a_page_of_whole_words() -> None:
    rows = [f"Blue widget number {row} of the long list" for row in range(12)]
    drawn = [text_at(text, 60, 700 - 20 * row, size=SIZE) for row, text in enumerate(rows)]
    end = 60 + stringWidth(rows[0], "Helvetica", SIZE)
    drawn += [text_at("CM", end + 0.4, 700, size=SIZE)]
    first = lines_of(one_page(*drawn))[0]
    assert first.endswith("list CM")


def test_many_letters_printed_on_one_spot_take_no_time() -> None:
    begun = time.process_time()
    assert len(chains([Span(60.0, 66.0, 700.0, 710.0)] * 20_000)) == 20_000
    assert time.process_time() - begun < 5


@given(st.randoms(use_true_random=False), st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_words_come_out_whole_in_whatever_order_their_pieces_come(
    chance: random.Random, lengths: list[int]
) -> None:
    spans, words, x = [], [], 0.0
    for length in lengths:
        word = []
        for _ in range(length):
            width = chance.uniform(3.0, 9.0)
            word.append(Span(x, x + width, 100.0, 110.0))
            x += width + chance.uniform(-0.5, 0.5)
        words.append(word)
        spans += word
        x += chance.uniform(2.0, 30.0)
    chance.shuffle(spans)
    found = [[spans[number] for number in word] for word in chains(spans)]
    assert sorted(found) == sorted(words)
