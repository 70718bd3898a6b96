"""FAVOR+ as graph nodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paperformer.learning.export.graph import GraphBuilder, array
from paperformer.learning.export.projected import Projected, split_heads, whole
from paperformer.transformer.attention.features import RELU_FLOOR, mirrored
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.random_features import RandomFeatures


def performer(graph: GraphBuilder, states: Projected, mechanism: PerformerAttention) -> str:
    """Softmax attention of the directions to the keys, then of the queries to the directions.

    See ``paperformer.transformer.attention.feature_attention``: the same numbers as FAVOR+'s sums.
    """
    query, key, value = (
        split_heads(graph, x, states.heads, states.head_dim) for x in (states.query, states.key, states.value)
    )
    query, value = (graph.add("Transpose", x, perm=[1, 0, 2]) for x in (query, value))
    exponents = key_exponents(graph, key, mechanism)
    axis = whole(graph, -1)
    largest = graph.add("ReduceMax", exponents, axis, keepdims=1)
    phi = graph.add("Exp", graph.add("Sub", exponents, largest))
    total = graph.add("ReduceSum", phi, axis, keepdims=1)  # (heads, features, 1), 1 or more
    means = graph.add("Div", graph.add("MatMul", phi, value), total)
    logs = graph.add("Transpose", graph.add("Add", largest, graph.add("Log", total)), perm=[0, 2, 1])
    directions = scaled_directions(mechanism)
    asked = graph.add("MatMul", query, graph.constant(directions.T.copy()))  # (heads, length, features)
    if mechanism.feature_map == "relu":
        asked = _relu_exponents(graph, asked)
    weights = graph.add("Softmax", graph.add("Add", asked, logs), axis=-1)
    joined = graph.add("Transpose", graph.add("MatMul", weights, means), perm=[1, 0, 2])
    return graph.add("Reshape", joined, whole(graph, 1, -1, states.size))


def scaled_directions(mechanism: RandomFeatures) -> NDArray[np.float32]:
    """What queries and keys are multiplied with, ``(features, head_dim)``."""
    directions = array(mirrored(mechanism.directions, mechanism.feature_map))
    return np.asarray(directions * mechanism.head_dim**-0.25, dtype=np.float32)


def key_exponents(graph: GraphBuilder, key: str, mechanism: RandomFeatures) -> str:
    """Logs of the keys' features: ``(length, heads, head_dim)`` -> ``(heads, features, length)``."""
    keys = graph.add("Transpose", key, perm=[1, 2, 0])
    along = graph.add("MatMul", graph.constant(scaled_directions(mechanism)), keys)
    if mechanism.feature_map == "relu":
        return _relu_exponents(graph, along)
    squares = graph.add("ReduceSumSquare", key, whole(graph, -1), keepdims=1)  # (length, heads, 1)
    halves = graph.add("Mul", squares, graph.constant(mechanism.head_dim**-0.5 / 2, np.float32))
    return graph.add("Sub", along, graph.add("Transpose", halves, perm=[1, 2, 0]))


def _relu_exponents(graph: GraphBuilder, along: str) -> str:
    floor = graph.constant(RELU_FLOOR, np.float32)
    return graph.add("Log", graph.add("Add", graph.add("Relu", along), floor))
