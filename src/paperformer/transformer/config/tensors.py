"""Every tensor that a model of a config holds: name and shape, known before anything is built.

A file of weights can be compared with a config without making room for either, and a diagram can count
parameters without drawing random ones. A matrix that stands in several places has its first name alone, as
``Module.named_parameters`` has it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from paperformer.transformer.config.attention import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    attention_of_each,
)
from paperformer.transformer.config.decoder import DecoderConfig
from paperformer.transformer.config.encoder import EncoderConfig
from paperformer.transformer.config.recurrent import RecurrentConfig
from paperformer.transformer.config.seq2seq import Seq2SeqConfig
from paperformer.transformer.config.stack import StackConfig

ModelConfig = EncoderConfig | DecoderConfig | RecurrentConfig  # Seq2SeqConfig is a DecoderConfig
Shape = tuple[int, ...]
COORDINATES = ("x0", "y0", "x1", "y1", "width", "height")
GATES = {"gru": 3, "lstm": 4}
# Endings of what layers share, taken off by ``_shared_once``.
_SHARED, _OF_STACK = ".shared", ".of_stack"


@dataclass(frozen=True, slots=True)
class TensorSpec:
    """One tensor of a model.

    Args:
        name: In the model, such as ``encoder.layers.0.attention.query.weight``.
        shape: Its shape.
        learned: False for what is drawn once and only kept: the directions of random features.
    """

    name: str
    shape: Shape
    learned: bool = True

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)


def tensors_of(config: ModelConfig) -> Iterator[TensorSpec]:
    """All tensors of a model of this config, from the input up."""
    if isinstance(config, RecurrentConfig):
        yield from _recurrent(config)
    elif isinstance(config, EncoderConfig):
        yield from _encoder(config)
    elif isinstance(config, Seq2SeqConfig):
        yield from _seq2seq(config)
    else:
        yield from _token_embedding(config, "embedding", config.vocabulary_size)
        yield from _decoder(config)


def feature_count(config: PerformerConfig | HybridConfig, head_dim: int) -> int:
    """The features of a head: what the config says, or ``d log d`` rounded up to a multiple of 16."""
    return config.features or 16 * max(1, math.ceil(head_dim * math.log(head_dim) / 16))


def layer_tensors(
    config: StackConfig, mechanism: AttentionConfig, name: str, *, cross: AttentionConfig | None = None
) -> Iterator[TensorSpec]:
    """Those of a layer with attention; ``cross`` is the mechanism of its attention to a memory."""
    yield from _attention(config, mechanism, f"{name}.attention")
    if config.positions == "relative":
        shape = (config.relative_buckets, config.heads)
        yield TensorSpec(f"{name}.attention.bias.table.weight{_OF_STACK}", shape)
    if config.norm != "none":
        yield from _norm(config, f"{name}.attention_residual.norm")
    if cross is not None:
        yield from _attention(config, cross, f"{name}.cross_attention")
        if config.norm != "none":
            yield from _norm(config, f"{name}.cross_attention_residual.norm")
    if config.feedforward_size:
        yield from _feedforward(config, f"{name}.feedforward")
        if config.norm != "none":
            yield from _norm(config, f"{name}.feedforward_residual.norm")


def _encoder(config: EncoderConfig) -> Iterator[TensorSpec]:
    size, layout = config.hidden_size, config.layout
    yield TensorSpec("embedding.token.weight", (config.vocabulary_size, size))
    yield from _positions(config, "embedding")
    if config.segment_types:
        yield TensorSpec("embedding.segment.weight", (config.segment_types, size))
    if layout is not None:
        for name in COORDINATES:
            yield TensorSpec(f"embedding.layout.{name}.weight", (layout.buckets, size))
        yield TensorSpec("embedding.layout.page.weight", (layout.pages, size))
    if config.norm != "none":
        yield from _norm(config, "embedding.norm")
    if config.recurrent is not None:
        for number in range(config.layers):
            name = f"encoder.layers.{number}.rnn"
            yield from _cells(name, config.recurrent, size, size // 2, layers=1, directions=2)
        return
    yield from _shared_once(_layers(config, config.attentions, "encoder"))
    if config.norm == "pre":
        yield from _norm(config, "encoder.norm")


def _seq2seq(config: Seq2SeqConfig) -> Iterator[TensorSpec]:
    own = config.source_vocabulary_size
    yield from _token_embedding(config, "source_embedding", own or config.vocabulary_size)
    yield from _shared_once(_everything(config))


def _everything(config: Seq2SeqConfig) -> Iterator[TensorSpec]:
    yield from _layers(config, config.attentions, "encoder")
    if config.ends_in_norm:
        yield from _norm(config, "encoder.norm")
    table = None if config.source_vocabulary_size is None else config.vocabulary_size
    yield from _token_embedding(config, "target_embedding", table)
    yield from _decoder(config)


def _decoder(config: DecoderConfig) -> Iterator[TensorSpec]:
    """Stack and head."""
    both = isinstance(config, Seq2SeqConfig)
    layers = config.layers_of_decoder if isinstance(config, Seq2SeqConfig) else config.layers
    cross = config.memory_attention if isinstance(config, Seq2SeqConfig) else None
    mechanisms = attention_of_each(config.causal_attention, layers)
    stack = _layers(config, mechanisms, "decoder", cross=cross)
    yield from stack if both else _shared_once(stack)
    if config.ends_in_norm:
        yield from _norm(config, "decoder.norm")
    if not config.tied:
        yield TensorSpec("head.weight", (config.vocabulary_size, config.hidden_size))
    if config.head_bias:
        yield TensorSpec("head.bias", (config.vocabulary_size,))


def _layers(
    config: StackConfig,
    mechanisms: tuple[AttentionConfig, ...],
    name: str,
    *,
    cross: AttentionConfig | None = None,
) -> Iterator[TensorSpec]:
    for number, mechanism in enumerate(mechanisms):
        yield from layer_tensors(config, mechanism, f"{name}.layers.{number}", cross=cross)


def _token_embedding(config: DecoderConfig, name: str, rows: int | None) -> Iterator[TensorSpec]:
    """Table and positions; ``rows`` is None where the table is another's."""
    if rows is not None:
        yield TensorSpec(f"{name}.token.weight", (rows, config.hidden_size))
    yield from _positions(config, name)


