"""Hybrid attention as graph nodes: one softmax over exact keys near by and random features of all others."""

from __future__ import annotations

import math

import numpy as np
from onnx import TensorProto

from paperformer.learning.export.blocks import Blocks, multi_head
from paperformer.learning.export.graph import GraphBuilder
from paperformer.learning.export.performer import key_exponents, scaled_directions
from paperformer.learning.export.projected import Projected, split_heads, whole
from paperformer.transformer.attention.hybrid import NEVER, HybridAttention

_END = 2**62


def hybrid(graph: GraphBuilder, states: Projected, mechanism: HybridAttention) -> str:
    """The global queries see all; the others their block, those beside it, and features of the rest.

    A feature is one more key: its logit is that of the query to its direction, plus the log of its sum over
    the far keys, less |q|^2 / 2; its value is its weighted mean of the far values. Two more coordinates of
    queries and keys carry what is not a product, so that the fused kernel does it all.
    """
    first = mechanism.global_tokens
    if not first:
        return _local(graph, states, mechanism)
    axis = whole(graph, 1)
    led = {
        name: graph.add("Slice", getattr(states, name), whole(graph, 0), whole(graph, first), axis)
        for name in ("query", "key", "value")
    }
    rest = {
        name: graph.add("Slice", getattr(states, name), whole(graph, first), whole(graph, _END), axis)
        for name in ("query", "key", "value")
    }
    rows = multi_head(graph, led["query"], states.key, states.value, states.heads)
    others = Projected(**rest, hidden=states.hidden, heads=states.heads, size=states.size)
    return graph.add("Concat", rows, _local(graph, others, mechanism, led["key"], led["value"]), axis=1)


def _local(
    graph: GraphBuilder,
    states: Projected,
    mechanism: HybridAttention,
    global_key: str = "",
    global_value: str = "",
) -> str:
    heads, width, size = states.heads, states.head_dim, states.size
    blocks = Blocks(graph, states.query, mechanism.window)
    own_key = blocks.own(states.key, size)
    exists = blocks.own(blocks.exist(), axis=0)
    logs, means = _far(graph, own_key, blocks.own(states.value, size), exists, states, mechanism)
    key = [_keys(graph, blocks.near(states.key, size), heads, width)]
    value = [blocks.near(states.value, size)]
    seen = [blocks.near(blocks.exist(), axis=0)]
    if global_key:
        count = graph.add("Slice", graph.add("Shape", own_key), whole(graph, 0), whole(graph, 1))
        key.append(_for_all(graph, _keys(graph, global_key, heads, width), count))
        value.append(_for_all(graph, global_value, count))
        seen.append(_ones(graph, value[-1]))
    key.append(_feature_keys(graph, logs, states, mechanism))
    value.append(means)
    seen.append(_ones(graph, means))
    query = _queries(graph, blocks.own(states.query, size), heads, width)
    keys, values, exist = (graph.add("Concat", *parts, axis=1) for parts in (key, value, seen))
    mixed = multi_head(graph, query, keys, values, heads, exists=exist, scale=1.0)
    return blocks.joined(mixed, size)


def _far(
    graph: GraphBuilder,
    key: str,
    value: str,
    exists: str,
    states: Projected,
    mechanism: HybridAttention,
) -> tuple[str, str]:
    """For each block the logs of the features' sums over the far keys, and their means of the values.

    Of shapes ``(heads, features, blocks, 1)`` and ``(blocks, features, size)``.
    """
    heads, width, block = states.heads, states.head_dim, mechanism.window
    exponents = key_exponents(graph, split_heads(graph, key, heads, width), mechanism)
    hidden = graph.add("Sub", graph.add("Cast", exists, to=TensorProto.FLOAT), graph.constant(1, np.float32))
    filling = graph.add(
        "Reshape", graph.add("Mul", hidden, graph.constant(-NEVER, np.float32)), whole(graph, -1)
    )
    cut = graph.add("Reshape", graph.add("Add", exponents, filling), whole(graph, heads, 0, -1, block))
    log, weights = _log_sum(graph, cut)  # (heads, features, blocks, 1), (heads, features, blocks, block)
    values = graph.add(
        "Transpose", graph.add("Reshape", value, whole(graph, -1, block, heads, width)), perm=[2, 0, 1, 3]
    )
    by_block = graph.add("Transpose", weights, perm=[0, 2, 1, 3])  # (heads, blocks, features, block)
    means = graph.add("MatMul", by_block, values)  # (heads, blocks, features, head_dim)
    rows = graph.add("Transpose", log, perm=[0, 1, 3, 2])  # (heads, features, 1, blocks)
    far_log, far_weights = _log_sum(graph, graph.add("Add", rows, _not_beside(graph, key)))
    mixed = graph.add("MatMul", far_weights, graph.add("Transpose", means, perm=[0, 2, 1, 3]))
    together = graph.add("Transpose", mixed, perm=[2, 1, 0, 3])  # (blocks, features, heads, head_dim)
    return far_log, graph.add("Reshape", together, whole(graph, 0, 0, states.size))


