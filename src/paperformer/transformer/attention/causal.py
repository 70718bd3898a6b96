"""Causal FAVOR+ in linear time and memory (Choromanski et al. 2021, section 2.5.1), safe at any norm.

Chunks follow one another. A query reads the sums over all keys before its chunk, and meets those of its chunk
one by one: phi(Q) phi(K)^T under a triangle, times V.

A feature of a key is exp of anything and must be divided by something that keeps it in range, which may
depend only on keys that the query sees: else a later key would change the rounding of earlier outputs, or
push them out of range. So a chunk's features are taken relative to the largest exponent of all earlier keys
and of the chunk's first, which all its queries see. Some such key has 1 in that feature, so the weights of a
query add up to 1 or more. A key may still rise far above; queries that see such a one, and only these, take
their outputs from ``within``, which is slower and has no limits.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from paperformer.transformer.attention.causal_tree import within
from paperformer.transformer.attention.feature_sums import FeatureSums, Weighed, query_weights, weighed

CHUNK = 128
# exp(40) = 2e17: sums of so large features, and their gradients, are far from the ends of float32.
RANGE = 40.0

QueryExponents = Callable[[Tensor], Tensor]
KeyExponents = Callable[[Tensor, Tensor | None], Tensor]
Chunk = tuple[Tensor, Tensor, Tensor]


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
        mean, after = chunk_means(of_queries(q), of_keys(k, m), v, FeatureSums(largest, sums))
        return mean, after.largest, after.sums

    means = []
    for start in range(0, query.shape[2], CHUNK):
        part = slice(start, start + CHUNK)
        m = None if mask is None else mask[..., part]
        inputs = query[:, :, part], key[:, :, part], columns[:, :, part], m, before.largest, before.sums
        mean, largest, sums = _recomputed(chunk, *inputs) if torch.is_grad_enabled() else chunk(*inputs)
        means.append(mean)
        before = FeatureSums(largest, sums)
    return torch.cat(means, dim=2), before


def chunk_means(
    on_queries: Float[Tensor, "*batch length features"],
    on_keys: Float[Tensor, "*batch length features"],
    columns: Float[Tensor, "*batch length columns"],
    before: FeatureSums,
) -> tuple[Float[Tensor, "*batch length value_dim"], FeatureSums]:
    """The same of one chunk, from the exponents of its features."""
    seen_by_all = torch.maximum(before.largest, on_keys[..., :1, :].detach())
    largest = torch.maximum(seen_by_all, on_keys.detach().amax(dim=-2, keepdim=True))
    if bool((largest - seen_by_all > RANGE).any()):
        return _chunk_out_of_range(on_queries, on_keys, columns, before, seen_by_all)
    phi_k = (on_keys - seen_by_all).exp_()
    mean, earlier = _met(on_queries, phi_k, columns, before, seen_by_all)
    after = earlier + phi_k.transpose(-2, -1) @ columns
    return mean, FeatureSums(largest, after * (seen_by_all - largest).exp().transpose(-2, -1))


def _chunk_out_of_range(
    on_queries: Tensor, on_keys: Tensor, columns: Tensor, before: FeatureSums, seen_by_all: Tensor
) -> tuple[Tensor, FeatureSums]:
    """``chunk_means`` where a key rises too far; queries before it get what they would get without it."""
    relative = on_keys - seen_by_all
    risen = (relative.detach() > RANGE).any(dim=-1, keepdim=True).cumsum(dim=-2) > 0  # (..., length, 1)
    mean, _ = _met(on_queries, relative.clamp(max=RANGE).exp(), columns, before, seen_by_all)
    inside, total = within(on_queries, on_keys, columns)
    safe = inside.plus(weighed(on_queries, before)).mean()
    return torch.where(risen, safe, mean), before.plus(total)


def _met(
    on_queries: Tensor, phi_k: Tensor, columns: Tensor, before: FeatureSums, seen_by_all: Tensor
) -> tuple[Tensor, Tensor]:
    """The means of the queries; and the sums before them relative to ``seen_by_all``, as ``phi_k`` is."""
    phi_q, scale = query_weights(on_queries, seen_by_all)
    scores = (phi_q @ phi_k.transpose(-2, -1)).tril_()  # (..., length, length)
    earlier = before.sums * (before.largest - seen_by_all).exp().transpose(-2, -1)
    return Weighed(scores @ columns + phi_q @ earlier, scale).mean(), earlier


def _recomputed(function: Callable[..., Chunk], *inputs: Tensor | None) -> Chunk:
    """Call it now, and again for its gradient instead of keeping what it computed."""
    result: Chunk = checkpoint(function, *inputs, use_reentrant=False, preserve_rng_state=False)
    return result
