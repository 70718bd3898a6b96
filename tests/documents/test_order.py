"""From scattered words to line segments in reading order."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Word
from paperformer.documents.order import PlacedWord, order_words

SIZE = 10.0


def line(text: str, x: float, y: float, size: float = SIZE, drop: float = 0.0) -> list[PlacedWord]:
    """Words of half-em letters with spaces of 0.3 em; ``drop`` lowers each by so much per unit of x."""
    words = []
    for token in text.split():
        width = size * 0.5 * len(token)
        top = y + drop * x
        words.append(PlacedWord(token, (x, top, x + width, top + size), (top, top + size)))
        x += width + 0.3 * size
    return words


def segments(words: list[PlacedWord], seed: int = 0) -> list[str]:
    """The segments' texts in reading order, the words given in a random order."""
    random.Random(seed).shuffle(words)
    ordered = order_words(words, page=1, width=600, height=800)
    texts: dict[int, list[str]] = {}
    for word in ordered:
        texts.setdefault(word.line, []).append(word.text)
    assert list(texts) == sorted(texts), "segments are numbered in reading order"
    return [" ".join(texts[number]) for number in texts]


def test_lines_are_read_top_to_bottom_and_words_left_to_right() -> None:
    words = line("third line", 50, 100) + line("first line", 50, 60) + line("second line", 50, 80)
    assert segments(words) == ["first line", "second line", "third line"]


def test_columns_of_addresses_do_not_run_together() -> None:
    left = ["Muster AG", "Hauptstrasse 1", "8000 Zurich"]
    right = ["Client GmbH", "Ring 22", "10115 Berlin"]
    words = [word for row, text in enumerate(left) for word in line(text, 50, 50 + 14 * row)]
    words += [word for row, text in enumerate(right) for word in line(text, 300, 50 + 14 * row)]
    assert segments(words) == [text for pair in zip(left, right, strict=True) for text in pair]


def test_cells_of_a_table_row_are_segments_of_their_own() -> None:
    words = line("Blue widget", 50, 50) + line("2", 200, 50) + line("9.90", 300, 50) + line("19.80", 400, 50)
    assert segments(words) == ["Blue widget", "2", "9.90", "19.80"]


def test_a_label_in_small_print_is_on_the_row_of_its_large_value() -> None:
    words = line("TOTAL", 50, 106, size=8) + line("1,234.00", 200, 100, size=20) + line("Thanks", 50, 130)
    assert segments(words) == ["TOTAL", "1,234.00", "Thanks"]


@pytest.mark.parametrize("degrees", [-2.0, -1.0, 1.0, 2.0])
def test_a_tilted_line_stays_in_one_piece(degrees: float) -> None:
    text = "one two three four five six seven eight nine ten eleven twelve thirteen"
    drop = math.tan(math.radians(degrees))
    words = line(text, 50, 100, drop=drop) + line(text, 50, 116, drop=drop)
    assert segments(words) == [text, text]


def test_words_printed_over_each_other_do_not_interleave() -> None:
    words = line("TruncatedDescription", 50, 50) + line("Overprinted", 110, 50)
    assert sorted(segments(words)) == ["Overprinted", "TruncatedDescription"]


def test_words_up_the_margin_come_last_and_in_the_order_given() -> None:
    up = [
        PlacedWord(
            text,
            (10, 400 - 33 * index, 18, 430 - 33 * index),
            (400 - 33 * index, 430 - 33 * index),
            tilt=90,
        )
        for index, text in enumerate(["Registered", "in", "Oslo"])
    ]
    ordered = order_words(up + line("body text", 50, 395), page=1, width=600, height=800)
    assert [word.text for word in ordered] == ["body", "text", "Registered", "in", "Oslo"]
    assert [word.line for word in ordered] == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("fault", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("corner", range(4))
def test_boxes_that_are_no_numbers_are_left_out(fault: float, corner: int) -> None:
    box = [10.0, 10.0, 20.0, 20.0]
    box[corner] = fault
    bad = PlacedWord("bad", (box[0], box[1], box[2], box[3]), (10, 20))
    ordered = order_words([bad, *line("good", 50, 50)], page=1, width=600, height=800)
    assert [word.text for word in ordered] == ["good"]


coordinate = st.floats(-50, 900, allow_nan=False)
placed = st.builds(
    lambda text, x, y, w, h: PlacedWord(text, (x, y, x + w, y + h), (y, y + h)),
    st.text("abc", min_size=1, max_size=5),
    coordinate,
    coordinate,
    st.floats(0, 300),
    st.floats(0, 300),
)


@given(st.lists(placed, max_size=40))
def test_every_word_on_the_page_comes_out_once_and_on_the_page(words: list[PlacedWord]) -> None:
    ordered = order_words(words, page=3, width=600, height=800)
    middles = [((w.box[0] + w.box[2]) / 2, (w.box[1] + w.box[3]) / 2, w.text) for w in words]
    expected = sorted(text for x, y, text in middles if 0 <= x <= 600 and 0 <= y <= 800)
    assert sorted(word.text for word in ordered) == expected
    assert all(0 <= a <= b <= 1 for word in ordered for a, b in edges(word))
    assert all(word.page == 3 for word in ordered)


@given(st.lists(placed, max_size=40))
def test_segments_are_runs_numbered_from_zero(words: list[PlacedWord]) -> None:
    numbers = [word.line for word in order_words(words, page=1, width=600, height=800)]
    assert all(later - earlier in (0, 1) for earlier, later in pairwise([0, *numbers]))


@given(st.lists(placed, max_size=30, unique_by=lambda word: (word.box, word.text)), st.randoms())
def test_segments_do_not_depend_on_the_order_given(words: list[PlacedWord], shuffled: random.Random) -> None:
    again = list(words)
    shuffled.shuffle(again)
    boxes = {word.box for word in words}
    if len(boxes) == len(words):
        assert order_words(words, page=1, width=600, height=800) == order_words(
            again, page=1, width=600, height=800
        )


def edges(word: Word) -> list[tuple[float, float]]:
    return [(word.box.x0, word.box.x1), (word.box.y0, word.box.y1)]


def of_line(words: list[PlacedWord], number: int) -> list[PlacedWord]:
    return [replace(word, line=number) for word in words]


def test_a_line_that_an_engine_read_is_not_torn_by_one_that_reaches_into_it() -> None:
    # A tilted "TEL" above the line begins where a word of the line ends, and nearer to it than the next.
    street = of_line(line("NO 35, JALAN INDAH", 50, 100), 1)
    phone = of_line(line("TEL 07-2343", street[2].box[2] + 1, 96), 0)
    assert sorted(segments(street + phone)) == ["NO 35, JALAN INDAH", "TEL 07-2343"]


def test_two_lines_of_an_engine_that_follow_one_another_closely_are_one_segment() -> None:
    left = of_line(line("Total amount", 50, 100), 0)
    right = of_line(line("due now", left[-1].box[2] + 3, 100), 1)
    assert segments(left + right) == ["Total amount due now"]


def test_cells_that_an_engine_read_as_one_line_stay_apart() -> None:
    words = of_line(line("Blue widget", 50, 50) + line("9.90", 300, 50), 0)
    assert segments(words) == ["Blue widget", "9.90"]


def test_a_word_between_two_far_cells_of_an_engine_s_line_joins_its_neighbour() -> None:
    cells = of_line(line("Total", 50, 50) + line("9.90", 300, 50), 0)
    currency = of_line(line("EUR", 282, 50), 1)
    assert segments(cells + currency) == ["Total", "EUR 9.90"]
