"""Hiding tokens: how many, which ones together, and what stands in their place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from paperformer.learning.language.config import Masking, MaskUnit
from paperformer.learning.language.masking import NOT_ASKED, Pieces, chosen, hide

MASK, WORD_PIECES = 4, np.arange(5, 1000)
PIECES = Pieces(MASK, WORD_PIECES)
UNITS: tuple[MaskUnit, ...] = ("token", "word", "span")


def text(lengths: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Ids and words of a text whose words have so many pieces, between two special tokens."""
    words = np.repeat(np.arange(len(lengths)), lengths)
    ids = 5 + np.arange(len(words)) % 995
    return np.r_[2, ids, 3], np.r_[-1, words, -1]


WORDS = st.lists(st.integers(1, 5), min_size=1, max_size=60)


@given(WORDS, st.sampled_from(UNITS), st.integers(0, 2**32))
def test_what_is_asked_is_the_truth_and_nothing_else_changes(
    lengths: list[int], unit: MaskUnit, seed: int
) -> None:
    ids, words = text(lengths)
    seen, targets = hide(ids, words, Masking(unit=unit), PIECES, np.random.default_rng(seed))
    asked = targets != NOT_ASKED
    assert asked.any()
    assert (targets[asked] == ids[asked]).all()
    assert (seen[~asked] == ids[~asked]).all()
    assert not asked[[0, -1]].any(), "special tokens are never asked for"


@given(WORDS, st.sampled_from(UNITS), st.integers(0, 2**32))
def test_the_same_seed_hides_the_same(lengths: list[int], unit: MaskUnit, seed: int) -> None:
    ids, words = text(lengths)
    first, second = (
        hide(ids, words, Masking(unit=unit), PIECES, np.random.default_rng(seed)) for _ in range(2)
    )
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()


@given(WORDS, st.sampled_from(["word", "span"]), st.integers(0, 2**32))
def test_a_word_is_asked_for_as_a_whole_or_not_at_all(lengths: list[int], unit: MaskUnit, seed: int) -> None:
    ids, words = text(lengths)
    _, targets = hide(ids, words, Masking(unit=unit), PIECES, np.random.default_rng(seed))
    for word in range(len(lengths)):
        assert len(set((targets[words == word] != NOT_ASKED).tolist())) == 1


@pytest.mark.parametrize("unit", UNITS)
def test_fifteen_in_a_hundred_are_asked_and_become_80_10_10(unit: MaskUnit) -> None:
    chance = np.random.default_rng(1)
    ids, words = text([1, 2, 1, 3, 1] * 50)
    asked = masked = kept = total = 0
    for _ in range(400):
        seen, targets = hide(ids, words, Masking(unit=unit), PIECES, chance)
        places = targets != NOT_ASKED
        asked, total = asked + int(places.sum()), total + len(ids) - 2
        masked += int((seen[places] == MASK).sum())
        kept += int((seen[places] == ids[places]).sum())
    # Spans share one fate, so that their shares scatter more; 3 standard errors either way.
    spread = 0.015 if unit == "span" else 0.006
    assert asked / total == pytest.approx(0.15, abs=0.001)
    assert masked / asked == pytest.approx(0.8, abs=spread)
    assert kept / asked == pytest.approx(0.1, abs=spread)


def test_a_random_token_is_an_ordinary_one_and_any_of_them() -> None:
    ids, words = text([1] * 500)
    all_random = Masking(rate=1.0, mask=0.0, random=1.0)
    seen, _ = hide(ids, words, all_random, Pieces(MASK, np.arange(10, 20)), np.random.default_rng(0))
    assert set(seen[1:-1].tolist()) == set(range(10, 20))


def test_every_time_another_part_is_hidden() -> None:
    ids, words = text([1] * 200)
    chance = np.random.default_rng(0)
    asked = [
        frozenset(np.flatnonzero(hide(ids, words, Masking(), PIECES, chance)[1] >= 0)) for _ in range(20)
    ]
    assert len(set(asked)) == 20


def test_spans_are_runs_of_words_of_about_the_mean_length() -> None:
    _, words = text([1] * 4000)
    masking = Masking(unit="span", rate=0.15)
    spans = chosen(words, masking, np.random.default_rng(2))
    lengths = [len(span) for span in spans]
    assert all((np.diff(span) == 1).all() for span in spans)
    # Joshi et al. 2020: geometric with p = 0.2, cut at 10 words, has a mean of 3.8 or less where runs meet.
    assert 3.3 < np.mean(lengths) <= 4.6
    assert max(lengths) == 10
    places = np.concatenate(spans)
    assert len(set(places.tolist())) == len(places) == 600


def test_one_long_word_may_be_more_than_its_share() -> None:
    _, words = text([40])
    for unit in ("word", "span"):
        (group,) = chosen(words, Masking(unit=unit), np.random.default_rng(0))
        assert len(group) == 40


def test_a_text_without_words_asks_nothing() -> None:
    ids = np.array([2, 3])
    seen, targets = hide(ids, np.array([-1, -1]), Masking(), PIECES, np.random.default_rng(0))
    assert (seen == ids).all()
    assert (targets == NOT_ASKED).all()


def test_parts_that_are_more_than_the_whole_are_refused() -> None:
    with pytest.raises(ValidationError, match=r"mask 0.8 and random 0.3 are more than all"):
        Masking(mask=0.8, random=0.3)
