"""The layout model as an ONNX graph: one document a run, nothing padded, nothing masked.

Inputs (int64): ``ids`` (tokens), ``boxes`` (tokens, 4), ``pages`` (tokens), ``pieces`` (words: how many
tokens each word has; a special token stands at both ends). Outputs (float32):
``inside``, ``pick``, ``begin`` and ``end`` (words, fields).
"""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from torch import nn

from paperformer.errors import ModelMismatch
from paperformer.extraction.scores import SCORES
from paperformer.learning.export.attention import attention_nodes
from paperformer.learning.export.graph import CONTRIB, GraphBuilder, Precision, array
from paperformer.learning.export.projected import Projected
from paperformer.learning.export.recurrent import recurrent_nodes
from paperformer.learning.layout_model import LayoutModel
from paperformer.transformer.config import EncoderConfig, LinformerConfig
from paperformer.transformer.embedding import BoxEmbedding, InputEmbedding
from paperformer.transformer.encoder import Encoder, EncoderLayer
from paperformer.transformer.recurrent_layer import RecurrentLayer

INPUTS: dict[str, list[str | int]] = {
    "ids": ["tokens"],
    "boxes": ["tokens", 4],
    "pages": ["tokens"],
    "pieces": ["words"],
}
# Settings that have one value only in graphs.
AS_USUAL = ("norm", "norm_kind", "activation", "gated", "biases", "key_value_heads", "key_size", "value_size")


def check_exportable(config: EncoderConfig) -> None:
    """Say early what no graph can be made of.

    Raises:
        ModelMismatch: the encoder has a part that has no graph form.
    """
    if config.layout is None:
        raise ModelMismatch("no graph is made of an encoder without layout", "Train with a layout")
    check_shape(config)


def check_shape(config: EncoderConfig) -> None:
    """Say what no graph can be made of, with layout or without.

    Raises:
        ModelMismatch: the encoder has a part that has no graph form.
    """
    plain = EncoderConfig(vocabulary_size=1, layers=config.layers)
    odd = [name for name in AS_USUAL if getattr(config, name) != getattr(plain, name)]
    if odd:
        raise ModelMismatch(
            f"no graph is made of an encoder with another {', '.join(odd)}",
            "Train with norm post, activation gelu, and heads as BERT has them",
        )
    if config.positions in ("rotary", "alibi", "relative"):
        raise ModelMismatch(f"no graph is made of {config.positions} positions", "Train with learned ones")
    for attention in config.attentions:
        if isinstance(attention, LinformerConfig) and attention.max_length < config.max_positions:
            raise ModelMismatch(
                f"linformer attention for {attention.max_length} places does not reach the encoder's "
                f"{config.max_positions}",
                "Train with attention.max_length of max_positions or more",
            )


def onnx_model(model: LayoutModel, precision: Precision) -> onnx.ModelProto:
    """The graph of ``model`` in evaluation.

    Raises:
        ModelMismatch: the model has a part that has no graph form.
    """
    config = model.config
    check_exportable(config)
    graph = GraphBuilder(precision)
    hidden = encoder_nodes(graph, model.encoder, config)
    if config.narrow_after in (None, config.layers):
        hidden = _pooled(graph, hidden, config.hidden_size)
    scores = graph.linear(hidden, model.head.scores.weight, model.head.scores.bias, "head")
    count = len(model.fields)
    flat = graph.add("Squeeze", scores, graph.constant([0], np.int64))
    columns = {}
    for number, name in enumerate(SCORES):
        ends = (number * count, (number + 1) * count, 1)
        columns[name] = graph.add("Slice", flat, *(graph.constant([v], np.int64) for v in ends))
    return graph.model(INPUTS, columns, ["words", count])


def encoder_nodes(graph: GraphBuilder, encoder: Encoder, config: EncoderConfig) -> str:
    """The states after the last layer, ``(1, states, size)``: of words where the config narrows before it.

    Args:
        graph: Where the nodes go.
        encoder: Post-norm and with GELU.
        config: Its config.

    Raises:
        ModelMismatch: the mechanism has no graph form.
    """
    hidden = _embedding(graph, encoder.embedding, config)
    narrow_after = config.layers if config.narrow_after is None else config.narrow_after
    for number, layer in enumerate(encoder.encoder.layers):
        if number == narrow_after:
            hidden = _pooled(graph, hidden, config.hidden_size)
        if isinstance(layer, RecurrentLayer):
            hidden = recurrent_nodes(graph, hidden, layer)
            continue
        block = config.block if number < narrow_after else None
        hidden = _layer(graph, hidden, layer, config.heads, f"layer{number}", block)  # type: ignore[arg-type]
    return hidden


