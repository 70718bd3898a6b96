"""Longformer's sliding window and global tokens as graph nodes."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto

from paperformer.errors import ModelMismatch
from paperformer.learning.export.blocks import Blocks, multi_head
from paperformer.learning.export.graph import GraphBuilder, array
from paperformer.learning.export.projected import Projected, whole
from paperformer.transformer.attention.global_projections import GlobalProjections
from paperformer.transformer.attention.longformer import LongformerAttention

_SMALLEST = 32  # places of a block: products of fewer are slow
_NEVER = -1e30


def longformer(graph: GraphBuilder, states: Projected, mechanism: LongformerAttention) -> str:
    """Each block of queries beside the keys of three blocks and the global ones; then the global queries.

    Raises:
        ModelMismatch: the window has gaps.
    """
    if set(mechanism.dilation) != {1}:
        raise ModelMismatch("dilated windows have no graph form", "Train with attention.dilation 1")
    count = mechanism.global_tokens
    size = max(mechanism.window, count, _SMALLEST)
    blocks = Blocks(graph, states.query, size)
    key, value = (blocks.near(x, states.size) for x in (states.key, states.value))
    exists = blocks.exist()
    seen = blocks.near(_without_first(graph, blocks, exists, count), axis=0)
    if count:
        parts = [blocks.own(x, states.size) for x in (states.key, states.value)]
        first = [_first_for_all(graph, blocks.own(exists, axis=0), seen, count)]
        first += [
            _first_for_all(graph, part, near, count) for part, near in zip(parts, (key, value), strict=True)
        ]
        seen, key, value = (
            graph.add("Concat", led, near, axis=1)
            for led, near in zip(first, (seen, key, value), strict=True)
        )
    bias = graph.constant(_band(mechanism.window, size, count))
    query = blocks.own(states.query, states.size)
    mixed = multi_head(graph, query, key, value, states.heads, exists=seen, bias=bias)
    output = blocks.joined(mixed, states.size)
    if not count:
        return output
    rows = _global_rows(graph, states, count, mechanism.projections)
    ends = whole(graph, count), whole(graph, 2**62), whole(graph, 1)
    return graph.add("Concat", rows, graph.add("Slice", output, *ends), axis=1)


def _band(window: int, block: int, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """0 for keys at most ``window`` away and the global ones in front, ``(1, 1, block, count + 3 block)``."""
    distance = np.arange(3 * block) - block - np.arange(block)[:, None]
    band = np.where(np.abs(distance) <= window, 0.0, _NEVER)
    return np.concatenate([np.zeros((block, count)), band], axis=1).astype(np.float32)[None, None]


def _without_first(graph: GraphBuilder, blocks: Blocks, exists: str, count: int) -> str:
    """1 for every place but the first ``count``, which are seen as global ones and only so."""
    if not count:
        return exists
    places = graph.add(
        "Range",
        graph.constant(0, np.int64),
        graph.add("Squeeze", blocks.length, whole(graph, 0)),
        graph.constant(1, np.int64),
    )
    later = graph.add("GreaterOrEqual", places, graph.constant(count, np.int64))
    return graph.add("Cast", later, to=TensorProto.INT32)


def _first_for_all(graph: GraphBuilder, own: str, near: str, count: int) -> str:
    """The first ``count`` places of the first block, once for every block: ``(blocks, count, ...)``."""
    zero, unit = whole(graph, 0), whole(graph, 1)
    block = graph.add("Slice", own, zero, unit, zero)
    first = graph.add("Slice", block, zero, whole(graph, count), unit)
    blocks = graph.add("Slice", graph.add("Shape", near), zero, unit)
    rest = graph.add("Slice", graph.add("Shape", first), unit, whole(graph, 2**62))
    return graph.add("Expand", first, graph.add("Concat", blocks, rest, axis=0))


def _global_rows(
    graph: GraphBuilder, states: Projected, count: int, projections: GlobalProjections | None
) -> str:
    """What the global tokens, which see all, make of it: ``(1, count or fewer, size)``."""
    ends = whole(graph, 0), whole(graph, count), whole(graph, 1)
    if projections is None:
        asking = graph.add("Slice", states.query, *ends)
        return multi_head(graph, asking, states.key, states.value, states.heads)
    hidden = graph.add("Slice", states.hidden, *ends)
    query = graph.linear(hidden, projections.query.weight, projections.query.bias, _name(states, "query"))
    heads, width, size = states.heads, states.head_dim, states.size
    split = graph.add("Reshape", query, whole(graph, -1, heads, width))
    rows = graph.add("Transpose", split, perm=[1, 0, 2])  # (heads, count, head_dim)
    # Keys are W_k x: rather than all of them, the queries go through W_k; see GlobalProjections.attend.
    of_key = array(projections.key.weight).reshape(heads, width, size) * width**-0.5
    asking = graph.add("MatMul", rows, graph.constant(of_key.astype(np.float32)))  # (heads, count, size)
    logits = graph.add("MatMul", asking, graph.add("Transpose", states.hidden, perm=[0, 2, 1]))
    mean = graph.add("MatMul", graph.add("Softmax", logits, axis=-1), states.hidden)  # (heads, count, size)
    of_value = array(projections.value.weight).reshape(heads, width, size).transpose(0, 2, 1)
    mixed = graph.add("MatMul", mean, graph.constant(np.ascontiguousarray(of_value)))
    bias = array(projections.value.bias).reshape(heads, 1, width)
    joined = graph.add("Transpose", graph.add("Add", mixed, graph.constant(bias)), perm=[1, 0, 2])
    return graph.add("Reshape", joined, whole(graph, 1, -1, size))


def _name(states: Projected, part: str) -> str:
    return f"{states.query}.global_{part}"
