"""Rows of sequences, several a row that do not see one another or one a row; batches made when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import overload

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from paperformer.extraction.tokens import NO_WORD
from paperformer.learning.batches import bucketed
from paperformer.learning.language.masking import NOT_ASKED
from paperformer.learning.language.sequences import TokenSequence
from paperformer.learning.language.store import TokenStore

OPEN_ROWS = 32  # rows that still take sequences while packing
Array = NDArray[np.int64]
Seed = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Exercise:
    """A sequence as the model sees it, and what it shall say at each token (``NOT_ASKED``: nothing)."""

    ids: Array
    targets: Array
    words: Array | None = None
    boxes: Array | None = None
    pages: Array | None = None


Prepare = Callable[[TokenSequence, np.random.Generator], Exercise]


@dataclass(frozen=True, slots=True)
class LanguageBatch:
    """Padded tensors of several rows.

    Args:
        ids: Of every token, ``(rows, length)``.
        targets: What is asked of it, ``NOT_ASKED`` where nothing is.
        mask: True for tokens that exist, ``(rows, length)``; where sequences share rows, who may see whom,
            ``(rows, 1, length, length)``; None where nothing is padded.
        places: Position of each token in its own sequence; None where no row is shared.
        boxes, pages: Of every token, or None.
        word_index: Word of every token, -1 for none; None where the model does not narrow.
        word_mask: True for the words that exist, ``(rows, words)``.
    """

    ids: Tensor
    targets: Tensor
    mask: Tensor | None = None
    places: Tensor | None = None
    boxes: Tensor | None = None
    pages: Tensor | None = None
    word_index: Tensor | None = None
    word_mask: Tensor | None = None

    def to(self, device: torch.device) -> LanguageBatch:
        """The same on ``device``."""
        moved = {f.name: getattr(self, f.name) for f in fields(self)}
        return LanguageBatch(**{k: v.to(device) if isinstance(v, Tensor) else v for k, v in moved.items()})


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How sequences become batches.

    Args:
        prepare: From a sequence to an exercise.
        room: Most tokens of a row.
        tokens_per_batch: Padding included; a batch has one row at least.
        pack: Whether sequences share rows.
        narrows: Whether the model averages the pieces of words.
        padding_id: What fills rows up.
        shorter: How many tokens an exercise is shorter than its sequence: one where the next is to be told.
    """

    prepare: Prepare
    room: int
    tokens_per_batch: int
    pack: bool
    narrows: bool
    padding_id: int
    shorter: int = 0

    def batches(self, store: TokenStore, order: Seed, chance: Seed) -> LanguageBatches:
        """All sequences of a store in batches.

        Args:
            store: Where they lie.
            order: Seed of their order.
            chance: Seed of what happens to them (masking).
        """
        lengths = [int(length) - self.shorter for length in store.lengths]
        generator = np.random.default_rng(order)
        if not self.pack:
            alone = bucketed(lengths, self.tokens_per_batch, generator)
            return LanguageBatches(self, store, [[[number] for number in group] for group in alone], chance)
        rows = packed_rows(lengths, self.room, generator)
        size = max(1, self.tokens_per_batch // self.room)
        groups = [rows[i : i + size] for i in range(0, len(rows), size)]
        return LanguageBatches(self, store, groups, chance)


def packed_rows(lengths: Sequence[int], room: int, generator: np.random.Generator) -> list[list[int]]:
    """Sequences, shuffled, in rows of ``room`` tokens: each goes into the first open row that takes it."""
    rows: list[list[int]] = []
    unfilled: list[tuple[int, list[int]]] = []  # room left, row
    for number in generator.permutation(len(lengths)).tolist():
        for place, (left, row) in enumerate(unfilled):
            if lengths[number] <= left:
                row.append(number)
                unfilled[place] = (left - lengths[number], row)
                break
        else:
            rows.append([number])
            unfilled.append((room - lengths[number], rows[-1]))
            if len(unfilled) > OPEN_ROWS:
                unfilled.remove(min(unfilled, key=lambda open_row: open_row[0]))
    return [rows[i] for i in generator.permutation(len(rows))]


class LanguageBatches(Sequence[LanguageBatch]):
    """Batches that are read, masked and padded when asked for; the same number gives the same batch."""

    def __init__(
        self,
        arrangement: Arrangement,
        store: TokenStore,
        groups: Sequence[Sequence[Sequence[int]]],
        chance: Seed,
    ) -> None:
        self.arrangement, self.store, self.groups, self.chance = arrangement, store, groups, chance

    def __len__(self) -> int:
        return len(self.groups)

    @overload
    def __getitem__(self, index: int) -> LanguageBatch: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[LanguageBatch]: ...

    def __getitem__(self, index: int | slice) -> LanguageBatch | Sequence[LanguageBatch]:
        if isinstance(index, slice):
            return [self._batch(number) for number in range(*index.indices(len(self)))]
        return self._batch(range(len(self))[index])

    def _batch(self, number: int) -> LanguageBatch:
        generator = np.random.default_rng((*self.chance, number))
        how = self.arrangement
        rows = [[how.prepare(self.store[i], generator) for i in row] for row in self.groups[number]]
        return collate(rows, how.padding_id, pack=how.pack, narrows=how.narrows)


def collate(
    rows: Sequence[Sequence[Exercise]], padding_id: int, *, pack: bool, narrows: bool = False
) -> LanguageBatch:
    """One batch of rows.

    Args:
        rows: The exercises of each row; one each unless ``pack``.
        padding_id: What fills rows up.
        pack: Let no exercise see another of its row, and let each count its places from 0.
        narrows: Say which word each token belongs to.
    """
    length = max(sum(len(exercise.ids) for exercise in row) for row in rows)
    shape = (len(rows), length)
    ids, targets = np.full(shape, padding_id, np.int64), np.full(shape, NOT_ASKED, np.int64)
    owner, places = np.full(shape, -1, np.int64), np.zeros(shape, np.int64)
    word_index = np.full(shape, NO_WORD, np.int64)
    first = rows[0][0]
    boxes = None if first.boxes is None else np.zeros((*shape, 4), np.int64)
    pages = None if first.pages is None else np.zeros(shape, np.int64)
    for number, row in enumerate(rows):
        start = 0
        for which, exercise in enumerate(row):
            part = (number, slice(start, start + len(exercise.ids)))
            ids[part], targets[part], owner[part] = exercise.ids, exercise.targets, which
            places[part] = np.arange(len(exercise.ids))
            if exercise.words is not None:
                word_index[part] = exercise.words
            if boxes is not None and exercise.boxes is not None:
                boxes[part] = exercise.boxes
            if pages is not None and exercise.pages is not None:
                pages[part] = exercise.pages
            start += len(exercise.ids)
    return LanguageBatch(
        ids=torch.from_numpy(ids),
        targets=torch.from_numpy(targets),
        mask=_mask(owner, pack=pack),
        places=torch.from_numpy(places) if pack else None,
        boxes=None if boxes is None else torch.from_numpy(boxes),
        pages=None if pages is None else torch.from_numpy(pages),
        word_index=torch.from_numpy(word_index) if narrows else None,
        word_mask=_words(word_index) if narrows else None,
    )


def _mask(owner: Array, *, pack: bool) -> Tensor | None:
    if pack:
        numbers = torch.from_numpy(owner)  # padding sees padding, which nobody asks for
        return (numbers[:, :, None] == numbers[:, None, :])[:, None]
    return None if (owner >= 0).all() else torch.from_numpy(owner >= 0)


def _words(word_index: Array) -> Tensor:
    counts = torch.from_numpy(word_index.max(axis=1) + 1)
    return torch.arange(int(counts.max())) < counts[:, None]
