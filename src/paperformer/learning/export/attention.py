"""Attention mechanisms as graph nodes, from projected queries, keys and values to the joined heads."""

from __future__ import annotations

import numpy as np

from paperformer.errors import ModelMismatch
from paperformer.learning.export.graph import CONTRIB, GraphBuilder, array
from paperformer.transformer.attention.features import RELU_FLOOR
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.attention.softmax import SoftmaxAttention


def attention_nodes(graph: GraphBuilder, q: str, k: str, v: str, heads: int, mechanism: Attention) -> str:
    """The mechanism over ``(1, length, size)`` inputs; the same shape comes out.

    Raises:
        ModelMismatch: the mechanism has no graph form.
    """
    if isinstance(mechanism, SoftmaxAttention):
        # Without a mask ONNX Runtime computes this in blocks: memory grows with length, not with its square.
        return graph.add("MultiHeadAttention", q, k, v, domain=CONTRIB, num_heads=heads)
    if isinstance(mechanism, PerformerAttention):
        return _performer(graph, q, k, v, heads, mechanism)
    raise ModelMismatch(f"{type(mechanism).__name__} has no graph form", "Export softmax or performer")


def _performer(graph: GraphBuilder, q: str, k: str, v: str, heads: int, mechanism: PerformerAttention) -> str:
    """phi(Q) (phi(K)^T V) over phi(Q) (phi(K)^T 1), all queries and keys real."""
    query, key, value = (_split(graph, x, heads, mechanism.head_dim) for x in (q, k, v))
    of_key = _exponents(graph, key, mechanism)
    keys, last = graph.constant([-2], np.int64), graph.constant([-1], np.int64)
    largest = graph.add("ReduceMax", of_key, keys, keepdims=1)  # of every feature, over the keys: it cancels
    of_query = graph.add("Add", _exponents(graph, query, mechanism), largest)
    phi_q = graph.add("Exp", graph.add("Sub", of_query, graph.add("ReduceMax", of_query, last, keepdims=1)))
    phi_k = graph.add("Exp", graph.add("Sub", of_key, largest))
    summary = graph.add("MatMul", graph.add("Transpose", phi_k, perm=[0, 2, 1]), value)
    weight = graph.add("ReduceSum", phi_k, graph.constant([1], np.int64), keepdims=1)
    total = graph.add("MatMul", phi_q, graph.add("Transpose", weight, perm=[0, 2, 1]))
    mixed = graph.add("Div", graph.add("MatMul", phi_q, summary), total)
    joined = graph.add("Transpose", mixed, perm=[1, 0, 2])
    return graph.add("Reshape", joined, graph.constant([1, -1, heads * mechanism.head_dim], np.int64))


def _split(graph: GraphBuilder, x: str, heads: int, head_dim: int) -> str:
    """(1, length, size) -> (heads, length, head_dim)."""
    shaped = graph.add("Reshape", x, graph.constant([-1, heads, head_dim], np.int64))
    return graph.add("Transpose", shaped, perm=[1, 0, 2])


def _exponents(graph: GraphBuilder, x: str, mechanism: PerformerAttention) -> str:
    """log of the features of x, which is scaled by d^(-1/4): (heads, length, features)."""
    scaled = graph.add("Mul", x, graph.constant(mechanism.head_dim**-0.25, np.float32))
    along = graph.add("MatMul", scaled, graph.constant(array(mechanism.directions).T))
    if mechanism.feature_map == "hyperbolic":
        along = graph.add("Concat", along, graph.add("Neg", along), axis=-1)
    if mechanism.feature_map == "relu":
        floor = graph.constant(RELU_FLOOR, np.float32)
        return graph.add("Log", graph.add("Add", graph.add("Relu", along), floor))
    square = graph.add("ReduceSumSquare", scaled, graph.constant([-1], np.int64), keepdims=1)
    return graph.add("Sub", along, graph.add("Mul", square, graph.constant(0.5, np.float32)))
