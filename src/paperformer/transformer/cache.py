"""What decoding remembers between its steps, so that no token is computed twice.

Self-attention's part belongs to the mechanism: keys and values for softmax, sums of constant size for
Performer. Cross-attention's keys and values are those of the whole memory, projected once.
"""

from __future__ import annotations

from dataclasses import dataclass

from jaxtyping import Bool, Float, Int
from torch import Tensor

from paperformer.transformer.attention.protocol import AttentionState


@dataclass(frozen=True, slots=True)
class MemoryState:
    """The memory as one layer's cross-attention sees it; the mask is True where it exists."""

    keys: Float[Tensor, "batch shared source head_dim"]
    values: Float[Tensor, "batch shared source value_dim"]
    mask: Bool[Tensor, "batch source"] | None

    def reorder(self, rows: Int[Tensor, " rows"]) -> MemoryState:
        """The state whose row i is row ``rows[i]`` of this one."""
        mask = None if self.mask is None else self.mask[rows]
        return MemoryState(self.keys[rows], self.values[rows], mask)


@dataclass(frozen=True, slots=True)
class LayerState:
    """One decoder layer's: of its self-attention and, where it has one, its cross-attention."""

    attention: AttentionState
    memory: MemoryState | None

    def reorder(self, rows: Int[Tensor, " rows"], *, same_source: bool = False) -> LayerState:
        """The state whose row i is row ``rows[i]`` of this one."""
        memory = self.memory
        if memory is not None and not same_source:
            memory = memory.reorder(rows)
        return LayerState(self.attention.reorder(rows), memory)


@dataclass(frozen=True, slots=True)
class DecoderState:
    """A whole decoder's, after ``length`` tokens."""

    layers: tuple[LayerState, ...]
    length: int

    def reorder(self, rows: Int[Tensor, " rows"], *, same_source: bool = False) -> DecoderState:
        """The state whose row i is row ``rows[i]`` of this one: rows may repeat, or be left out.

        Where ``same_source`` says that each of these two reads the same memory, it stays where it is.
        """
        layers = (layer.reorder(rows, same_source=same_source) for layer in self.layers)
        return DecoderState(tuple(layers), self.length)
