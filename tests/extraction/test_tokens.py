"""Windows of a document: no word is lost, none is cut without need, neighbours share their ends."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.extraction.tokens import NO_WORD, encode_words
from toy_documents import words_of
from toy_model import toy_tokenizer

TOKENIZER = toy_tokenizer()


def of_lines(lengths: list[list[int]]) -> list[Word]:
    """Words of so many pieces (a digit is a piece), line by line."""
    box = Box(0.1, 0.1, 0.2, 0.2)
    return [Word("-" * n, box, 1, line) for line, words in enumerate(lengths) for n in words]


def test_a_document_that_fits_is_one_window() -> None:
    words = words_of("invoice no 2024", "total 12.50 eur")
    (window,) = encode_words(words, TOKENIZER, max_tokens=64)
    assert (window.first, window.words) == (0, len(words))
    assert window.ids[0] == TOKENIZER.first_id
    assert window.ids[-1] == TOKENIZER.separator_id
    assert window.word_index[[0, -1]].tolist() == [NO_WORD, NO_WORD]
    assert sorted(set(window.word_index[1:-1].tolist())) == list(range(len(words)))


def test_a_document_that_fits_exactly_is_one_window() -> None:
    words = of_lines([[1] * 30])
    assert len(encode_words(words, TOKENIZER, max_tokens=32)) == 1
    assert len(encode_words(words, TOKENIZER, max_tokens=31)) == 2


def test_no_words_no_windows() -> None:
    assert encode_words([], TOKENIZER, max_tokens=64) == []


def test_no_room_for_words_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        encode_words(words_of("total"), TOKENIZER, max_tokens=2)


def test_pieces_carry_the_box_and_page_of_their_word() -> None:
    words = (Word("acme", Box(0.1, 0.25, 0.5, 0.3), 2, 0), Word("total", Box(-1, 0.5, 9, 0.625), 3, 0))
    (window,) = encode_words(words, TOKENIZER, max_tokens=64)
    for place, owner in enumerate(window.word_index.tolist()):
        if owner == NO_WORD:
            assert window.boxes[place].tolist() == [0, 0, 0, 0]
            assert window.pages[place] == 0
        else:
            assert window.pages[place] == words[owner].page - 1
            expected = [[100, 250, 500, 300], [0, 500, 1000, 625]][owner]
            assert window.boxes[place].tolist() == expected


def test_boxes_that_are_no_numbers_do_no_harm() -> None:
    word = Word("total", Box(float("nan"), 0.5, float("inf"), 0.6), 1, 0)
    (window,) = encode_words((word,), TOKENIZER, max_tokens=64)
    assert window.boxes.min() >= 0
    assert window.boxes.max() <= 1000


def test_windows_end_at_line_ends_where_they_can() -> None:
    words = of_lines([[1] * 8] * 10)
    windows = encode_words(words, TOKENIZER, max_tokens=32, overlap=8)
    ends = [window.first + window.words for window in windows]
    assert all(end % 8 == 0 for end in ends)


def test_neighbouring_windows_share_the_overlap() -> None:
    words = of_lines([[1] * 10] * 30)
    windows = encode_words(words, TOKENIZER, max_tokens=102, overlap=20)
    for before, after in itertools.pairwise(windows):
        assert before.first + before.words - after.first >= 20


def test_long_lines_do_not_multiply_the_windows() -> None:
    # One line start in the middle of the room, then a line that never ends.
    words = of_lines([[1] * 60, [1] * 1000])
    windows = encode_words(words, TOKENIZER, max_tokens=102, overlap=25)
    assert len(windows) <= 1060 / (100 - 25) + 2


def test_a_word_of_more_pieces_than_the_limit_is_cut_and_its_neighbours_are_read() -> None:
    words = of_lines([[1, 1, 99, 1, 1]])
    windows = encode_words(words, TOKENIZER, max_tokens=22, overlap=4)
    assert all(len(window.ids) <= 22 for window in windows)
    seen = {window.first + i for window in windows for i in window.word_index.tolist() if i != NO_WORD}
    assert seen == set(range(5))


@given(
    lengths=st.lists(st.lists(st.integers(1, 40), min_size=1, max_size=12), min_size=1, max_size=25),
    max_tokens=st.integers(3, 120),
    overlap=st.integers(0, 200),
)
def test_every_word_is_in_a_window_and_every_window_is_within_the_limit(
    lengths: list[list[int]], max_tokens: int, overlap: int
) -> None:
    words = of_lines(lengths)
    windows = encode_words(words, TOKENIZER, max_tokens, overlap)
    assert all(len(window.ids) <= max_tokens for window in windows)
    starts = [window.first for window in windows]
    ends = [window.first + window.words for window in windows]
    assert starts[0] == 0
    assert ends[-1] == len(words)
    assert all(a < b for a, b in itertools.pairwise(starts))
    assert all(a < b for a, b in itertools.pairwise(ends))
    assert all(start <= end for start, end in zip(starts[1:], ends, strict=False))  # no gap
    for window in windows:
        owners = window.word_index[window.word_index != NO_WORD]
        assert np.array_equal(np.unique(owners), np.arange(window.words))  # no word without a piece
