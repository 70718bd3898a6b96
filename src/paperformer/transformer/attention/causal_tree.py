"""Causal FAVOR+ among few keys, right whatever their norms (Choromanski et al. 2021, section 2.5.1).

Keys of the left half of every block of 2, 4, 8, ... meet the queries of the right half, which see them all:
every pair of query and earlier key meets once, and features are relative to the largest that all queries of
the meeting see.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import pad

from paperformer.transformer.attention.feature_sums import FeatureSums, Weighed, finite, query_weights


def within(
    on_queries: Float[Tensor, "*batch length features"],
    on_keys: Float[Tensor, "*batch length features"],
    columns: Float[Tensor, "*batch length columns"],
) -> tuple[Weighed, FeatureSums]:
    """What each query sees of the keys up to its own, and the sums over all keys.

    Args:
        on_queries: Exponents of the queries' features.
        on_keys: Those of the keys', minus infinity for a key that does not exist.
        columns: Values and ones, see ``with_ones``.
    """
    length = on_queries.shape[-2]
    missing = (1 << (length - 1).bit_length()) - length
    keys = pad(on_keys, (0, 0, 0, missing), value=-torch.inf)
    seen, total = _within(pad(on_queries, (0, 0, 0, missing)), keys, pad(columns, (0, 0, 0, missing)))
    return Weighed(seen.sums[..., :length, :], seen.scale[..., :length, :]), total


def _within(on_queries: Tensor, on_keys: Tensor, columns: Tensor) -> tuple[Weighed, FeatureSums]:
    """The same for a length of 2^n."""
    length = on_queries.shape[-2]
    seen = _own(on_queries, on_keys, columns)
    largest = finite(on_keys.detach())  # of every block, (..., blocks, features); blocks of one key first
    phi = (on_keys - largest).exp()  # relative to the largest of the block
    size = 1
    while size < length:
        left, right = 0, 1
        halves = [_halves(x, size) for x in (on_queries, phi, columns, seen.sums, seen.scale)]
        queries, features, values, sums, scale = halves  # each (..., blocks of 2 size, 2, size, ...)
        tops = _halves(largest, 1)
        weights, level = query_weights(queries.select(-3, right), tops.select(-3, left))
        scores = weights @ features.select(-3, left).transpose(-2, -1)  # (..., blocks, size, size)
        met = Weighed(scores @ values.select(-3, left), level)
        right_half = Weighed(sums.select(-3, right), scale.select(-3, right)).plus(met)
        seen = Weighed(
            torch.stack([sums.select(-3, left), right_half.sums], dim=-3).flatten(-4, -2),
            torch.stack([scale.select(-3, left), right_half.scale], dim=-3).flatten(-4, -2),
        )
        top = tops.amax(dim=-3, keepdim=True)
        phi = (features * (tops - top).exp()).flatten(-4, -2)
        largest = top.flatten(-4, -2)
        size *= 2
    return seen, FeatureSums(largest, phi.transpose(-2, -1) @ columns)


def _halves(x: Tensor, size: int) -> Tensor:
    """(..., length, width) -> (..., blocks, 2, size, width)."""
    return x.reshape(*x.shape[:-2], -1, 2, size, x.shape[-1])


def _own(on_queries: Tensor, on_keys: Tensor, columns: Tensor) -> Weighed:
    """What each query sees of the key at its own place."""
    exponents = on_queries + on_keys
    scale = finite(exponents.detach().amax(dim=-1, keepdim=True))
    return Weighed((exponents - scale).exp().sum(dim=-1, keepdim=True) * columns, scale)
