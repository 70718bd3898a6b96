"""Causal FAVOR+ in linear time and memory (Choromanski et al. 2021, section 2.5.1), safe at any norm.

A feature of a key is exp of anything, so sums are kept relative to the largest exponent that each feature
has had. That largest must come from keys which the query may see: else a later key would change the
rounding of earlier outputs, or push them out of range. Hence two scales. Chunks follow one another, with
``FeatureSums`` over all keys before. Inside a chunk, keys of the left half of every block of 2, 4, 8, ...
meet the queries of the right half, which see them all: every pair of query and earlier key meets once.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import pad
from torch.utils.checkpoint import checkpoint

from paperformer.transformer.attention.feature_sums import (
    FeatureSums,
    Weighed,
    finite,
    query_weights,
    weighed,
)

CHUNK = 128


QueryExponents = Callable[[Tensor], Tensor]
KeyExponents = Callable[[Tensor, Tensor | None], Tensor]


def causal_means(
    query: Float[Tensor, "batch heads length head_dim"],
    key: Float[Tensor, "batch heads length head_dim"],
    columns: Float[Tensor, "batch heads length columns"],
    mask: Bool[Tensor, "#batch #heads length"] | None,
    before: FeatureSums,
    *,
    of_queries: QueryExponents,
    of_keys: KeyExponents,
) -> tuple[Float[Tensor, "batch heads length value_dim"], FeatureSums]:
    """For each query the mean over ``before`` and the keys up to its own; and the sums after the last.

    Features are made chunk by chunk and made again on the way back, which keeps nothing of them but the
    sums at the chunks' ends: memory grows by (features x width / 128) a token, not by features x width.

    Args:
        query: As it comes from the projection.
        key: Likewise.
        columns: Values and ones, see ``with_ones``.
        mask: True for the keys that exist.
        before: The sums over earlier keys.
        of_queries: Gives the exponents of queries' features.
        of_keys: Gives those of keys, minus infinity where the mask is False.
    """

    def chunk(q: Tensor, k: Tensor, v: Tensor, m: Tensor | None, largest: Tensor, sums: Tensor) -> Chunk:
        size = 1 << (q.shape[-2] - 1).bit_length()
        missing = size - q.shape[-2]
        on_queries = pad(of_queries(q), (0, 0, 0, missing))
        on_keys = pad(of_keys(k, m), (0, 0, 0, missing), value=-torch.inf)
        earlier = FeatureSums(largest, sums)
        inside, total = _within(on_queries, on_keys, pad(v, (0, 0, 0, missing)))
        mean = inside.plus(weighed(on_queries, earlier)).mean()
        after = earlier.plus(total)
        return mean[..., : q.shape[-2], :], after.largest, after.sums

    means = []
    for start in range(0, query.shape[2], CHUNK):
        part = slice(start, start + CHUNK)
        m = None if mask is None else mask[..., part]
        inputs = query[:, :, part], key[:, :, part], columns[:, :, part], m, before.largest, before.sums
        mean, largest, sums = _recomputed(chunk, *inputs) if torch.is_grad_enabled() else chunk(*inputs)
        means.append(mean)
        before = FeatureSums(largest, sums)
    return torch.cat(means, dim=2), before


Chunk = tuple[Tensor, Tensor, Tensor]


def _recomputed(function: Callable[..., Chunk], *inputs: Tensor | None) -> Chunk:
    """Call it now, and again for its gradient instead of keeping what it computed."""
    result: Chunk = checkpoint(function, *inputs, use_reentrant=False, preserve_rng_state=False)
    return result


def _within(on_queries: Tensor, on_keys: Tensor, columns: Tensor) -> tuple[Weighed, FeatureSums]:
    """One chunk, 2^n long, by itself: what each query sees of it, and the sums over all its keys."""
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
