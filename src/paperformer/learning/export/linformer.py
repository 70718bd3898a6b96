"""Linformer's attention as graph nodes."""

from __future__ import annotations

import numpy as np

from paperformer.learning.export.blocks import multi_head
from paperformer.learning.export.graph import GraphBuilder, array
from paperformer.learning.export.projected import Projected, length_of, split_heads, whole
from paperformer.transformer.attention.linformer import LinformerAttention


def linformer(graph: GraphBuilder, states: Projected, mechanism: LinformerAttention) -> str:
    """softmax(Q (E K)^T / sqrt(d)) F V, with E and F cut to the length that there is."""
    projections = mechanism.projections
    of_value = projections.key if projections.value is None else projections.value
    length = length_of(graph, states.key)
    key = _mix(graph, array(projections.key), states.key, length, states)
    value = _mix(graph, array(of_value), states.value, length, states)
    return multi_head(graph, states.query, key, value, states.heads)


def _mix(
    graph: GraphBuilder,
    projection: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    x: str,
    length: str,
    states: Projected,
) -> str:
    """Its rows of mixtures of ``(1, length, size)``: ``(1, projected, size)``."""
    zero, axis = whole(graph, 0), whole(graph, 2)
    cut = graph.add(
        "Slice", graph.constant(projection), zero, length, axis
    )  # (heads or 1, projected, length)
    if projection.shape[0] == 1:
        return graph.add("MatMul", cut, x)
    rows = graph.add("Transpose", split_heads(graph, x, states.heads, states.head_dim), perm=[1, 0, 2])
    mixed = graph.add("Transpose", graph.add("MatMul", cut, rows), perm=[1, 0, 2])
    return graph.add("Reshape", mixed, whole(graph, 1, -1, states.size))