def _positions(config: StackConfig, name: str) -> Iterator[TensorSpec]:
    if config.positions == "learned":
        yield TensorSpec(f"{name}.position.table.weight", (config.max_positions, config.hidden_size))


def _attention(config: StackConfig, mechanism: AttentionConfig, name: str) -> Iterator[TensorSpec]:
    size, heads, shared = config.hidden_size, config.heads, config.shared_heads
    bias = config.biases != "none"
    yield from _linear(f"{name}.query", size, heads * config.head_dim, bias=bias)
    yield from _linear(f"{name}.key", size, shared * config.head_dim, bias=bias)
    yield from _linear(f"{name}.value", size, shared * config.value_dim, bias=bias)
    yield from _linear(f"{name}.output", heads * config.value_dim, size, bias=config.biases == "all")
    yield from _mechanism(config, mechanism, f"{name}.mechanism")


def _mechanism(config: StackConfig, mechanism: AttentionConfig, name: str) -> Iterator[TensorSpec]:
    """What a mechanism holds beside the projections."""
    if isinstance(mechanism, PerformerConfig | HybridConfig):
        rows = feature_count(mechanism, config.head_dim)
        rows = rows // 2 if mechanism.feature_map == "hyperbolic" else rows
        yield TensorSpec(f"{name}.directions", (rows, config.head_dim), learned=False)
    elif isinstance(mechanism, LongformerConfig) and mechanism.own_projections:
        size, wide = config.hidden_size, config.heads * config.head_dim
        yield from _linear(f"{name}.projections.query", size, wide)
        yield from _linear(f"{name}.projections.key", size, wide)
        yield from _linear(f"{name}.projections.value", size, config.heads * config.value_dim)
    elif isinstance(mechanism, LinformerConfig):
        heads = config.heads if mechanism.sharing == "none" else 1
        shape = (heads, mechanism.projected_length, mechanism.max_length)
        shared = _SHARED if mechanism.sharing == "layers" else ""
        yield TensorSpec(f"{name}.projections.key{shared}", shape)
        if mechanism.sharing in ("none", "heads"):
            yield TensorSpec(f"{name}.projections.value", shape)


