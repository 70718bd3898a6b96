"""Batches: every pair once, within the limit, with little padding, the same for the same seed."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from paperformer.text.subwords import BYTES, SPECIAL, Subwords
from paperformer.translation.batches import Batches, IdPair, collate, grouped, pad

SUBWORDS = Subwords("wordpiece", [*SPECIAL, *BYTES, *(f"piece{n}" for n in range(20))])
BOTH = (SUBWORDS, SUBWORDS)
SIDE = st.lists(st.integers(len(SPECIAL), len(SPECIAL) + 19), min_size=1, max_size=12)


def id_pairs(texts: list[tuple[list[int], list[int]]]) -> list[IdPair]:
    return [(np.array(source), np.array(target)) for source, target in texts]


@given(st.lists(st.tuples(SIDE, SIDE), min_size=1, max_size=40), st.integers(1, 80), st.integers(0, 99))
def test_every_pair_is_in_one_batch_and_no_batch_is_too_large(
    texts: list[tuple[list[int], list[int]]], limit: int, seed: int
) -> None:
    pairs = id_pairs(texts)
    groups = grouped(pairs, limit, np.random.default_rng(seed))
    assert sorted(place for group in groups for place in group) == list(range(len(pairs)))
    for group in groups:
        widest = max(max(len(side) for side in pairs[place]) + 1 for place in group)
        assert len(group) == 1 or widest * len(group) <= limit
    assert groups == grouped(pairs, limit, np.random.default_rng(seed))


@given(st.lists(st.tuples(SIDE, SIDE), min_size=1, max_size=12))
def test_a_batch_holds_each_pair_whole(texts: list[tuple[list[int], list[int]]]) -> None:
    batch = collate(id_pairs(texts), BOTH)
    begin, end, padding = SUBWORDS.begin_id, SUBWORDS.end_id, SUBWORDS.padding_id
    mask = torch.ones_like(batch.source, dtype=torch.bool) if batch.source_mask is None else batch.source_mask
    width = batch.given.shape[1]
    wanted = torch.full(batch.given.shape, padding)
    wanted.view(-1)[batch.places] = batch.wanted
    for row, (source, target) in enumerate(texts):
        assert batch.source[row][mask[row]].tolist() == [*source, end]
        rest = [padding] * (width - len(target) - 1)
        assert batch.given[row].tolist() == [begin, *target, *rest]
        assert wanted[row].tolist() == [*target, end, *rest]
    assert batch.tokens == sum(len(target) + 1 for _, target in texts)


def test_no_mask_where_nothing_is_padding() -> None:
    assert pad([np.array([5, 6]), np.array([7, 8])], SUBWORDS, end=True)[1] is None
    assert pad([np.array([5, 6]), np.array([7])], SUBWORDS, end=True)[1] is not None


def test_little_of_a_batch_is_padding() -> None:
    """Lengths as in captions: both sides of about a dozen, one following the other."""
    chance = np.random.default_rng(1)
    sources = chance.poisson(12, 5000) + 2
    targets = np.maximum(1, sources + chance.integers(-3, 4, 5000))
    pairs = [(np.full(s, 5), np.full(t, 5)) for s, t in zip(sources, targets, strict=True)]
    batches = Batches(pairs, grouped(pairs, 2048, chance), BOTH)
    real = sum(len(source) + len(target) + 2 for source, target in pairs)
    assert real / sum(b.source.numel() + b.given.numel() for b in batches) > 0.9


def test_another_epoch_has_other_batches() -> None:
    pairs = [(np.full(4 + n % 9, 5), np.full(4 + n % 7, 5)) for n in range(200)]
    one, other = (grouped(pairs, 100, np.random.default_rng((0, epoch))) for epoch in (0, 1))
    assert {frozenset(group) for group in one} != {frozenset(group) for group in other}


def test_a_slice_of_batches_can_skip() -> None:
    pairs = [(np.array([5]), np.array([5 + n])) for n in range(6)]
    batches = Batches(pairs, [[n] for n in range(6)], BOTH)
    assert [batch.wanted[0].item() for batch in batches[1:6:2]] == [6, 8, 10]
