"""Exact attention within a sliding window, block by block (Beltagy et al. 2020, section 3.2).

The sequence is cut into blocks. A block of queries is compared with its own block of keys and with the
neighbours that its window reaches, all blocks at once in one batched call, and a mask shaves off what the
last neighbour has too much. Neighbourhoods overlap, so they are views of one padded tensor and no copies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from paperformer.transformer.size import Size


@dataclass(frozen=True, slots=True)
class BesideKeys:
    """Keys that all queries see beside those in their window.

    Args:
        key, value: The keys and their values.
        visible: Which query sees which of them; an axis of one is shared.
    """

    key: Float[Tensor, "batch heads beside head_dim"]
    value: Float[Tensor, "batch heads beside value_dim"]
    visible: Bool[Tensor, "#batch #heads #length beside"]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a sequence falls into blocks: ``before`` and ``after`` are the neighbours a block looks at."""

    length: Size
    block: int
    blocks: Size
    before: int
    after: int

    @property
    def span(self) -> int:
        return self.before + 1 + self.after

    @property
    def filling(self) -> Any:  # a Size; ``pad`` is declared for plain numbers only
        return self.blocks * self.block - self.length


def default_block(window: int) -> int:
    """Half a window: less is computed in vain than with whole ones, and products stay large enough."""
    return max(32, (window + 1) // 2)


def window_attention(
    query: Float[Tensor, "batch heads length head_dim"],
    key: Float[Tensor, "batch heads length head_dim"],
    value: Float[Tensor, "batch heads length value_dim"],
    *,
    window: int,
    visible: Bool[Tensor, "#batch #heads length"] | None = None,
    beside: BesideKeys | None = None,
    causal: bool = False,
    block: int | None = None,
    dropout: float = 0.0,
) -> Float[Tensor, "batch heads length value_dim"]:
    """Softmax attention of every query to the keys at most ``window`` places away.

    Time and memory grow linearly with the length. A query that may see no key gives zeros.

    Args:
        query: As in every attention.
        key: As many as queries, of the same places.
        value: Theirs.
        window: How far a query sees to each side.
        visible: The keys that may be seen through a window at all; None is all.
        beside: Further keys, not subject to the window; they share its softmax.
        causal: Hide the right half of the window.
        block: Queries of a block; None takes ``default_block``. It changes the speed only.
        dropout: Probability of dropping an attention weight.
    """
    block = block or default_block(window)
    length, reach = query.shape[2], -(-window // block)
    plan = _Plan(length, block, (length + block - 1) // block, before=reach, after=0 if causal else reach)
    filled = pad(query, (0, 0, 0, plan.filling))
    q = torch.unflatten(filled, 2, (-1, block))  # (batch, heads, blocks, block, head_dim)
    k = _neighbourhoods(key, beside.key if beside else None, plan)  # (batch, heads, blocks, columns, width)
    v = _neighbourhoods(value, beside.value if beside else None, plan)
    bias = _bias(window, visible, beside, plan, query)
    output = _attend(q, k, v, bias, dropout)  # (batch, heads, blocks, block, value_dim)
    return output.flatten(2, 3)[:, :, :length]


def _attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor, dropout: float) -> Tensor:
    """The fused kernel takes two batch axes: heads and blocks, where rows do not differ in their biases."""
    if bias.shape[:2] == (1, 1):
        merged_q, merged_k, merged_v = (x.flatten(0, 1) for x in (q, k, v))
        output = scaled_dot_product_attention(
            merged_q, merged_k, merged_v, attn_mask=bias[0], dropout_p=dropout
        )
        return torch.unflatten(output, 0, q.shape[:2])
    biases = bias.expand(q.shape[0], *bias.shape[1:])
    # A bias for all rows and heads at once would be as large as the keys; a call a row costs nothing.
    rows = [
        scaled_dot_product_attention(q[i], k[i], v[i], attn_mask=biases[i], dropout_p=dropout)
        for i in range(q.shape[0])
    ]
    return torch.stack(rows)


def _neighbourhoods(x: Tensor, beside: Tensor | None, plan: _Plan) -> Tensor:
    """(batch, heads, length, width) -> (batch, heads, blocks, columns, width), overlapping views.

    The keys beside are written in front of every block, so that they need no copy of their own in every
    neighbourhood; the mask lets only those of the middle block be seen.
    """
    margins = (plan.before * plan.block, plan.filling + plan.after * plan.block)
    rows = torch.unflatten(pad(x, (0, 0, *margins)), 2, (-1, plan.block))
    if beside is not None:
        led = beside.unsqueeze(2).expand(-1, -1, rows.shape[2], -1, -1)
        rows = torch.cat([led, rows], dim=3)
    stride = rows.shape[3]
    return rows.flatten(2, 3).unfold(2, plan.span * stride, stride).transpose(-2, -1)


def _bias(
    window: int, visible: Tensor | None, beside: BesideKeys | None, plan: _Plan, query: Tensor
) -> Tensor:
    """0 for the columns of its neighbourhood that a query sees, else minus infinity.

    Shape (#batch, #heads, blocks, block, columns). The sum of a table of the window and one of the keys: the
    kernel would make the same of a boolean mask, in several passes over it.
    """
    device = query.device
    if visible is None:
        visible = torch.ones(1, 1, plan.length, dtype=torch.bool, device=device)
    band = _log(_band(window, plan, device), query)
    near = _log(_visible_near(visible, plan), query).unsqueeze(3)  # (#batch, #heads, blocks, 1, span, block)
    if beside is None:
        return (band + near).flatten(-2)
    queries = beside.visible.expand(-1, -1, plan.length, -1)
    seen = torch.unflatten(pad(queries, (0, 0, 0, plan.filling)), 2, (-1, plan.block)).unsqueeze(4)
    middle = torch.arange(plan.span, device=device) == plan.before
    led = _log(seen & middle[:, None], query)  # (#batch, #heads, blocks, block, span, beside)
    shared = [max(a, b) for a, b in zip(near.shape[:2], led.shape[:2], strict=True)]
    bias = led.new_empty(*shared, *led.shape[2:-1], led.shape[-1] + plan.block)
    bias[..., : led.shape[-1]] = led
    torch.add(band, near.expand(*shared, *near.shape[2:]), out=bias[..., led.shape[-1] :])
    return bias.flatten(-2)


def _log(seen: Tensor, like: Tensor) -> Tensor:
    """0 where True, minus infinity elsewhere."""
    return torch.zeros(seen.shape, dtype=like.dtype, device=like.device).masked_fill_(~seen, -torch.inf)


def _band(window: int, plan: _Plan, device: torch.device) -> Tensor:
    """True where the distance is at most ``window``: (block, span, block)."""
    queries = torch.arange(plan.block, device=device)[:, None]
    keys = torch.arange(plan.span * plan.block, device=device) - plan.before * plan.block
    distance = keys - queries
    band = (distance >= -window) & (distance <= (window if plan.after else 0))
    return torch.unflatten(band, 1, (plan.span, plan.block))


def _visible_near(visible: Tensor, plan: _Plan) -> Tensor:
    """(#batch, #heads, length) -> (#batch, #heads, blocks, span, block); outside the sequence is False."""
    margins = (plan.before * plan.block, plan.filling + plan.after * plan.block)
    blocks = torch.unflatten(pad(visible, margins), 2, (-1, plan.block))
    return blocks.unfold(2, plan.span, 1).transpose(-2, -1)