def _shared_once(tensors: Iterator[TensorSpec]) -> Iterator[TensorSpec]:
    """Without the second and later of what layers share, of a shape or within their stack."""
    seen: set[tuple[str, Shape]] = set()
    for tensor in tensors:
        name = tensor.name.removesuffix(_SHARED).removesuffix(_OF_STACK)
        stack = name.partition(".layers.")[0] if tensor.name.endswith(_OF_STACK) else ""
        if name == tensor.name:
            yield tensor
        elif (stack, tensor.shape) not in seen:
            seen.add((stack, tensor.shape))
            yield TensorSpec(name, tensor.shape)


def _feedforward(config: StackConfig, name: str) -> Iterator[TensorSpec]:
    size, inner, bias = config.hidden_size, config.feedforward_size, config.biases == "all"
    yield from _linear(f"{name}.inner", size, inner, bias=bias)
    yield from _linear(f"{name}.outer", inner, size, bias=bias)
    if config.gated:
        yield from _linear(f"{name}.gate", size, inner, bias=bias)


def _norm(config: StackConfig, name: str) -> Iterator[TensorSpec]:
    yield TensorSpec(f"{name}.weight", (config.hidden_size,))
    if config.norm_kind == "layer":
        yield TensorSpec(f"{name}.bias", (config.hidden_size,))


def _linear(name: str, inputs: int, outputs: int, *, bias: bool = True) -> Iterator[TensorSpec]:
    yield TensorSpec(f"{name}.weight", (outputs, inputs))
    if bias:
        yield TensorSpec(f"{name}.bias", (outputs,))


def _recurrent(config: RecurrentConfig) -> Iterator[TensorSpec]:
    size, layers, cell = config.hidden_size, config.layers, config.cell
    rows = config.source_vocabulary_size
    yield TensorSpec("source_embedding.weight", (rows or config.vocabulary_size, size))
    yield from _cells("encoder.rnn", cell, size, size, layers=layers, directions=2)
    if rows is not None:
        yield TensorSpec("target_embedding.weight", (config.vocabulary_size, size))
    yield from _linear("decoder.bridge", size, layers * size)
    yield from _linear("decoder.attention.key", 2 * size, size, bias=False)
    if config.scorer == "additive":
        yield from _linear("decoder.attention.scorer.query", size, size)
        yield from _linear("decoder.attention.scorer.score", size, 1, bias=False)
    yield from _cells("decoder.rnn", cell, 3 * size, size, layers=layers, directions=1)
    yield from _linear("decoder.readout", 4 * size, size)
    if not config.tied:
        yield TensorSpec("head.weight", (config.vocabulary_size, size))


def _cells(
    name: str, cell: str, inputs: int, size: int, *, layers: int, directions: int
) -> Iterator[TensorSpec]:
    rows = GATES[cell] * size
    for layer in range(layers):
        given = inputs if layer == 0 else directions * size
        for ending in ("", "_reverse")[:directions]:
            yield TensorSpec(f"{name}.weight_ih_l{layer}{ending}", (rows, given))
            yield TensorSpec(f"{name}.weight_hh_l{layer}{ending}", (rows, size))
            yield TensorSpec(f"{name}.bias_ih_l{layer}{ending}", (rows,))
            yield TensorSpec(f"{name}.bias_hh_l{layer}{ending}", (rows,))
