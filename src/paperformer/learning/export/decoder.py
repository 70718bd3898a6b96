"""A language model as an ONNX graph of one step, from new tokens and a cache to logits and the next cache.

Inputs: ``ids`` (batch, new; int64), and for each layer ``key_N`` and ``value_N`` (batch, heads, past, width),
of length 0 before the first token. Outputs: ``logits`` (batch, vocabulary) of what follows the last token,
and ``new_key_N`` and ``new_value_N``, the next step's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto
from torch import Tensor, nn

from paperformer.errors import ModelMismatch
from paperformer.learning.export.graph import CONTRIB, GraphBuilder, Precision, array
from paperformer.learning.export.projected import whole
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.decoder import DecoderLayer
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.feedforward import FeedForward, GatedFeedForward
from paperformer.transformer.lora import adapters
from paperformer.transformer.residual import PreNorm, Residual

OUTPUT = "new_"  # stands before the name of a cache that comes out


def export_decoder(
    decoder: Decoder, path: Path, *, precision: Precision = "float32", max_positions: int | None = None
) -> Path:
    """Write the graph of ``decoder`` in evaluation; ``OnnxDecoder`` runs it.

    Args:
        decoder: With softmax attention.
        path: The file.
        precision: Of matrices and tables: ``float32``, or ``int8`` with a scale a row.
        max_positions: Places of positions that have no end by themselves; None is the config's.

    Raises:
        ModelMismatch: it has a part that has no graph form, or the file cannot be written.
    """
    model = decoder_graph(decoder, precision, max_positions or decoder.config.max_positions)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(model.SerializeToString())
    except (OSError, ValueError) as error:  # the second: more than a file of two gigabytes can hold
        raise ModelMismatch(f"{path} cannot be written ({error})", "Choose another file") from error
    return path


def decoder_graph(decoder: Decoder, precision: Precision, max_positions: int) -> onnx.ModelProto:
    """The graph of ``decoder``.

    Raises:
        ModelMismatch: it has a part that has no graph form.
    """
    if any(True for _ in adapters(decoder)):
        raise ModelMismatch("the decoder has adapters", "Merge them first (merge_lora)")
    if decoder.config.positions in ("alibi", "relative"):
        raise ModelMismatch(f"no graph is made of {decoder.config.positions} positions", "Use rotary ones")
    graph = GraphBuilder(precision)
    step = _Step(graph, decoder, max_positions)
    hidden = step.embedded()
    inputs: dict[str, tuple[int, list[str | int]]] = {"ids": (TensorProto.INT64, ["batch", "new"])}
    outputs: dict[str, tuple[str, list[str | int]]] = {}
    for number, layer in enumerate(decoder.decoder.layers):
        assert isinstance(layer, DecoderLayer)
        hidden, cache = step.layer(hidden, layer, number)
        for name, (node, heads, width) in cache.items():
            inputs[name] = (TensorProto.FLOAT, ["batch", heads, "past", width])
            outputs[OUTPUT + name] = (node, ["batch", heads, "length", width])
    last = graph.add(
        "Gather", _normed(graph, hidden, decoder.decoder.norm), graph.constant(-1, np.int64), axis=1
    )
    logits = step.scored(last)
    return graph.finished(inputs, {"logits": (logits, ["batch", decoder.config.vocabulary_size]), **outputs})


@dataclass(frozen=True, slots=True)
class _Rotation:
    """Cosines and sines of the new places, ``(new, head_dim / 2)``."""

    cos: str
    sin: str


class _Step:
    """The nodes of a step; what all layers share is made once."""

    def __init__(self, graph: GraphBuilder, decoder: Decoder, max_positions: int) -> None:
        self._graph, self._decoder = graph, decoder
        past = graph.add("Shape", "key_0", start=2, end=3)  # (1,)
        new = graph.add("Shape", "ids", start=1, end=2)
        length = graph.add("Add", past, new)
        first, end = (graph.add("Squeeze", x, whole(graph, 0)) for x in (past, length))
        unit = graph.constant(1, np.int64)
        self._places = graph.add("Range", first, end, unit)  # (new,)
        keys = graph.add("Range", graph.constant(0, np.int64), end, unit)  # (length,)
        self._seen = graph.add(
            "LessOrEqual", keys, graph.add("Unsqueeze", self._places, whole(graph, 1))
        )  # (new, length)
        self._rotation = self._turns(max_positions)
        self._max_positions = max_positions

    def embedded(self) -> str:
        """First states of the new tokens, ``(batch, new, size)``."""
        graph, embedding = self._graph, self._decoder.embedding
        hidden = graph.rows(embedding.token.weight, "ids", "token")
        if embedding.scale != 1.0:
            hidden = graph.add("Mul", hidden, graph.constant(embedding.scale, np.float32))
        if embedding.position is None:
            return hidden
        table = array(embedding.position(self._max_positions))
        return graph.add("Add", hidden, graph.rows(table, self._places, "position"))

    def layer(self, x: str, layer: DecoderLayer, number: int) -> tuple[str, dict[str, tuple[str, int, int]]]:
        """The states after a layer, and its cache after the new tokens: by name node, heads and width."""
        cache: dict[str, tuple[str, int, int]] = {}

        def attend(h: str) -> str:
            output, after = self._attention(h, layer.attention, number)
            cache.update(after)
            return output

        x = self._around(x, layer.attention_residual, attend)
        feedforward, residual = layer.feedforward, layer.feedforward_residual
        if feedforward is not None and residual is not None:
            x = self._around(x, residual, lambda h: self._feedforward(h, feedforward, number))
        return x, cache

    def scored(self, last: str) -> str:
        """The scores of all tokens from the state of the last one, ``(batch, vocabulary)``."""
        head, table = self._decoder.head, self._decoder.embedding.token.weight
        if not isinstance(head, nn.Linear):
            raise ModelMismatch(f"{type(head).__name__} has no graph form", "Give the decoder its own head")
        if head.weight is table and self._graph.precision == "float32":  # stored once
            return self._graph.add("Gemm", last, "token", transB=1)
        return self._graph.linear(last, head.weight, head.bias, "head")

    def _around(self, x: str, residual: Residual, sublayer: Callable[[str], str]) -> str:
        graph, before = self._graph, isinstance(residual, PreNorm)
        change = sublayer(_normed(graph, x, residual.norm) if before else x)
        changed = graph.add("Add", x, change) if residual.residual else change
        return changed if before else _normed(graph, changed, residual.norm)

    def _attention(
        self, x: str, attention: MultiHeadAttention, number: int
    ) -> tuple[str, dict[str, tuple[str, int, int]]]:
        if not isinstance(attention.mechanism, SoftmaxAttention):
            raise ModelMismatch(
                f"{type(attention.mechanism).__name__} has no graph form with a cache",
                "Use softmax attention",
            )
        graph, shared = self._graph, attention.key_value_heads
        width = attention.key.out_features // shared
        query = self._heads(x, attention.query, attention.heads, f"layer{number}.query")
        key = self._heads(x, attention.key, shared, f"layer{number}.key")
        value = self._heads(x, attention.value, shared, f"layer{number}.value")
        if self._rotation is not None:
            query, key = self._turned(query), self._turned(key)
        keys = graph.add("Concat", f"key_{number}", key, axis=2)  # (batch, shared, length, width)
        values = graph.add("Concat", f"value_{number}", value, axis=2)
        group = attention.heads // shared
        grouped = graph.add("Reshape", query, whole(graph, 0, shared, group, -1, width))
        one_each = [graph.add("Unsqueeze", part, whole(graph, 2)) for part in (keys, values)]
        transposed = graph.add("Transpose", one_each[0], perm=[0, 1, 2, 4, 3])
        logits = graph.add(
            "Mul", graph.add("MatMul", grouped, transposed), graph.constant(width**-0.5, np.float32)
        )  # (batch, shared, group, new, length)
        hidden = graph.add("Where", self._seen, logits, graph.constant(-np.inf, np.float32))
        mixed = graph.add("MatMul", graph.add("Softmax", hidden, axis=-1), one_each[1])
        value_width = attention.value.out_features // shared
        apart = graph.add("Reshape", mixed, whole(graph, 0, attention.heads, -1, value_width))
        joined = graph.add(
            "Reshape", graph.add("Transpose", apart, perm=[0, 2, 1, 3]), whole(graph, 0, 0, -1)
        )
        output = self._linear(joined, attention.output, f"layer{number}.output")
        cache = {f"key_{number}": (keys, shared, width), f"value_{number}": (values, shared, value_width)}
        return output, cache

    def _heads(self, x: str, projection: nn.Linear, heads: int, name: str) -> str:
        """``(batch, new, size)`` -> ``(batch, heads, new, width)``."""
        graph = self._graph
        split = graph.add("Reshape", self._linear(x, projection, name), whole(graph, 0, 0, heads, -1))
        return graph.add("Transpose", split, perm=[0, 2, 1, 3])

    def _turned(self, x: str) -> str:
        """Queries or keys at their places; see ``paperformer.transformer.attention.rotary``."""
        graph, turn = self._graph, self._rotation
        if turn is None:
            return x
        first = graph.add("Split", x, outputs=2, axis=-1, num_outputs=2)
        second = f"{first}_1"
        left = graph.add("Sub", graph.add("Mul", first, turn.cos), graph.add("Mul", second, turn.sin))
        right = graph.add("Add", graph.add("Mul", second, turn.cos), graph.add("Mul", first, turn.sin))
        return graph.add("Concat", left, right, axis=-1)

    def _turns(self, max_positions: int) -> _Rotation | None:
        first = self._decoder.decoder.layers[0]
        rotary = first.attention.rotary if isinstance(first, DecoderLayer) else None
        if rotary is None:
            return None
        angles = torch.arange(max_positions).double()[:, None] * rotary.frequencies()
        cos, sin = (
            self._graph.add("Gather", self._graph.constant(array(table)), self._places, axis=0)
            for table in (angles.cos(), angles.sin())
        )
        return _Rotation(cos, sin)

    def _feedforward(self, x: str, network: FeedForward, number: int) -> str:
        name = f"layer{number}"
        wide = self._linear(x, network.inner, f"{name}.inner")
        if isinstance(network, GatedFeedForward):
            gate = self._linear(x, network.gate, f"{name}.gate")
            bent = self._graph.add("Mul", self._bent(gate, network.activation), wide)
        else:
            bent = self._bent(wide, network.activation)
        return self._linear(bent, network.outer, f"{name}.outer")

    def _bent(self, x: str, activation: nn.Module) -> str:
        match activation:
            case nn.GELU(approximate="tanh"):
                return self._graph.add("FastGelu", x, domain=CONTRIB)
            case nn.GELU():
                return self._graph.add("Gelu", x, domain=CONTRIB)
            case nn.SiLU():
                return self._graph.add("Mul", x, self._graph.add("Sigmoid", x))
            case nn.ReLU():
                return self._graph.add("Relu", x)
        raise ModelMismatch(f"{type(activation).__name__} has no graph form", "Use gelu, silu or relu")

    def _linear(self, x: str, layer: nn.Linear, name: str) -> str:
        return self._graph.linear(x, layer.weight, layer.bias, name)


def _normed(graph: GraphBuilder, x: str, norm: nn.Module | None) -> str:
    match norm:
        case None | nn.Identity():
            return x
        case nn.LayerNorm():
            return graph.layer_norm(x, norm.weight, norm.bias, norm.eps)
        case nn.RMSNorm(weight=Tensor() as weight, eps=float(epsilon)):
            return graph.rms_norm(x, weight, epsilon)
    raise ModelMismatch(f"{type(norm).__name__} has no graph form", "Use layer or rms norms")
