"""Who sees whom in Longformer, as masks (Beltagy et al. 2020, figure 2)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from paperformer.transformer.attention.global_tokens import GlobalTokens
from paperformer.transformer.mask import causal_mask


def band(
    queries: Int[Tensor, " query"],
    keys: Int[Tensor, " key"],
    *,
    window: int,
    dilation: Sequence[int],
    causal: bool,
) -> Bool[Tensor, "#batch #heads query key"]:
    """True where a key stands in a query's window, from the places of both.

    Args:
        queries: Their places in the sequence.
        keys: Theirs.
        window: Keys seen to each side.
        dilation: Distance between them, one for all heads or one for each.
        causal: Only the left side and the query's own key.
    """
    distance = queries[:, None] - keys
    gap = torch.tensor(tuple(dilation), device=keys.device)[:, None, None]
    near = (distance.abs() <= window * gap) & (distance % gap == 0)
    return (near & (distance >= 0) if causal else near).unsqueeze(0)


def pattern(
    near: Bool[Tensor, "#batch #heads length length"],
    visible: Bool[Tensor, "#batch #heads length"] | None,
    tokens: GlobalTokens | None,
    *,
    causal: bool,
) -> Bool[Tensor, "#batch #heads length length"]:
    """All that is seen: the windows, the columns and rows of the global tokens, of the keys that exist."""
    seen = near
    if tokens is not None:
        chosen = tokens.chosen[:, None]
        seen = seen | chosen.unsqueeze(-2) | chosen.unsqueeze(-1)
    if visible is not None:
        seen = seen & visible.unsqueeze(-2)
    length = near.shape[-1]
    return seen & causal_mask(length, length, near.device) if causal else seen


def seen_by_global(
    tokens: GlobalTokens, visible: Bool[Tensor, "#batch #heads length"] | None, *, causal: bool
) -> Bool[Tensor, "#batch #heads #slots length"] | None:
    """What each global token sees; None is everything."""
    pairs = None if visible is None else visible.unsqueeze(-2)
    if not causal:
        return pairs
    places = torch.arange(tokens.chosen.shape[1], device=tokens.positions.device)
    earlier = (places <= tokens.positions.unsqueeze(-1)).unsqueeze(1)
    return earlier if pairs is None else pairs & earlier


def sees_global(
    tokens: GlobalTokens, visible: Bool[Tensor, "#batch #heads length"] | None, *, causal: bool
) -> Bool[Tensor, "#batch #heads #length slots"]:
    """Which global tokens each token sees."""
    pairs = (tokens.real.unsqueeze(1) if visible is None else tokens.visible(visible)).unsqueeze(-2)
    if not causal:
        return pairs
    places = torch.arange(tokens.chosen.shape[1], device=tokens.positions.device)
    return pairs & (tokens.positions.unsqueeze(1) <= places[:, None]).unsqueeze(1)
