"""Sliding windows with gaps, of another width for every head (Beltagy et al. 2020, section 3.1).

With dilation r a query sees the keys at distance 0, r, 2 r, ... to each side. Taken apart by the remainder
of their places modulo r, queries and keys form r sequences, and each has a plain window.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import pad

from paperformer.transformer.attention.window import BesideKeys, window_attention


def dilated_window_attention(
    query: Float[Tensor, "batch heads length head_dim"],
    key: Float[Tensor, "batch heads length head_dim"],
    value: Float[Tensor, "batch heads length value_dim"],
    *,
    window: int,
    dilation: Sequence[int],
    visible: Bool[Tensor, "#batch #heads length"] | None = None,
    beside: BesideKeys | None = None,
    causal: bool = False,
    block: int | None = None,
    dropout: float = 0.0,
) -> Float[Tensor, "batch heads length value_dim"]:
    """``window_attention``, every head with its own dilation.

    Args:
        query: See ``window_attention``, as for all that is not named here.
        key: As there.
        value: As there.
        window: As there, counted in keys that are seen.
        dilation: Distance between these keys; one for all heads, or one for each.
        visible: As there.
        beside: As there.
        causal: As there.
        block: As there.
        dropout: As there.
    """
    kinds = sorted(set(dilation))
    if len(kinds) == 1:
        return _with_one(
            query, key, value, window, kinds[0], visible, beside, causal=causal, block=block, dropout=dropout
        )
    outputs, order = [], []
    for kind in kinds:
        heads = [head for head, own in enumerate(dilation) if own == kind]
        order += heads
        part = _with_one(
            query[:, heads],
            key[:, heads],
            value[:, heads],
            window,
            kind,
            None if visible is None else _of_heads(visible, heads),
            None if beside is None else _beside_of_heads(beside, heads),
            causal=causal,
            block=block,
            dropout=dropout,
        )
        outputs.append(part)
    back = [order.index(head) for head in range(len(dilation))]
    return torch.cat(outputs, dim=1)[:, back]


def _with_one(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    window: int,
    dilation: int,
    visible: Tensor | None,
    beside: BesideKeys | None,
    *,
    causal: bool,
    block: int | None,
    dropout: float,
) -> Tensor:
    """The same dilation for all heads: the r interleaved sequences become rows of the batch."""
    batch, _, length, _ = query.shape
    if dilation > 1:
        if visible is None:
            visible = torch.ones(1, 1, length, dtype=torch.bool, device=query.device)
        visible = _apart(visible.expand(batch, -1, -1).unsqueeze(-1), dilation).squeeze(-1)
        query, key, value = (_apart(x, dilation) for x in (query, key, value))
        beside = None if beside is None else _beside_apart(beside, batch, length, dilation)
    output = window_attention(
        query,
        key,
        value,
        window=window,
        visible=visible,
        beside=beside,
        causal=causal,
        block=block,
        dropout=dropout,
    )
    if dilation == 1:
        return output
    together = torch.unflatten(output, 0, (batch, dilation)).movedim(1, 3)  # (batch, heads, m, r, width)
    return together.flatten(2, 3)[:, :, :length]


def _apart(x: Tensor, dilation: int) -> Tensor:
    """(batch, heads, length, width) -> (batch r, heads, length / r, width), filled up to a multiple of r."""
    filling = -x.shape[2] % dilation
    rows = torch.unflatten(pad(x, (0, 0, 0, filling)), 2, (-1, dilation))
    return rows.movedim(3, 1).flatten(0, 1)


def _beside_apart(beside: BesideKeys, batch: int, length: int, dilation: int) -> BesideKeys:
    key, value = (x.repeat_interleave(dilation, dim=0) for x in (beside.key, beside.value))
    visible = beside.visible.expand(batch, -1, length, -1)
    return BesideKeys(key, value, _apart(visible, dilation))


def _of_heads(x: Tensor, heads: list[int]) -> Tensor:
    return x if x.shape[1] == 1 else x[:, heads]


def _beside_of_heads(beside: BesideKeys, heads: list[int]) -> BesideKeys:
    return BesideKeys(beside.key[:, heads], beside.value[:, heads], _of_heads(beside.visible, heads))
