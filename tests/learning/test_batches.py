"""Batches of like length."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.flow import rows_of
from paperformer.extraction.tokens import NO_WORD, encode_words
from paperformer.learning.alignment import PRESENT, UNKNOWN
from paperformer.learning.batches import Example, bucketed, collate
from toy_documents import words_of
from toy_model import toy_tokenizer

LENGTHS = st.lists(st.integers(1, 900), max_size=120)


@given(lengths=LENGTHS, limit=st.integers(16, 4000), seed=st.integers(0, 99))
def test_batches_hold_every_example_once_within_the_limit(lengths: list[int], limit: int, seed: int) -> None:
    batches = bucketed(lengths, limit, np.random.default_rng(seed))
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= limit


@given(lengths=LENGTHS, seed=st.integers(0, 99))
def test_the_order_follows_from_the_seed(lengths: list[int], seed: int) -> None:
    first = bucketed(lengths, 2000, np.random.default_rng(seed))
    assert first == bucketed(lengths, 2000, np.random.default_rng(seed))


def test_another_seed_gives_another_order_and_other_company() -> None:
    lengths = list(range(50, 450, 4))
    orders = [bucketed(lengths, 2000, np.random.default_rng(seed)) for seed in (1, 2)]
    assert orders[0] != orders[1]
    assert sorted(map(sorted, orders[0])) != sorted(map(sorted, orders[1]))


def test_little_is_padding() -> None:
    lengths = np.random.default_rng(0).integers(30, 1500, size=400).tolist()
    batches = bucketed(lengths, 4000, np.random.default_rng(1))
    padded = sum(len(batch) * max(lengths[i] for i in batch) for batch in batches)
    assert sum(lengths) / padded > 0.9


def example(*lines: str) -> Example:
    (window,) = encode_words(words_of(*lines), toy_tokenizer(), 160)
    return Example(window, np.full((window.words, 2), PRESENT, dtype=np.int8), rows_of(window.words))


def test_shorter_examples_are_filled_up_and_the_filling_is_marked() -> None:
    long, short = example("invoice no 2024", "total 12"), example("total")
    batch = collate([long, short], padding_id=7)
    tokens, words = len(long.window.ids), long.window.words
    assert batch.ids.shape == (2, tokens)
    assert batch.targets.shape == (2, words, 2)
    filled = slice(len(short.window.ids), None)
    assert batch.mask is not None
    assert batch.mask[0].all()
    assert not batch.mask[1, filled].any()
    assert (batch.ids[1, filled] == 7).all()
    assert (batch.word_index[1, filled] == NO_WORD).all()
    assert batch.word_mask.tolist() == [[True] * words, [True] + [False] * (words - 1)]
    assert (batch.targets[1, 1:] == UNKNOWN).all()
    assert torch.equal(batch.ids[1, : len(short.window.ids)], torch.from_numpy(short.window.ids))


def test_a_batch_without_padding_has_no_mask() -> None:
    assert collate([example("total 12"), example("total 34")]).mask is None


def test_a_batch_moves_as_a_whole() -> None:
    batch = collate([example("total 12"), example("total")]).to(torch.device("meta"))
    assert batch.mask is not None
    assert {tensor.device.type for tensor in (*batch.inputs, batch.targets) if tensor is not None} == {"meta"}
