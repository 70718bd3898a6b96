"""The parts of a model as a diagram shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paperformer.transformer.config import AttentionConfig
from paperformer.transformer.config.tensors import ModelConfig, TensorSpec

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


def embedding_part(stack: str, tensors: tuple[TensorSpec, ...], name: str) -> Part:
    """The tables of a stack whose names begin so."""
    return plain_part(f"{stack}-embedding", "embedding", "Embedding", under(tensors, name))


def plain_part(
    key: str, kind: PartKind, title: str, tensors: tuple[TensorSpec, ...], operations: int = 0
) -> Part:
    """A part that stands once."""
    return Part(key, kind, title, tensors, learned_in(tensors), operations)


def under(tensors: tuple[TensorSpec, ...], name: str) -> tuple[TensorSpec, ...]:
    """The tensors whose names begin so."""
    return tuple(tensor for tensor in tensors if tensor.name.startswith(name))


def learned_in(tensors: tuple[TensorSpec, ...]) -> int:
    """How many learned numbers tensors hold."""
    return sum(tensor.size for tensor in tensors if tensor.learned)
