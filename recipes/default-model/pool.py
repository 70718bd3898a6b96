"""All examples so far, on the GPU, and batches of like length out of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from sources import FLAT, NAMES, SOURCES
from torch import Tensor

from paperformer.learning.alignment import PRESENT, UNKNOWN
from paperformer.learning.batches import GAP, Batch

SHIFT, STRETCH = 0.03, 0.06  # of pages, as ``augmentation`` has them
STEP = 64  # padded lengths are multiples of it
COUNTS = ("source", "tokens", "words")


def up(count: int) -> int:
    """``count`` and its padding."""
    return max(STEP, -(-int(count) // STEP) * STEP)


class Pool:
    """Examples end to end on the device; their lengths here."""

    def __init__(
        self,
        device: torch.device,
        free: Sequence[int],
        shares: NDArray[np.float64] | None = None,
        room: int = 2**26,
    ) -> None:
        self.device, self.room, self.shares = device, room, shares
        self.free = torch.tensor(free, device=device)
        self.flat: dict[str, Tensor] = {}  # with room at the end
        self.used = dict.fromkeys(FLAT, 0)
        self.source = self.tokens = self.words = np.zeros(0, np.int64)

    def add(self, shards: Sequence[Mapping[str, NDArray[np.generic]]]) -> None:
        """Take over the examples of ``shards``."""
        if not shards:
            return
        for name in FLAT:
            new = np.concatenate([shard[name] for shard in shards])
            begin, end = self.used[name], self.used[name] + len(new)
            if name not in self.flat or end > len(self.flat[name]):
                kind = torch.from_numpy(new[:0]).dtype
                larger = torch.zeros(
                    max(end, 2 * begin, self.room), *new.shape[1:], device=self.device, dtype=kind
                )
                if begin:
                    larger[:begin] = self.flat[name][:begin]
                self.flat[name] = larger
            self.flat[name][begin:end] = torch.from_numpy(new).to(self.device)
            self.used[name] = end
        for name in COUNTS:
            setattr(self, name, np.concatenate([getattr(self, name), *(shard[name] for shard in shards)]))
        for name in ("tokens", "words"):
            lengths = getattr(self, name)
            setattr(self, f"{name}_start", torch.from_numpy(np.cumsum(lengths) - lengths).to(self.device))
            setattr(self, f"n_{name}", torch.from_numpy(lengths).to(self.device))

    def batch(self, indices: NDArray[np.int64], generator: torch.Generator | None) -> tuple[Batch, Tensor]:
        """The examples padded, with a generator shifted and stretched; and how many words each has."""
        at = torch.from_numpy(indices).to(self.device)
        mask, take = self._taken("tokens", at, up(self.tokens[indices].max()))
        ids = self.flat["ids"][take].long().masked_fill_(~mask, 0)
        word = self.flat["word"][take].long().masked_fill_(~mask, -1)
        word_mask, take = self._taken("words", at, up(self.words[indices].max()))
        boxes = self.flat["boxes"][take].float()
        if generator is not None:
            shape = (len(indices), 1, 2)
            shift = (torch.rand(shape, device=self.device, generator=generator) * 2 - 1) * SHIFT * 1000
            stretch = 1 + (torch.rand(shape, device=self.device, generator=generator) * 2 - 1) * STRETCH
            boxes = (boxes - 500) * stretch.repeat(1, 1, 2) + 500 + shift.repeat(1, 1, 2)
        boxes = boxes.round_().clamp_(0, 1000).long()
        pages = self.flat["pages"][take].long()
        targets = self.flat["targets"][take].masked_fill(~word_mask[..., None], UNKNOWN)
        places = torch.arange(word_mask.shape[1], device=self.device)
        order = torch.where(word_mask, self.flat["order"][take].long(), places)
        firsts = self.flat["firsts"][take] & word_mask
        inside, special = word.clamp(min=0), word < 0
        token_boxes = boxes.gather(1, inside[..., None].expand(-1, -1, 4)).masked_fill_(special[..., None], 0)
        token_pages = pages.gather(1, inside).masked_fill_(special, 0)
        runs = runs_of(targets, order, self.free)
        batch = Batch(ids, token_boxes, token_pages, word, targets, word_mask, mask, order, firsts, runs)
        return batch, torch.from_numpy(self.words[indices])

    def _taken(self, name: str, at: Tensor, length: int) -> tuple[Tensor, Tensor]:
        places = torch.arange(length, device=self.device)
        mask = places < getattr(self, f"n_{name}")[at][:, None]
        take = getattr(self, f"{name}_start")[at][:, None] + places
        return mask, take.clamp_(max=self.used["ids" if name == "tokens" else "pages"] - 1)


def runs_of(targets: Tensor, order: Tensor, free: Tensor) -> Tensor:
    """As ``learning.batches`` finds them, for free text alone: the only fields that the span loss reads."""
    chosen = targets[..., free].gather(1, order[..., None].expand(-1, -1, len(free))) == PRESENT
    row, column, place = chosen.transpose(1, 2).nonzero().unbind(1)
    if not len(row):
        return torch.zeros(0, 4, dtype=torch.long, device=targets.device)
    new = (row.diff() != 0) | (column.diff() != 0) | (place.diff() > GAP + 1)
    edge = torch.ones(1, dtype=torch.bool, device=new.device)
    first, last = torch.cat([edge, new]), torch.cat([new, edge])
    return torch.stack([row[first], place[first], place[last], free[column[first]]], dim=1)


def plan(
    pool: Pool, size: int, generated: float, tokens: int, rng: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Batches of ``size`` examples in the sources' shares, ``generated`` times the generated ones."""
    count = np.bincount(pool.source, minlength=len(NAMES))
    assert pool.shares is not None
    share = pool.shares * [generated if s.generated else 1.0 for s in SOURCES.values()]
    weight = np.where(count > 0, share / np.maximum(count, 1), 0.0)[pool.source]
    chosen = rng.choice(len(weight), size=size, p=weight / weight.sum())
    chosen = chosen[np.argsort(pool.tokens[chosen] * rng.uniform(0.97, 1.03, size))]
    batches, begin, longest = [], 0, 0
    for end, index in enumerate(chosen):
        longer = max(longest, up(pool.tokens[index]))
        if end > begin and longer * (end - begin + 1) > tokens:
            batches.append(chosen[begin:end])
            begin, longer = end, up(pool.tokens[index])
        longest = longer
    batches.append(chosen[begin:])
    return [batches[i] for i in rng.permutation(len(batches))]
