"""From tokens to words: the pieces of a word become one state."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from paperformer.transformer.size import Size


def pool_words(
    hidden: Float[Tensor, "batch tokens size"], word_index: Int[Tensor, "batch tokens"], words: Size
) -> Float[Tensor, "batch words size"]:
    """The mean of every word's pieces; exact zeros for a word without pieces.

    Args:
        hidden: Token states.
        word_index: For each token the number of its word, from 0, below ``words``; -1 drops the token.
        words: Length of the result; shorter documents are filled up.
    """
    # Slot 0 takes the dropped tokens and is cut off, which keeps every shape static.
    slots = word_index + 1
    sums = hidden.new_zeros(hidden.shape[0], words + 1, hidden.shape[2])
    sums = sums.scatter_add(1, slots.unsqueeze(-1).expand_as(hidden), hidden)[:, 1:]
    return sums / _pieces(slots, words).to(hidden.dtype).clamp(min=1).unsqueeze(-1)


def word_mask(word_index: Int[Tensor, "batch tokens"], words: Size) -> Bool[Tensor, "batch words"]:
    """True for the words that have a piece."""
    return _pieces(word_index + 1, words) > 0


def _pieces(slots: Tensor, words: Size) -> Tensor:
    """How many pieces each word has, (batch, words)."""
    counts = torch.zeros(slots.shape[0], words + 1, dtype=torch.long, device=slots.device)
    return counts.scatter_add(1, slots, torch.ones_like(slots))[:, 1:]
