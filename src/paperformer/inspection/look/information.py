"""How much a head says: by how many bits the query narrows down where the attention goes.

For each query its attention is compared with the mean of all queries, by the Kullback-Leibler divergence in
bits; the mean over queries is the mutual information of query and key. A head that sends every query to the
same tokens (``[CLS]``, a comma, all alike) has next to none, however sharp it is; one that sends each of n
queries to a key of its own has log2 n. What the queries asked about give to themselves counts as given to
nobody: looking at oneself tells nothing of others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from paperformer.inspection.look.attention import AttentionMap, Heads, Part, Seen, mean_over


def bits(attention_map: AttentionMap, rows: Sequence[int] = ()) -> NDArray[np.float64]:
    """The information of each head, in bits.

    Args:
        attention_map: The attention; negative weights count as none.
        rows: The queries to take the mean over; none means all.
    """
    weights = np.clip(attention_map.weights.astype(np.float64), 0.0, None)
    if attention_map.part != "cross":
        weights = _own_apart(weights, rows)
    given = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-12)
    usual = given.mean(axis=1, keepdims=True)
    ratio = np.divide(given, usual, out=np.ones_like(given), where=given > 0)
    by_query = (given * np.log2(ratio)).sum(axis=-1)
    return np.asarray(by_query[:, list(rows)].mean(axis=-1) if len(rows) else by_query.mean(axis=-1))


def _own_apart(weights: NDArray[np.float64], rows: Sequence[int]) -> NDArray[np.float64]:
    """What each query gives to itself in a column behind the others; those asked about are one."""
    own = np.eye(weights.shape[1], dtype=bool)
    own[np.ix_(rows, rows)] = True
    return np.concatenate([np.where(own, 0.0, weights), (weights * own).sum(axis=-1, keepdims=True)], axis=-1)


def most_informative(
    seen: Seen,
    part: Part | None,
    layer: int | None,
    heads: Heads | None,
    rows: Callable[[AttentionMap], Sequence[int]],
) -> tuple[AttentionMap, Heads]:
    """The layer and head with the most bits, among those that the reader leaves open.

    Args:
        seen: Where to look.
        part: As ``Seen.of_part``.
        layer: Only this one; None is any.
        heads: These, whose mean is taken; None is any one.
        rows: The queries of a map that are asked about; none means all.

    Raises:
        InvalidConfig: there is no such part, layer or head.
    """
    maps = seen.of_part(part) if layer is None else (seen.map(part, layer),)
    best: tuple[float, AttentionMap, Heads] | None = None
    for attention_map in maps:
        found = bits(attention_map, rows(attention_map))
        if heads is None:
            chosen: Heads = (int(found.argmax()),)
            score = float(found.max())
        else:
            attention_map.mean_of(heads)  # all heads are there
            score, chosen = mean_over(found, heads), heads
        if best is None or score > best[0]:
            best = (score, attention_map, chosen)
    assert best is not None, "a part has a layer"
    return best[1], best[2]
