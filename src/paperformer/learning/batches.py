"""Encoded documents in batches of like length, padded, in an order that follows from the seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from paperformer.extraction.flow import Flow
from paperformer.extraction.tokens import NO_WORD, Window
from paperformer.learning.alignment import PRESENT, UNKNOWN

GAP = 8  # foreign words in the midst of one value: a phone number in an address


@dataclass(frozen=True, slots=True)
class Example:
    """A window, the truth of its words (int8, ``(words, fields)``), and their order down the columns."""

    window: Window
    targets: NDArray[np.int8]
    flow: Flow


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded tensors of several examples.

    Args:
        ids, boxes, pages, word_index: Of every token.
        targets: Of every word and field.
        word_mask: True for words that exist.
        mask: True for tokens that exist; None where no token is padding.
        order: Index of the word at each place down the columns; padding stays where it is.
        firsts: True for places that begin a line segment.
        runs: Where values stand: (example, first place, last place, field) of each, ``(runs, 4)``.
    """

    ids: Tensor
    boxes: Tensor
    pages: Tensor
    word_index: Tensor
    targets: Tensor
    word_mask: Tensor
    mask: Tensor | None
    order: Tensor
    firsts: Tensor
    runs: Tensor

    @property
    def inputs(self) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor | None]:
        """What the model takes, in its order."""
        return self.ids, self.boxes, self.pages, self.word_index, self.word_mask, self.mask

    def to(self, device: torch.device) -> Batch:
        """The same on ``device``."""
        moved = {f.name: getattr(self, f.name) for f in fields(self)}
        return Batch(**{k: v.to(device) if isinstance(v, Tensor) else v for k, v in moved.items()})


def collate(examples: Sequence[Example], padding_id: int = 0) -> Batch:
    """One batch of all ``examples``, padded to the longest."""
    tokens = max(len(e.window.ids) for e in examples)
    words = max(e.window.words for e in examples)
    count, columns = len(examples), examples[0].targets.shape[1]
    ids = np.full((count, tokens), padding_id, dtype=np.int64)
    boxes = np.zeros((count, tokens, 4), dtype=np.int64)
    pages = np.zeros((count, tokens), dtype=np.int64)
    word_index = np.full((count, tokens), NO_WORD, dtype=np.int64)
    targets = np.full((count, words, columns), UNKNOWN, dtype=np.int8)
    mask = np.zeros((count, tokens), dtype=bool)
    word_mask, firsts = np.zeros((2, count, words), dtype=bool)
    order = np.tile(np.arange(words), (count, 1))
    for row, example in enumerate(examples):
        window, n = example.window, len(example.window.ids)
        ids[row, :n], boxes[row, :n], pages[row, :n] = window.ids, window.boxes, window.pages
        word_index[row, :n], mask[row, :n] = window.word_index, True
        targets[row, : window.words], word_mask[row, : window.words] = example.targets, True
        order[row, : window.words] = example.flow.order
        firsts[row, : window.words] = example.flow.firsts
    return Batch(
        ids=torch.from_numpy(ids),
        boxes=torch.from_numpy(boxes),
        pages=torch.from_numpy(pages),
        word_index=torch.from_numpy(word_index),
        targets=torch.from_numpy(targets),
        word_mask=torch.from_numpy(word_mask),
        mask=None if mask.all() else torch.from_numpy(mask),
        order=torch.from_numpy(order),
        firsts=torch.from_numpy(firsts),
        runs=torch.from_numpy(_runs([example.targets[example.flow.order] for example in examples])),
    )


def _runs(targets: Sequence[NDArray[np.int8]]) -> NDArray[np.int64]:
    """Where values stand in every example: words of one field that are no more than ``GAP`` places apart."""
    found = [np.zeros((0, 4), dtype=np.int64)]
    for row, labels in enumerate(targets):
        column, word = np.nonzero(labels.T == PRESENT)
        if not len(word):
            continue
        new = np.flatnonzero((np.diff(column) != 0) | (np.diff(word) > GAP + 1))
        firsts, lasts = np.r_[0, new + 1], np.r_[new, len(word) - 1]
        found.append(np.stack([np.full(len(firsts), row), word[firsts], word[lasts], column[firsts]], axis=1))
    return np.concatenate(found)


def bucketed(
    lengths: Sequence[int], tokens_per_batch: int, generator: np.random.Generator
) -> list[list[int]]:
    """Indices in batches of like length: at most ``tokens_per_batch`` padded tokens each (one at least).

    Shuffled twice: which examples of like length share a batch, and the order of the batches.
    """
    noise = generator.uniform(0.97, 1.03, size=len(lengths))
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] * noise[i])
    batches: list[list[int]] = []
    longest = 0
    for index in order:
        longest = max(longest, lengths[index])
        if not batches or longest * (len(batches[-1]) + 1) > tokens_per_batch:
            batches.append([])
            longest = lengths[index]
        batches[-1].append(index)
    return [batches[i] for i in generator.permutation(len(batches))]
