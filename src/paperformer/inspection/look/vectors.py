"""What softmax attention weighs by: queries and keys by dimension, what is added to them, what is hidden."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from paperformer.transformer.attention.softmax import of_each_query_head
from paperformer.transformer.mask import visible_pairs
from paperformer.transformer.tracing import AttentionTrace

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Vectors:
    """Queries and keys of one attention, whose scaled products softmax turns into weights.

    Args:
        query: ``(heads, queries, dimensions)``.
        key: The same of the keys; each head of queries has its own, also where heads share keys.
        bias: What is added to the scaled products, ``(heads, queries, keys)``; None adds nothing.
        hidden: True where a query cannot see a key, ``(queries, keys)``; None hides nothing.
    """

    query: Numbers
    key: Numbers
    bias: Numbers | None = None
    hidden: NDArray[np.bool_] | None = None

    @property
    def scale(self) -> float:
        """What products are divided by."""
        return math.sqrt(self.query.shape[-1])

    @property
    def size(self) -> int:
        """How many numbers these are."""
        return self.query.size + self.key.size + (0 if self.bias is None else self.bias.size)

    def logits(self) -> Numbers:
        """Sums of the products over the scale, and the bias; minus infinity where a key is hidden."""
        scores: Numbers = self.query @ self.key.transpose(0, 2, 1) / np.float32(self.scale)
        if self.bias is not None:
            scores = scores + self.bias
        return scores if self.hidden is None else np.where(self.hidden, -np.inf, scores).astype(np.float32)


@torch.no_grad()
def vectors_of(seen: AttentionTrace) -> Vectors:
    """The vectors that a trace recorded, of the first row of its batch."""
    heads = seen.query.shape[1]
    query, key = seen.query[:1].float(), of_each_query_head(seen.key[:1].float(), heads)
    mask = None if seen.mask is None else seen.mask[:1]
    visible = visible_pairs(mask, query, key, causal=bool(seen.settings.get("causal", False)))
    bias = seen.settings.get("bias")
    return Vectors(
        query[0].cpu().numpy(),
        key[0].cpu().numpy(),
        None if bias is None else bias[0].float().cpu().numpy(),
        None if visible is None or bool(visible.all()) else _hidden(visible, query.shape[2], key.shape[2]),
    )


def _hidden(visible: torch.Tensor, queries: int, keys: int) -> NDArray[np.bool_]:
    """No head hides other keys than the next: masks in our models are the same for all heads."""
    hidden: NDArray[np.bool_] = ~visible[0, 0].expand(queries, keys).cpu().numpy()
    return hidden