def _log_sum(graph: GraphBuilder, logits: str) -> tuple[str, str]:
    """The log of the sum of exp over the last axis, which stays as 1, and the softmax over it."""
    axis = whole(graph, -1)
    largest = graph.add("ReduceMax", logits, axis, keepdims=1)
    total = graph.add("ReduceSum", graph.add("Exp", graph.add("Sub", logits, largest)), axis, keepdims=1)
    return graph.add("Add", largest, graph.add("Log", total)), graph.add("Softmax", logits, axis=-1)


def _not_beside(graph: GraphBuilder, key: str) -> str:
    """``NEVER`` for a block, the one before and the one after, 0 for all others: ``(blocks, blocks)``."""
    count = graph.add(
        "Squeeze", graph.add("Slice", graph.add("Shape", key), whole(graph, 0), whole(graph, 1))
    )
    places = graph.add("Range", graph.constant(0, np.int64), count, graph.constant(1, np.int64))
    apart = graph.add("Abs", graph.add("Sub", places, graph.add("Unsqueeze", places, whole(graph, 1))))
    beside = graph.add("Cast", graph.add("Less", apart, graph.constant(2, np.int64)), to=TensorProto.FLOAT)
    return graph.add("Mul", beside, graph.constant(NEVER, np.float32))


def _queries(graph: GraphBuilder, x: str, heads: int, width: int) -> str:
    """``(blocks, block, size)`` with two coordinates more for each head: -|q|^2 / 2 and 1."""
    split = graph.add("Reshape", x, whole(graph, 0, 0, heads, width))
    scaled = graph.add("Mul", split, graph.constant(width**-0.25, np.float32))
    squares = graph.add("ReduceSumSquare", scaled, whole(graph, -1), keepdims=1)
    halves = graph.add("Mul", squares, graph.constant(-0.5, np.float32))
    length = graph.add(
        "Add", graph.add("Mul", squares, graph.constant(0, np.float32)), graph.constant(1, np.float32)
    )
    extended = graph.add("Concat", scaled, halves, length, axis=-1)
    return graph.add("Reshape", extended, whole(graph, 0, 0, heads * (width + 2)))


def _keys(graph: GraphBuilder, x: str, heads: int, width: int) -> str:
    """``(blocks, keys, size)`` with two coordinates more for each head, both 0."""
    split = graph.add("Reshape", x, whole(graph, 0, 0, heads, width))
    scaled = graph.add("Mul", split, graph.constant(width**-0.25, np.float32))
    extended = graph.add("Pad", scaled, whole(graph, 0, 2), "", whole(graph, 3))
    return graph.add("Reshape", extended, whole(graph, 0, 0, heads * (width + 2)))


def _feature_keys(graph: GraphBuilder, logs: str, states: Projected, mechanism: HybridAttention) -> str:
    """The directions, then 1, then the logs of the sums: ``(blocks, features, heads (head_dim + 2))``."""
    heads, width = states.heads, states.head_dim
    directions = scaled_directions(mechanism) * width**0.25  # queries are scaled already
    with_one = np.concatenate([directions, np.ones((len(directions), 1))], axis=1)[None, :, None]
    alike = graph.constant(np.repeat(with_one, heads, axis=2).astype(np.float32))
    by_block = graph.add("Transpose", logs, perm=[2, 1, 0, 3])  # (blocks, features, heads, 1)
    last = graph.add("Sub", by_block, graph.constant(math.log(mechanism.features), np.float32))
    shape = graph.add(
        "Concat",
        graph.add("Slice", graph.add("Shape", last), whole(graph, 0), whole(graph, 3)),
        whole(graph, width + 1),
        axis=0,
    )
    keys = graph.add("Concat", graph.add("Expand", alike, shape), last, axis=-1)
    return graph.add("Reshape", keys, whole(graph, 0, 0, heads * (width + 2)))


def _for_all(graph: GraphBuilder, x: str, blocks: str) -> str:
    """``(1, keys, size)`` once for every block."""
    rest = graph.add("Slice", graph.add("Shape", x), whole(graph, 1), whole(graph, _END))
    return graph.add("Expand", x, graph.add("Concat", blocks, rest, axis=0))


def _ones(graph: GraphBuilder, x: str) -> str:
    """1 for every key of ``(blocks, keys, size)``, int32."""
    shape = graph.add("Slice", graph.add("Shape", x), whole(graph, 0), whole(graph, 2))
    return graph.add("Expand", graph.constant([1], np.int32), shape)