def _embedding(graph: GraphBuilder, embedding: InputEmbedding, config: EncoderConfig) -> str:
    parts = [graph.rows(embedding.token.weight, "ids", "token")]
    positions = _positions(embedding, config)
    if positions is not None:
        length = graph.add("Squeeze", graph.add("Shape", "ids"), graph.constant([0], np.int64))
        places = graph.add("Range", graph.constant(0, np.int64), length, graph.constant(1, np.int64))
        parts.append(graph.rows(positions, places, "position"))
    if embedding.layout is not None:
        parts += _layout_rows(graph, embedding.layout)
    hidden = _normed(graph, graph.add("Sum", *parts), embedding.norm)
    return graph.add("Unsqueeze", hidden, graph.constant([0], np.int64))


def _positions(embedding: InputEmbedding, config: EncoderConfig) -> NDArray[np.float32] | None:
    """What is added to the token at each place, ``(places, size)``; every token is of segment 0."""
    if embedding.position is None and embedding.segment is None:
        return None
    rows = np.zeros((config.max_positions, config.hidden_size), np.float32)
    if embedding.position is not None:
        rows = rows + array(embedding.position(config.max_positions))
    return rows if embedding.segment is None else rows + array(embedding.segment.weight)[0]


def _layout_rows(graph: GraphBuilder, layout: BoxEmbedding) -> list[str]:
    """Rows of the seven tables; what lies beyond a table takes its last row."""
    boxes = graph.add("Min", "boxes", graph.constant(layout.buckets - 1, np.int64))
    x0, y0, x1, y1 = (graph.add("Gather", boxes, graph.constant(i, np.int64), axis=1) for i in range(4))
    zero = graph.constant(0, np.int64)
    width = graph.add("Max", graph.add("Sub", x1, x0), zero)
    height = graph.add("Max", graph.add("Sub", y1, y0), zero)
    page = graph.add("Min", "pages", graph.constant(layout.pages - 1, np.int64))
    indices = {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "width": width, "height": height, "page": page}
    return [graph.rows(getattr(layout, name).weight, index, name) for name, index in indices.items()]


def _layer(graph: GraphBuilder, x: str, layer: EncoderLayer, heads: int, name: str, block: int | None) -> str:
    attention, feedforward, after = layer.attention, layer.feedforward, layer.feedforward_residual
    if feedforward is None or after is None:
        raise ModelMismatch(f"{name} has no feed-forward network", "Train with one")
    q, k, v = (
        graph.linear(x, projection.weight, projection.bias, f"{name}.{part}")
        for part, projection in (
            ("query", attention.query),
            ("key", attention.key),
            ("value", attention.value),
        )
    )
    states = Projected(q, k, v, x, heads, attention.query.in_features)
    mixed = attention_nodes(graph, states, attention.mechanism, block)
    attended = graph.linear(mixed, attention.output.weight, attention.output.bias, f"{name}.output")
    x = _add_and_norm(graph, x, attended, layer.attention_residual.norm)
    inner = graph.linear(x, feedforward.inner.weight, feedforward.inner.bias, f"{name}.inner")
    active = graph.add("Gelu", inner, domain=CONTRIB)
    outer = graph.linear(active, feedforward.outer.weight, feedforward.outer.bias, f"{name}.outer")
    return _add_and_norm(graph, x, outer, after.norm)


def _add_and_norm(graph: GraphBuilder, x: str, change: str, norm: nn.Module) -> str:
    # Not an ``Add``: ONNX Runtime would fuse it to ``SkipLayerNormalization``, several times as slow.
    return _normed(graph, graph.add("Sum", x, change), norm)


def _normed(graph: GraphBuilder, x: str, norm: nn.Module) -> str:
    if not isinstance(norm, nn.LayerNorm):
        raise ModelMismatch("a layer has no layer norm", "Train with norm post")
    return graph.layer_norm(x, norm.weight, norm.bias, norm.eps)


def _pooled(graph: GraphBuilder, hidden: str, size: int) -> str:
    """Mean of every word's pieces: (1, tokens, size) -> (1, words, size); both ends are special tokens.

    A word's pieces follow one another, so that its sum is a difference of two running sums; in double
    precision, for a difference of large numbers. ScatterND would add as well, but several threads at once:
    the same document would not have the same answer twice.
    """
    first, last, axis = (graph.constant([v], np.int64) for v in (1, -1, 0))
    flat = graph.add("Squeeze", hidden, axis)
    inner = graph.add("Cast", graph.add("Slice", flat, first, last, axis), to=onnx.TensorProto.DOUBLE)
    running = graph.add("CumSum", inner, graph.constant(0, np.int64))
    running = graph.add("Concat", graph.constant(np.zeros((1, size), np.float64)), running, axis=0)
    ends = graph.add("CumSum", "pieces", graph.constant(0, np.int64))
    before = graph.add("Gather", running, graph.add("Sub", ends, "pieces"), axis=0)
    sums = graph.add("Sub", graph.add("Gather", running, ends, axis=0), before)
    counts = graph.add("Unsqueeze", "pieces", graph.constant([1], np.int64))
    means = graph.add("Div", sums, graph.add("Cast", counts, to=onnx.TensorProto.DOUBLE))
    return graph.add("Unsqueeze", graph.add("Cast", means, to=onnx.TensorProto.FLOAT), axis)
