"""A sequence cut into blocks, each a row of a batch, and the blocks beside each, as graph nodes."""

from __future__ import annotations

from typing import Any

from onnx import TensorProto, helper

from paperformer.learning.export.graph import CONTRIB, GraphBuilder
from paperformer.learning.export.projected import length_of, whole

_END = 2**62


class Blocks:
    """The blocks of sequences as long as one of them.

    Args:
        graph: Where the nodes go.
        like: One of the sequences, ``(1, length, size)``; the length may be 0.
        block: How many places a block has; the last one is filled up.
    """

    def __init__(self, graph: GraphBuilder, like: str, block: int) -> None:
        self._graph, self.block = graph, block
        self.length = length_of(graph, like)
        length = graph.add(
            "Max", self.length, whole(graph, 1)
        )  # a block that is all filling, rather than none
        lacking = graph.add("Mod", graph.add("Neg", length), whole(graph, block))
        self._rest = graph.add("Add", lacking, graph.add("Sub", length, self.length))

    def own(self, x: str, *size: int, axis: int = 1) -> str:
        """``(1, length, *size)`` (or ``(length,)`` with axis 0) -> ``(blocks, block, *size)``."""
        return self._cut(x, self._margins(0), axis, *size)

    def near(self, x: str, *size: int, axis: int = 1) -> str:
        """For each block the one before, itself and the one after: ``(blocks, 3 block, *size)``."""
        blocks = self._cut(x, self._margins(self.block), axis, *size)
        ends = ((0, -2), (1, -1), (2, _END))
        parts = (
            self._graph.add("Slice", blocks, whole(self._graph, a), whole(self._graph, b)) for a, b in ends
        )
        return self._graph.add("Concat", *parts, axis=1)

    def exist(self) -> str:
        """1 for each place of the sequence, ``(length,)``, int32: cut it to see what is filling."""
        return self._graph.add(
            "ConstantOfShape", self.length, value=helper.make_tensor("one", TensorProto.INT32, [1], [1])
        )

    def joined(self, x: str, size: int) -> str:
        """``(blocks, block, size)`` -> ``(1, length, size)``."""
        flat = self._graph.add("Reshape", x, whole(self._graph, 1, -1, size))
        return self._graph.add("Slice", flat, whole(self._graph, 0), self.length, whole(self._graph, 1))

    def _margins(self, around: int) -> str:
        after = self._graph.add("Add", self._rest, whole(self._graph, around)) if around else self._rest
        return self._graph.add("Concat", whole(self._graph, around), after, axis=0)

    def _cut(self, x: str, margins: str, axis: int, *size: int) -> str:
        padded = self._graph.add("Pad", x, margins, "", whole(self._graph, axis))
        return self._graph.add("Reshape", padded, whole(self._graph, -1, self.block, *size))


def multi_head(
    graph: GraphBuilder,
    query: str,
    key: str,
    value: str,
    heads: int,
    *,
    exists: str = "",
    bias: str = "",
    scale: float | None = None,
) -> str:
    """ONNX Runtime's fused softmax attention.

    Args:
        graph: Where the nodes go.
        query: ``(batch, queries, heads head_dim)``.
        key: ``(batch, keys, heads head_dim)``.
        value: ``(batch, keys, heads value_dim)``.
        heads: How many.
        exists: 1 for the keys that may be seen, ``(batch, keys)``; left out, all.
        bias: Added to the logits, ``(1 or batch, 1 or heads, queries, keys)``.
        scale: What logits are multiplied with; left out, 1 / sqrt(head_dim).
    """
    inputs = [query, key, value, "", exists, bias]
    while not inputs[-1]:
        inputs.pop()
    settings: dict[str, Any] = {} if scale is None else {"scale": scale}
    return graph.add("MultiHeadAttention", *inputs, domain=CONTRIB, num_heads=heads, **settings)
