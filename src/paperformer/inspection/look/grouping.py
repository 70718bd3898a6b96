"""The attention between groups of tokens: words made of pieces, or blocks of a long input.

A matrix of queries by keys has a cell for every pair. Of a long input, only sums over groups are wanted: how
much of its weight a group of queries gives, on average, to each group of keys. Where rows add up to 1, they
still do. An attention whose values say to which group a key belongs gives exactly these sums, so every
mechanism computes them at its own cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from paperformer.transformer.attention.hybrid import HybridAttention
from paperformer.transformer.attention.kernel_limit import limit_weights
from paperformer.transformer.attention.longformer import LongformerAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.mask import AnyMask, as_attention_mask, causal_mask
from paperformer.transformer.tracing import AttentionTrace

ROWS = 256  # queries whose weights are held at once


@dataclass(frozen=True, slots=True)
class Groups:
    """Which group each token belongs to.

    Args:
        of: Number of each token's group, from 0; every group has a token.
        labels: What each group is called.
    """

    of: tuple[int, ...]
    labels: tuple[str, ...]

    @classmethod
    def each(cls, labels: Sequence[str]) -> Groups:
        """Every token by itself."""
        return cls(tuple(range(len(labels))), tuple(labels))

    @classmethod
    def blocks(cls, labels: Sequence[str], most: int) -> Groups:
        """Every token by itself, or blocks of neighbours where there would be more groups than ``most``."""
        size = -(-len(labels) // most)
        if size <= 1:
            return cls.each(labels)
        names = [f"{start}–{min(start + size, len(labels)) - 1}" for start in range(0, len(labels), size)]
        return cls(tuple(place // size for place in range(len(labels))), tuple(names))

    @property
    def single(self) -> bool:
        """Whether every token stands by itself."""
        return len(self.labels) == len(self.of)

    def membership(self) -> Tensor:
        """1 where a token belongs to a group, ``(tokens, groups)``."""
        return torch.nn.functional.one_hot(torch.tensor(self.of), len(self.labels)).float()


@torch.no_grad()
def shares(mechanism: Any, seen: AttentionTrace, queries: Groups, keys: Groups) -> Tensor:
    """The weights between groups of the first row of the batch, ``(heads, query groups, key groups)``.

    Args:
        mechanism: The attention that was traced.
        seen: What it was given.
        queries: Groups of the queries, over whose rows the mean is taken.
        keys: Groups of the keys, whose weights are added.
    """
    if queries.single and keys.single:
        weights = mechanism.weights(seen.query[:1], seen.key[:1], _first(seen.mask), **seen.settings)
        return weights[0].float()  # type: ignore[no-any-return]
    if isinstance(mechanism, SoftmaxAttention):
        return exact_shares(seen, queries, keys)
    values = keys.membership().expand(1, seen.key.shape[1], -1, -1)
    own = isinstance(mechanism, LongformerAttention) and mechanism.needs_hidden
    if own:  # the global tokens' rows have values of their own: their weights are asked for as they are
        weights = mechanism.weights(seen.query[:1], seen.key[:1], _first(seen.mask), **seen.settings)
        return _mean_rows((weights @ values)[0], queries)
    rows = mechanism(seen.query[:1].float(), seen.key[:1].float(), values, _first(seen.mask), **seen.settings)
    return _mean_rows(rows[0], queries)


def grouped(weights: Tensor, queries: Groups, keys: Groups) -> Tensor:
    """The same of weights that are there already, ``(heads, queries, keys)``."""
    return _mean_rows(weights if keys.single else weights @ keys.membership(), queries)


@torch.no_grad()
def exact_shares(seen: AttentionTrace, queries: Groups, keys: Groups) -> Tensor:
    """The same of exact softmax attention between the traced queries and keys, whatever the mechanism was."""
    return _shares_by_rows(
        seen,
        queries,
        keys,
        lambda rows, visible: SoftmaxAttention().weights(
            seen.query[:1, :, rows].float(),
            seen.key[:1].float(),
            visible,
            bias=_rows(seen.settings.get("bias"), rows),
        ),
    )


@torch.no_grad()
def limit_shares(
    mechanism: PerformerAttention | HybridAttention, seen: AttentionTrace, queries: Groups, keys: Groups
) -> Tensor:
    """The same of the mechanism itself with ever more features: softmax where its directions have no bias."""

    def weigh(rows: slice, visible: Tensor | None) -> Tensor:
        query, key = seen.query[:1, :, rows].float(), seen.key[:1].float()
        if not isinstance(mechanism, HybridAttention):
            return limit_weights(query, key, visible, regularised=mechanism.regularised).float()
        # The last query stands at the last key.
        first = seen.key.shape[2] - seen.query.shape[2] + rows.start
        near = _near(mechanism, first, query.shape[2], key.shape[2])
        return limit_weights(query, key, visible, near, regularised=mechanism.regularised).float()

    return _shares_by_rows(seen, queries, keys, weigh)


def _near(mechanism: HybridAttention, first: int, count: int, keys: int) -> Tensor:
    """Which of all keys each of ``count`` queries from ``first`` on is compared with exactly."""
    places = torch.arange(keys)
    block = (places - mechanism.global_tokens).div(mechanism.window, rounding_mode="floor")
    seen_by_all = places < mechanism.global_tokens
    own, of_all = block[first : first + count, None], seen_by_all[first : first + count, None]
    return ((own - block).abs() <= 1) | of_all | seen_by_all


def _shares_by_rows(
    seen: AttentionTrace,
    queries: Groups,
    keys: Groups,
    weigh: Callable[[slice, Tensor | None], Tensor],
) -> Tensor:
    """Weights of some queries at a time, put together by groups.

    Args:
        seen: What was traced.
        queries: Groups of the queries.
        keys: Groups of the keys.
        weigh: Gives the weights of a slice of queries and the keys that they may see.
    """
    mask = _first(seen.mask)
    pairs = None if mask is None else as_attention_mask(mask)
    causal = bool(seen.settings.get("causal", False))
    length, offered = seen.query.shape[2], seen.key.shape[2]
    earlier = causal_mask(length, offered, seen.key.device)[None, None] if causal else None
    membership = keys.membership()
    parts = []
    for start in range(0, length, ROWS):
        rows = slice(start, min(start + ROWS, length))
        visible = _rows(pairs, rows)
        if earlier is not None:
            now = earlier[:, :, rows]
            visible = now if visible is None else visible & now
        weights = weigh(rows, visible)[0]
        parts.append(weights if keys.single else weights @ membership)
    return _mean_rows(torch.cat(parts, dim=1), queries)


def _first(mask: AnyMask | None) -> AnyMask | None:
    return None if mask is None else mask[:1]


def _rows(pairs: Tensor | None, rows: slice) -> Tensor | None:
    return pairs if pairs is None or pairs.shape[2] == 1 else pairs[:, :, rows]


def _mean_rows(rows: Tensor, queries: Groups) -> Tensor:
    """The mean over the rows of each group of queries."""
    if queries.single:
        return rows
    membership = queries.membership()
    return (membership / membership.sum(dim=0)).T @ rows
