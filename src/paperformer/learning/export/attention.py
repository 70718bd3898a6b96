"""Attention mechanisms as graph nodes, from projected queries, keys and values to the joined heads."""

from __future__ import annotations

from paperformer.errors import ModelMismatch
from paperformer.learning.export.blocks import Blocks, multi_head
from paperformer.learning.export.graph import GraphBuilder
from paperformer.learning.export.hybrid import hybrid
from paperformer.learning.export.linformer import linformer
from paperformer.learning.export.longformer import longformer
from paperformer.learning.export.performer import performer
from paperformer.learning.export.projected import Projected
from paperformer.transformer.attention.hybrid import HybridAttention
from paperformer.transformer.attention.linformer import LinformerAttention
from paperformer.transformer.attention.longformer import LongformerAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.attention.softmax import SoftmaxAttention


def attention_nodes(
    graph: GraphBuilder, states: Projected, mechanism: Attention, block: int | None = None
) -> str:
    """The mechanism over ``(1, length, size)`` inputs; the same shape comes out.

    Args:
        graph: Where the nodes go.
        states: What attends.
        mechanism: How it attends.
        block: Each token sees its own block of so many tokens and the one on either side; None sees all.

    Raises:
        ModelMismatch: the mechanism has no graph form.
    """
    match mechanism:
        case SoftmaxAttention() if block is not None:
            return _in_blocks(graph, states, block)
        case SoftmaxAttention():
            # Without a mask ONNX Runtime computes this in blocks: memory grows with length, not its square.
            return multi_head(graph, states.query, states.key, states.value, states.heads)
        case PerformerAttention():
            return performer(graph, states, mechanism)
        case LinformerAttention():
            return linformer(graph, states, mechanism)
        case LongformerAttention():
            return longformer(graph, states, mechanism)
        case HybridAttention():
            return hybrid(graph, states, mechanism)
    raise ModelMismatch(f"{type(mechanism).__name__} has no graph form", "Train with another mechanism")


def _in_blocks(graph: GraphBuilder, states: Projected, block: int) -> str:
    """Softmax attention block by block, each block a row of a batch, beside the keys of three blocks."""
    blocks = Blocks(graph, states.query, block)
    query = blocks.own(states.query, states.size)
    key, value = (blocks.near(x, states.size) for x in (states.key, states.value))
    seen = blocks.near(blocks.exist(), axis=0)
    mixed = multi_head(graph, query, key, value, states.heads, exists=seen)
    return blocks.joined(mixed, states.size)
