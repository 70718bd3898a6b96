"""What a model of a config is made of: its parts, their parameters and their operations, nothing built.

Operations are those of matrix products, a multiplication and its addition being two, of one input of so many
tokens. Norms, softmax and activations are left out: they are few.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from paperformer.inspection.look.operations import (
    attention_operations,
    cell_operations,
    linear_operations,
)
from paperformer.transformer.config import (
    AttentionConfig,
    DecoderConfig,
    EncoderConfig,
    RecurrentConfig,
    Seq2SeqConfig,
    StackConfig,
)
from paperformer.transformer.config.attention import attention_of_each
from paperformer.transformer.config.tensors import ModelConfig, TensorSpec, tensors_of

PartKind = Literal["embedding", "attention", "cross", "feedforward", "cells", "norm", "pool", "head"]


@dataclass(frozen=True, slots=True)
class Part:
    """One box of the diagram.

    Args:
        key: Names it in the diagram, such as ``encoder-0-attention``.
        kind: What it is.
        title: What is written in it.
        tensors: What it holds: those of one layer, of parts that stand in several.
        parameters: Learned numbers, of all layers together.
        operations: Of all layers together.
        mechanism: Of an attention.
        block: Of an attention that sees its own block of so many tokens and the one on either side.
    """

    key: str
    kind: PartKind
    title: str
    tensors: tuple[TensorSpec, ...]
    parameters: int
    operations: int = 0
    mechanism: AttentionConfig | None = None
    block: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Layers in a row that are all alike.

    Args:
        first: The number of the first one.
        count: How many.
        parts: From the input up; a norm stands beside the part that it belongs to.
        words: Whether it runs on words instead of tokens.
    """

    first: int
    count: int
    parts: tuple[Part, ...]
    words: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """Embedding, blocks, and what stands on them.

    Args:
        name: ``encoder`` or ``decoder``.
        embedding: The sum of tables.
        blocks: From the input up.
        above: A last norm, a pooling of words, a head.
        tokens: How many it reads.
    """

    name: str
    embedding: Part
    blocks: tuple[Block, ...]
    above: tuple[Part, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Architecture:
    """A whole model."""

    config: ModelConfig
    kind: str
    stacks: tuple[Stack, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every part once, from the input up."""
        return tuple(
            part
            for stack in self.stacks
            for group in ((stack.embedding,), *(block.parts for block in stack.blocks), stack.above)
            for part in group
        )

    @property
    def parameters(self) -> int:
        """All learned numbers."""
        return sum(part.parameters for part in self.parts)

    @property
    def operations(self) -> int:
        """Those of one input."""
        return sum(part.operations for part in self.parts)


def architecture_of(config: ModelConfig, tokens: int = 128, written: int | None = None) -> Architecture:
    """The parts of a model.

    Args:
        config: Its shape.
        tokens: How many it reads, at most what it can.
        written: How many a decoder behind an encoder writes; None is as many.
    """
    tensors = tuple(tensors_of(config))
    if isinstance(config, RecurrentConfig):
        return Architecture(config, "recurrent", _recurrent(config, tensors, tokens, written or tokens))
    if isinstance(config, EncoderConfig):
        return Architecture(config, "encoder", (_encoder(config, tensors, tokens),))
    if isinstance(config, Seq2SeqConfig):
        stacks = _both(config, tensors, tokens, written or tokens)
        return Architecture(config, "seq2seq", stacks)
    return Architecture(config, "decoder", (_decoder(config, tensors, "embedding.", tokens),))


def _encoder(config: EncoderConfig, tensors: tuple[TensorSpec, ...], tokens: int) -> Stack:
    narrow = config.layers if config.narrow_after is None else config.narrow_after
    blocks = _blocks(config, tensors, "encoder", config.attentions, tokens, narrow=narrow)
    norm = _part("encoder-norm", "norm", "Norm", _under(tensors, "encoder.norm."))
    above = [norm] if norm.tensors else []
    return Stack("encoder", _embedding("encoder", tensors, "embedding."), blocks, tuple(above), tokens)


def _both(
    config: Seq2SeqConfig, tensors: tuple[TensorSpec, ...], tokens: int, written: int
) -> tuple[Stack, ...]:
    norm = _part("encoder-norm", "norm", "Norm", _under(tensors, "encoder.norm."))
    encoder = Stack(
        "encoder",
        _embedding("encoder", tensors, "source_embedding."),
        _blocks(config, tensors, "encoder", config.attentions, tokens),
        (norm,) if norm.tensors else (),
        tokens,
    )
    return encoder, _decoder(config, tensors, "target_embedding.", written, memory=tokens)


def _decoder(
    config: DecoderConfig,
    tensors: tuple[TensorSpec, ...],
    embedding: str,
    tokens: int,
    memory: int | None = None,
) -> Stack:
    layers = config.layers_of_decoder if isinstance(config, Seq2SeqConfig) else config.layers
    mechanisms = attention_of_each(config.causal_attention, layers)
    blocks = _blocks(config, tensors, "decoder", mechanisms, tokens, memory=memory)
    norm = _part("decoder-norm", "norm", "Norm", _under(tensors, "decoder.norm."))
    operations = linear_operations(tokens, config.hidden_size, config.vocabulary_size)
    head = _part("decoder-head", "head", "Scores of all tokens", _under(tensors, "head."), operations)
    above = (norm, head) if norm.tensors else (head,)
    return Stack("decoder", _embedding("decoder", tensors, embedding), blocks, above, tokens)


def _blocks(
    config: StackConfig,
    tensors: tuple[TensorSpec, ...],
    stack: str,
    mechanisms: tuple[AttentionConfig, ...],
    tokens: int,
    *,
    memory: int | None = None,
    narrow: int | None = None,
) -> tuple[Block, ...]:
    """Runs of layers that are alike; ``narrow`` is the first one that runs on words."""
    layers = enumerate(mechanisms)
    runs = groupby(layers, key=lambda one: (one[1], narrow is not None and one[0] >= narrow))
    blocks = []
    for (mechanism, words), run in runs:
        numbers = [number for number, _ in run]
        parts = _layer(config, tensors, stack, mechanism, numbers, tokens, memory, words=words)
        blocks.append(Block(numbers[0], len(numbers), parts, words))
    return tuple(blocks)


def _layer(
    config: StackConfig,
    tensors: tuple[TensorSpec, ...],
    stack: str,
    mechanism: AttentionConfig,
    numbers: list[int],
    tokens: int,
    memory: int | None,
    *,
    words: bool,
) -> tuple[Part, ...]:
    names = [f"{stack}.layers.{number}." for number in numbers]
    key, causal, count = f"{stack}-{numbers[0]}", stack == "decoder", len(numbers)
    block = config.block if isinstance(config, EncoderConfig) and not words else None
    block = None if block is None or tokens <= 2 * block else block  # so few see one another

    def part(
        kind: PartKind, title: str, below: str, operations: int = 0, of: AttentionConfig | None = None
    ) -> Part:
        held = [_under(tensors, name + below) for name in names]
        parameters = sum(_learned(group) for group in held)
        attention = mechanism if of is None else of
        shown = attention if kind in ("attention", "cross") else None
        return Part(
            f"{key}-{below.strip('.')}",
            kind,
            title,
            held[0],
            parameters,
            count * operations,
            shown,
            block if shown else None,
        )  # type: ignore[arg-type]

    if isinstance(config, EncoderConfig) and config.recurrent is not None:
        held = _under(tensors, names[0] + "rnn.")
        name = config.recurrent.upper()
        return (part("cells", f"{name}, both directions", "rnn.", cell_operations(tokens, held)),)
    title = f"{'Masked self' if causal else 'Self'}-attention"
    found = [
        part(
            "attention",
            title,
            "attention.",
            attention_operations(config, mechanism, tokens, tokens, causal=causal, block=block),
        ),
        part("norm", "Add & norm", "attention_residual."),
    ]
    if memory is not None and isinstance(config, Seq2SeqConfig):
        cross = config.memory_attention
        operations = attention_operations(config, cross, tokens, memory)
        found += [
            part("cross", "Cross-attention", "cross_attention.", operations, cross),
            part("norm", "Add & norm", "cross_attention_residual."),
        ]
    if config.feedforward_size:
        width = (3 if config.gated else 2) * config.feedforward_size
        operations = linear_operations(tokens, config.hidden_size, width)
        found += [
            part("feedforward", "Feed-forward", "feedforward.", operations),
            part("norm", "Add & norm", "feedforward_residual."),
        ]
    return tuple(found)


def _recurrent(
    config: RecurrentConfig, tensors: tuple[TensorSpec, ...], tokens: int, written: int
) -> tuple[Stack, ...]:
    size = config.hidden_size
    read = _under(tensors, "encoder.rnn.")
    write, bridge = _under(tensors, "decoder.rnn."), _under(tensors, "decoder.bridge.")
    asked = _under(tensors, "decoder.attention.")
    name = config.cell.upper()
    reading = _part("encoder-0-rnn", "cells", f"{name}, both directions", read, cell_operations(tokens, read))
    keys = linear_operations(tokens, 2 * size, size)
    per_pair = 2 * size + 4 * size  # a score and a share of the mean of annotations
    query = linear_operations(written, size, size) if config.scorer == "additive" else 0
    attention = _part(
        "decoder-0-attention",
        "cross",
        f"{config.scorer.capitalize()} attention",
        asked,
        keys + query + written * tokens * per_pair,
    )
    cells = _part(
        "decoder-0-rnn", "cells", name, (*bridge, *write), cell_operations(written, write) + 2 * size * size
    )
    readout = _under(tensors, "decoder.readout.")
    out = _part(
        "decoder-0-readout", "feedforward", "Readout", readout, linear_operations(written, 4 * size, size)
    )
    head = _part(
        "decoder-head",
        "head",
        "Scores of all tokens",
        _under(tensors, "head."),
        linear_operations(written, size, config.vocabulary_size),
    )
    embeddings = (_embedding("encoder", tensors, "source_"), _embedding("decoder", tensors, "target_"))
    return (
        Stack("encoder", embeddings[0], (Block(0, 1, (reading,)),), (), tokens),
        Stack("decoder", embeddings[1], (Block(0, 1, (attention, cells, out)),), (head,), written),
    )


def _embedding(stack: str, tensors: tuple[TensorSpec, ...], name: str) -> Part:
    return _part(f"{stack}-embedding", "embedding", "Embedding", _under(tensors, name))


def _part(key: str, kind: PartKind, title: str, tensors: tuple[TensorSpec, ...], operations: int = 0) -> Part:
    return Part(key, kind, title, tensors, _learned(tensors), operations)


def _under(tensors: tuple[TensorSpec, ...], name: str) -> tuple[TensorSpec, ...]:
    return tuple(one for one in tensors if one.name.startswith(name))


def _learned(tensors: tuple[TensorSpec, ...]) -> int:
    return sum(one.size for one in tensors if one.learned)
