"""Attention mechanisms as graph nodes, from projected queries, keys and values to the joined heads."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper

from paperformer.errors import ModelMismatch
from paperformer.learning.export.graph import CONTRIB, GraphBuilder, array
from paperformer.transformer.attention.features import RELU_FLOOR
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.attention.softmax import SoftmaxAttention

_END = 2**62


def attention_nodes(
    graph: GraphBuilder,
    q: str,
    k: str,
    v: str,
    heads: int,
    size: int,
    mechanism: Attention,
    block: int | None = None,
) -> str:
    """The mechanism over ``(1, length, size)`` inputs; the same shape comes out.

    Args:
        graph: Where the nodes go.
        q: The projected queries,
        k: keys, and
        v: values.
        heads: How many heads share
        size: the width of a state.
        mechanism: How they attend.
        block: Each token sees its own block of so many tokens and the one on either side; None sees all.

    Raises:
        ModelMismatch: the mechanism has no graph form.
    """
    if isinstance(mechanism, SoftmaxAttention):
        if block is not None:
            return _in_blocks(graph, q, k, v, heads, size, block)
        # Without a mask ONNX Runtime computes this in blocks: memory grows with length, not with its square.
        return graph.add("MultiHeadAttention", q, k, v, domain=CONTRIB, num_heads=heads)
    if isinstance(mechanism, PerformerAttention):
        return _performer(graph, q, k, v, heads, mechanism)
    raise ModelMismatch(f"{type(mechanism).__name__} has no graph form", "Export softmax or performer")


def _in_blocks(graph: GraphBuilder, q: str, k: str, v: str, heads: int, size: int, block: int) -> str:
    """Softmax attention block by block, each block a row of a batch, beside the keys of three blocks."""

    def whole(*values: int) -> str:
        return graph.constant(values, np.int64)

    length = graph.add("Slice", graph.add("Shape", q), whole(1), whole(2))
    rest = graph.add("Mod", graph.add("Neg", length), whole(block))  # what the last block lacks
    after, beyond = graph.add("Concat", whole(0), rest, axis=0), graph.add("Add", rest, whole(block))
    around = graph.add("Concat", whole(block), beyond, axis=0)

    def cut(x: str, padding: str, axis: int, *size: int) -> str:
        padded = graph.add("Pad", x, padding, "", whole(axis))
        return graph.add("Reshape", padded, whole(-1, block, *size))

    def three(x: str, axis: int, *size: int) -> str:
        blocks = cut(x, around, axis, *size)
        ends = ((0, -2), (1, -1), (2, _END))
        return graph.add("Concat", *(graph.add("Slice", blocks, whole(a), whole(b)) for a, b in ends), axis=1)

    exist = graph.add("ConstantOfShape", length, value=helper.make_tensor("one", TensorProto.INT32, [1], [1]))
    seen = three(exist, 0)
    queries, keys, values = cut(q, after, 1, size), three(k, 1, size), three(v, 1, size)
    mixed = graph.add("MultiHeadAttention", queries, keys, values, "", seen, domain=CONTRIB, num_heads=heads)
    joined = graph.add("Reshape", mixed, whole(1, -1, size))
    return graph.add("Slice", joined, whole(0), length, whole(1))


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
