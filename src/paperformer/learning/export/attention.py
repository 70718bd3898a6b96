"""Attention mechanisms as graph nodes, from projected queries, keys and values to the joined heads."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper

from paperformer.errors import ModelMismatch
from paperformer.learning.export.graph import CONTRIB, GraphBuilder, array
from paperformer.transformer.attention.features import RELU_FLOOR, mirrored
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
    """Softmax attention of the directions to the keys, then of the queries to the directions.

    See ``paperformer.transformer.attention.feature_attention``: the same numbers as FAVOR+'s sums.
    """
    query, key, value = (_split(graph, x, heads, mechanism.head_dim) for x in (q, k, v))
    query, value = (graph.add("Transpose", x, perm=[1, 0, 2]) for x in (query, value))
    axis, keys = graph.constant([-1], np.int64), graph.add("Transpose", key, perm=[1, 2, 0])
    directions = array(mirrored(mechanism.directions, mechanism.feature_map)) * mechanism.head_dim**-0.25
    along = graph.add("MatMul", graph.constant(directions), keys)  # (heads, features, length)
    if mechanism.feature_map == "relu":
        exponents = _relu_exponents(graph, along)
    else:
        squares = graph.add("ReduceSumSquare", key, axis, keepdims=1)  # (length, heads, 1)
        halves = graph.add("Mul", squares, graph.constant(mechanism.head_dim**-0.5 / 2, np.float32))
        exponents = graph.add("Sub", along, graph.add("Transpose", halves, perm=[1, 2, 0]))
    largest = graph.add("ReduceMax", exponents, axis, keepdims=1)
    phi = graph.add("Exp", graph.add("Sub", exponents, largest))
    total = graph.add("ReduceSum", phi, axis, keepdims=1)  # (heads, features, 1), 1 or more
    means = graph.add("Div", graph.add("MatMul", phi, value), total)
    logs = graph.add("Transpose", graph.add("Add", largest, graph.add("Log", total)), perm=[0, 2, 1])
    asked = graph.add("MatMul", query, graph.constant(directions.T.copy()))  # (heads, length, features)
    if mechanism.feature_map == "relu":
        asked = _relu_exponents(graph, asked)
    weights = graph.add("Softmax", graph.add("Add", asked, logs), axis=-1)
    joined = graph.add("Transpose", graph.add("MatMul", weights, means), perm=[1, 0, 2])
    return graph.add("Reshape", joined, graph.constant([1, -1, heads * mechanism.head_dim], np.int64))


def _split(graph: GraphBuilder, x: str, heads: int, head_dim: int) -> str:
    """(1, length, size) -> (length, heads, head_dim)."""
    return graph.add("Reshape", x, graph.constant([-1, heads, head_dim], np.int64))


def _relu_exponents(graph: GraphBuilder, along: str) -> str:
    floor = graph.constant(RELU_FLOOR, np.float32)
    return graph.add("Log", graph.add("Add", graph.add("Relu", along), floor))
