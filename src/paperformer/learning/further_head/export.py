"""The head as an ONNX graph: features (count, 384, 1, columns) to probabilities (count, columns, classes)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto
from torch import nn

from paperformer.errors import ModelMismatch
from paperformer.learning.export.blocks import multi_head
from paperformer.learning.export.graph import GraphBuilder, array
from paperformer.learning.further_head.head import CHANNELS, ConvolutionBlock, ScriptHead
from paperformer.transformer.encoder import EncoderLayer


def export(head: ScriptHead, out: Path) -> None:
    """Write the graph of the head in evaluation."""
    graph = GraphBuilder("float32")
    features = graph.add("Squeeze", "features", graph.constant([2], np.int64))
    reduced = _convolved(graph, features, head.reduce)
    local = graph.add("Add", reduced, _convolved(graph, reduced, head.local))
    columns = graph.add("Transpose", local, perm=[0, 2, 1])
    for number, layer in enumerate(head.mixing.layers):
        columns = _mixed(graph, columns, layer, f"layer_{number}")
    columns = _normed(graph, columns, head.mixing.norm)
    shortcut = graph.add("Transpose", _convolved(graph, features, head.shortcut), perm=[0, 2, 1])
    scores = graph.linear(
        graph.add("Add", columns, shortcut), head.classes.weight, head.classes.bias, "classes"
    )
    probabilities = graph.add("Softmax", scores, axis=-1)
    shape = ["count", "columns", head.classes.out_features]
    model = graph.finished(
        {"features": (TensorProto.FLOAT, ["count", CHANNELS, 1, "columns"])},
        {"probabilities": (probabilities, shape)},
    )
    onnx.save(model, str(out))


def _convolved(graph: GraphBuilder, x: str, block: ConvolutionBlock) -> str:
    convolution, norm = block.convolution, block.norm
    (kernel,) = convolution.kernel_size
    x = graph.add(
        "Conv",
        x,
        graph.constant(array(convolution.weight)),
        pads=[kernel // 2, kernel // 2],
        group=convolution.groups,
    )
    settled = (norm.weight, norm.bias, norm.running_mean, norm.running_var)
    constants = (graph.constant(array(item)) for item in settled if item is not None)
    return _bent(graph, graph.add("BatchNormalization", x, *constants, epsilon=norm.eps))


def _mixed(graph: GraphBuilder, x: str, layer: nn.Module, name: str) -> str:
    if not isinstance(layer, EncoderLayer) or layer.feedforward is None or layer.feedforward_residual is None:
        raise ModelMismatch(f"{name} has no attention with a feed-forward network", "Keep the head as it is")
    attention, feedforward = layer.attention, layer.feedforward
    before = _normed(graph, x, layer.attention_residual.norm)
    query, key, value = (
        graph.linear(before, projection.weight, projection.bias, f"{name}.{part}")
        for part, projection in (
            ("query", attention.query),
            ("key", attention.key),
            ("value", attention.value),
        )
    )
    seen = multi_head(graph, query, key, value, attention.heads)
    x = graph.add("Add", x, graph.linear(seen, attention.output.weight, attention.output.bias, f"{name}.out"))
    before = _normed(graph, x, layer.feedforward_residual.norm)
    wide = graph.linear(before, feedforward.inner.weight, feedforward.inner.bias, f"{name}.inner")
    outer = feedforward.outer
    return graph.add("Add", x, graph.linear(_bent(graph, wide), outer.weight, outer.bias, f"{name}.outer"))


def _normed(graph: GraphBuilder, x: str, norm: nn.Module | None) -> str:
    if not isinstance(norm, nn.LayerNorm):
        raise ModelMismatch("a layer has no layer norm", "Keep the head as it is")
    return graph.layer_norm(x, norm.weight, norm.bias, norm.eps)


def _bent(graph: GraphBuilder, x: str) -> str:
    """SiLU."""
    return graph.add("Mul", x, graph.add("Sigmoid", x))
