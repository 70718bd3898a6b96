"""Noise on training documents."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Word
from paperformer.learning.alignment import ABSENT, PRESENT
from paperformer.learning.augmentation import augmented
from paperformer.learning.config import Augmentation
from toy_documents import words_of

WORDS = words_of("ACME Ltd | Invoice 10158", "Total 12.00", "Thank you", "for 1005 visits", "ZUGE 8.5, Il")
STRONG = Augmentation(shift=0.4, scale=0.4, drop=0.9, character=0.9)
QUIET = Augmentation(shift=0, scale=0, drop=0, character=0)


def targets_of(words: tuple[Word, ...], valued: set[str]) -> np.ndarray:
    rows = [[PRESENT if word.text in valued else ABSENT, ABSENT] for word in words]
    return np.asarray(rows, dtype=np.int8).reshape(len(words), 2)


@given(seed=st.integers(0, 2**32 - 1))
def test_words_that_print_a_value_are_neither_lost_nor_misread(seed: int) -> None:
    valued = {"12.00", "ACME", "10158"}
    words, targets = augmented(WORDS, targets_of(WORDS, valued), STRONG, np.random.default_rng(seed))
    assert len(words) == len(targets)
    assert [w.text for w, row in zip(words, targets, strict=True) if row[0] == PRESENT] == [
        w.text for w in WORDS if w.text in valued
    ]


@given(seed=st.integers(0, 2**32 - 1))
def test_boxes_stay_on_the_page_and_words_keep_characters(seed: int) -> None:
    words, _ = augmented(WORDS, targets_of(WORDS, set()), STRONG, np.random.default_rng(seed))
    assert words  # never all lost
    for word in words:
        assert 0 <= word.box.x0 <= word.box.x1 <= 1
        assert 0 <= word.box.y0 <= word.box.y1 <= 1
        assert word.text


@given(seed=st.integers(0, 2**32 - 1))
def test_the_same_seed_gives_the_same_noise(seed: int) -> None:
    def run() -> tuple[tuple[Word, ...], list[list[int]]]:
        words, targets = augmented(WORDS, targets_of(WORDS, {"12.00"}), STRONG, np.random.default_rng(seed))
        return words, targets.tolist()

    assert run() == run()


def test_another_seed_gives_other_noise() -> None:
    noise = [
        augmented(WORDS, targets_of(WORDS, set()), STRONG, np.random.default_rng(s))[0] for s in range(5)
    ]
    assert len(set(noise)) == 5


def test_no_noise_leaves_the_document_as_it_is() -> None:
    targets = targets_of(WORDS, {"12.00"})
    words, same = augmented(WORDS, targets, QUIET, np.random.default_rng(0))
    assert [w.text for w in words] == [w.text for w in WORDS]
    assert same.tolist() == targets.tolist()
    for word, before in zip(words, WORDS, strict=True):
        assert (word.box.x0, word.box.y1) == pytest.approx((before.box.x0, before.box.y1))


def test_all_boxes_move_together() -> None:
    noise = Augmentation(shift=0.02, scale=0, drop=0, character=0)
    words, _ = augmented(WORDS[5:8], targets_of(WORDS[5:8], set()), noise, np.random.default_rng(3))
    moves = {
        (round(after.box.x0 - before.box.x0, 9), round(after.box.y0 - before.box.y0, 9))
        for after, before in zip(words, WORDS[5:8], strict=True)
    }
    assert len(moves) == 1


def test_whole_line_segments_are_lost() -> None:
    noise = Augmentation(shift=0, scale=0, drop=0.5, character=0)
    for seed in range(20):
        words, _ = augmented(WORDS, targets_of(WORDS, set()), noise, np.random.default_rng(seed))
        left = {word.line for word in words}
        assert [w.text for w in words] == [w.text for w in WORDS if w.line in left]


def test_a_document_without_words_stays_empty() -> None:
    words, targets = augmented((), np.zeros((0, 2), dtype=np.int8), STRONG, np.random.default_rng(0))
    assert words == ()
    assert targets.shape == (0, 2)
