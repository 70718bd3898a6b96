"""What an attention mechanism's nodes start from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paperformer.learning.export.graph import GraphBuilder


@dataclass(frozen=True, slots=True)
class Projected:
    """Names of nodes of shape ``(1, length, size)``; one document, so that nothing is masked.

    Args:
        query, key, value: The projections of
        hidden: the states.
        heads: How many heads share
        size: the width of a state.
    """

    query: str
    key: str
    value: str
    hidden: str
    heads: int
    size: int

    @property
    def head_dim(self) -> int:
        """The width of a head."""
        return self.size // self.heads


def whole(graph: GraphBuilder, *values: int) -> str:
    """A constant of whole numbers, ``(values,)``."""
    return graph.constant(values, np.int64)


def length_of(graph: GraphBuilder, x: str) -> str:
    """How long ``(1, length, ...)`` is, as ``(1,)``."""
    return graph.add("Slice", graph.add("Shape", x), whole(graph, 1), whole(graph, 2))


def split_heads(graph: GraphBuilder, x: str, heads: int, head_dim: int) -> str:
    """``(1, length, size)`` -> ``(length, heads, head_dim)``."""
    return graph.add("Reshape", x, whole(graph, -1, heads, head_dim))
