"""Masks are boolean everywhere: True means attend.

A key mask ``(batch, key)`` marks the tokens that exist; an attention mask ``(batch, heads, query, key)``,
with ones where an axis is shared, says for each query which keys it may see.
"""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from paperformer.errors import InvalidConfig
from paperformer.transformer.size import Size

AnyMask = Bool[Tensor, "..."]


def causal_mask(queries: Size, keys: Size, device: torch.device) -> Bool[Tensor, "queries keys"]:
    """True where query i may see key j: j <= i + (keys - queries), so that the last query sees all."""
    return torch.ones(queries, keys, dtype=torch.bool, device=device).tril(keys - queries)


def visible_pairs(
    mask: AnyMask | None,
    query: Float[Tensor, "batch heads query head_dim"],
    key: Float[Tensor, "batch heads key head_dim"],
    *,
    causal: bool,
) -> Bool[Tensor, "#batch #heads #query #key"] | None:
    """``mask`` and the causal one together, to broadcast over (batch, heads, query, key); None hides nothing.

    Raises:
        InvalidConfig: when ``mask`` has neither two nor four axes.
    """
    pairs = None if mask is None else as_attention_mask(mask)
    if not causal:
        return pairs
    earlier = causal_mask(query.shape[2], key.shape[2], query.device)[None, None]
    return earlier if pairs is None else pairs & earlier


def block_mask(length: int, block: int, device: torch.device) -> Bool[Tensor, "1 1 {length} {length}"]:
    """True where two places lie in the same block of ``block`` places or in neighbouring ones."""
    number = torch.arange(length, device=device) // block
    return ((number[:, None] - number[None, :]).abs() <= 1)[None, None]


def as_attention_mask(mask: AnyMask) -> Bool[Tensor, "#batch #heads #query #key"]:
    """A mask that broadcasts over (batch, heads, query, key); a key mask gains the two inner axes.

    Raises:
        InvalidConfig: when ``mask`` has neither two nor four axes.
    """
    if mask.ndim == 2:
        return mask[:, None, None, :]
    if mask.ndim == 4:
        return mask
    raise InvalidConfig(
        f"a mask of {mask.ndim} axes is ambiguous", "Give (batch, key) or (batch, heads, query, key)"
    )


def as_key_mask(mask: AnyMask, mechanism: str) -> Bool[Tensor, "#batch #heads key"]:
    """A mask over keys alone, for mechanisms that never look at single query-key pairs.

    Raises:
        InvalidConfig: when ``mask`` treats queries differently; ``mechanism`` is named in the message.
    """
    pairs = as_attention_mask(mask)
    if pairs.shape[2] != 1:
        raise InvalidConfig(
            f"{mechanism} attention cannot follow a mask that differs between queries",
            "Give a key mask (batch, key), or use softmax attention",
        )
    return pairs[:, :, 0, :]
