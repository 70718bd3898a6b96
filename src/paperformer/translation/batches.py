"""Encoded pairs in batches of like length, padded, in an order that follows from the seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from paperformer.text.subwords import Subwords
from paperformer.translation.corpus import Pair

JITTER = 0.06  # of a length: which pairs of like length share a batch changes with the epoch
IdPair = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded tensors of several pairs.

    Args:
        source: Ids of what is read, its end token included, ``(pairs, longest source)``.
        source_mask: True for those that exist; None where none is padding.
        given: Ids of what is written, from the token that begins it, ``(pairs, longest target)``.
        places: Where in ``given``, flattened, a token exists, ``(tokens,)``.
        wanted: The token after each of those, the end token at last, ``(tokens,)``.
    """

    source: Tensor
    source_mask: Tensor | None
    given: Tensor
    places: Tensor
    wanted: Tensor

    @property
    def tokens(self) -> int:
        """How many tokens are to be written."""
        return len(self.wanted)

    def to(self, device: torch.device) -> Batch:
        """The same on ``device``."""
        mask = None if self.source_mask is None else self.source_mask.to(device)
        moved = (t.to(device) for t in (self.given, self.places, self.wanted))
        return Batch(self.source.to(device), mask, *moved)


class Batches(Sequence[Batch]):
    """Batches that are padded when they are asked for.

    Args:
        pairs: Ids of all pairs, without special tokens.
        groups: Which pairs make each batch.
        subwords: Of the two languages, for their special tokens.
    """

    def __init__(
        self, pairs: Sequence[IdPair], groups: Sequence[Sequence[int]], subwords: tuple[Subwords, Subwords]
    ) -> None:
        self.pairs, self.groups, self.subwords = pairs, groups, subwords

    def __len__(self) -> int:
        return len(self.groups)

    @overload
    def __getitem__(self, index: int) -> Batch: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Batch]: ...

    def __getitem__(self, index: int | slice) -> Batch | Sequence[Batch]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        return collate([self.pairs[place] for place in self.groups[index]], self.subwords)


def encode_pairs(pairs: Sequence[Pair], subwords: tuple[Subwords, Subwords]) -> list[IdPair]:
    """The ids of both sides of prepared pairs."""
    sides = [
        [np.array(ids, dtype=np.int64) for ids in vocabulary.encode([pair[side] for pair in pairs])]
        for side, vocabulary in enumerate(subwords)
    ]
    return list(zip(*sides, strict=True))


def collate(pairs: Sequence[IdPair], subwords: tuple[Subwords, Subwords]) -> Batch:
    """One batch of all ``pairs``, padded to the longest."""
    reading, writing = subwords
    source, exists = pad([source for source, _ in pairs], reading, end=True)
    lengths = np.array([len(target) + 1 for _, target in pairs])
    given = np.full((len(pairs), lengths.max()), writing.padding_id, dtype=np.int64)
    present = np.arange(given.shape[1]) < lengths[:, None]
    given[present] = np.concatenate([np.r_[writing.begin_id, target] for _, target in pairs])
    return Batch(
        source=source,
        source_mask=exists,
        given=torch.from_numpy(given),
        places=torch.from_numpy(np.flatnonzero(present)),
        wanted=torch.from_numpy(np.concatenate([np.r_[target, writing.end_id] for _, target in pairs])),
    )


def pad(texts: Sequence[NDArray[np.int64]], subwords: Subwords, *, end: bool) -> tuple[Tensor, Tensor | None]:
    """Ids ``(texts, longest)``, each with the end token where ``end`` is true; and which of them exist."""
    lengths = np.array([len(text) + end for text in texts])
    ids = np.full((len(texts), lengths.max()), subwords.padding_id, dtype=np.int64)
    present = np.arange(ids.shape[1]) < lengths[:, None]
    tail = [subwords.end_id] if end else []
    ids[present] = np.concatenate([np.r_[text, tail].astype(np.int64) for text in texts])
    return torch.from_numpy(ids), None if present.all() else torch.from_numpy(present)


def grouped(
    pairs: Sequence[IdPair], tokens_per_batch: int, generator: np.random.Generator
) -> list[list[int]]:
    """Indices in batches of like target and source length: rows times the longest side is at most
    ``tokens_per_batch`` (one pair at least).

    Shuffled twice: which pairs of like length share a batch, and the order of the batches.
    """
    lengths = np.array([(len(source) + 1, len(target) + 1) for source, target in pairs])
    noise = generator.uniform(1 - JITTER, 1 + JITTER, size=len(pairs))
    ties = generator.random(len(pairs))
    order = np.lexsort((ties, lengths[:, 0], np.rint(lengths[:, 1] * noise)))
    longest = lengths.max(axis=1)
    batches: list[list[int]] = []
    widest = 0
    for index in order.tolist():
        widest = max(widest, int(longest[index]))
        if not batches or widest * (len(batches[-1]) + 1) > tokens_per_batch:
            batches.append([])
            widest = int(longest[index])
        batches[-1].append(index)
    return [batches[place] for place in generator.permutation(len(batches))]
