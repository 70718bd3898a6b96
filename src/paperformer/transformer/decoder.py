"""The decoder (Vaswani et al. 2017, section 3.1), with or without cross-attention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.cache import DecoderState, LayerState, MemoryState
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.mask import AnyMask
from paperformer.transformer.recompute import run_layer
from paperformer.transformer.residual import Residual


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention where there is a memory, and a feed-forward network if any.

    Args:
        attention: Over the tokens up to the present one.
        cross_attention: Over the memory; None in a decoder that stands alone.
        feedforward: The position-wise network, or None.
        attention_residual, cross_attention_residual, feedforward_residual: Around each of them.
    """

    def __init__(
        self,
        *,
        attention: MultiHeadAttention,
        attention_residual: Residual,
        cross_attention: MultiHeadAttention | None,
        cross_attention_residual: Residual | None,
        feedforward: FeedForward | None,
        feedforward_residual: Residual | None,
    ) -> None:
        super().__init__()
        self.attention = attention
        self.attention_residual = attention_residual
        self.cross_attention = cross_attention
        self.cross_attention_residual = cross_attention_residual
        self.feedforward = feedforward
        self.feedforward_residual = feedforward_residual

    def forward(
        self,
        x: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        *,
        memory: Float[Tensor, "batch source memory_size"] | None = None,
        memory_mask: AnyMask | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        """All tokens at once, none of which sees a later one.

        Raises:
            InvalidConfig: when a memory is lacking or not wanted, or a mechanism cannot be causal.
        """
        self._check(memory)
        x = self.attention_residual(x, lambda h: self.attention(h, h, h, mask, causal=True, places=places))
        cross, around = self.cross_attention, self.cross_attention_residual
        if cross is not None and around is not None:
            x = around(x, lambda h: cross(h, memory, memory, memory_mask))
        return self._fed_forward(x)

    def initial_state(
        self,
        batch: int,
        *,
        memory: Float[Tensor, "batch source memory_size"] | None,
        memory_mask: Bool[Tensor, "batch source"] | None,
        dtype: torch.dtype,
        device: torch.device,
    ) -> LayerState:
        """What the layer remembers before the first token; the memory's keys and values are made here.

        Raises:
            InvalidConfig: when a memory is lacking or not wanted, or the mechanism knows no steps.
        """
        self._check(memory)
        projected = None
        if self.cross_attention is not None and memory is not None:
            projected = MemoryState(*self.cross_attention.keys_and_values(memory, memory), memory_mask)
        return LayerState(self.attention.initial_state(batch, dtype=dtype, device=device), projected)

    def step(
        self, x: Float[Tensor, "batch new size"], state: LayerState
    ) -> tuple[Float[Tensor, "batch new size"], LayerState]:
        """The same as ``forward`` for the tokens that follow those in ``state``."""
        attention, memory = state.attention, state.memory

        def attend_to_past(h: Tensor) -> Tensor:
            nonlocal attention
            output, attention = self.attention.step(h, attention)
            return output

        x = self.attention_residual(x, attend_to_past)
        if (
            self.cross_attention is not None
            and self.cross_attention_residual is not None
            and memory is not None
        ):
            cross, keys, values, mask = self.cross_attention, memory.keys, memory.values, memory.mask
            x = self.cross_attention_residual(x, lambda h: cross.attend(h, keys, values, mask))
        return self._fed_forward(x), LayerState(attention, memory)

    def _fed_forward(self, x: Tensor) -> Tensor:
        if self.feedforward is None or self.feedforward_residual is None:
            return x
        return self.feedforward_residual(x, self.feedforward)  # type: ignore[no-any-return]

    def _check(self, memory: Tensor | None) -> None:
        if (memory is None) != (self.cross_attention is None):
            wants = "no memory" if self.cross_attention is None else "a memory"
            raise InvalidConfig(
                f"this decoder layer takes {wants}", "Give one exactly where the layer has cross-attention"
            )


class DecoderStack(nn.Module):
    """N layers.

    Args:
        layers: The layers, from the input up.
        norm: A last norm, which a pre-norm stack needs; None leaves it out.
    """

    def __init__(self, *, layers: Sequence[DecoderLayer], norm: nn.Module | None) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.recompute = False  # see ``recompute_activations``

    def forward(
        self,
        hidden: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        *,
        memory: Float[Tensor, "batch source memory_size"] | None = None,
        memory_mask: AnyMask | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        """States of all tokens; a later token has no say in an earlier one's.

        Args:
            hidden: States from the embedding.
            mask: True for the tokens that exist; None when all do.
            memory: The encoder's states; None in a decoder that stands alone.
            memory_mask: True for the states of the memory that exist.
            places: For rotary positions, where several texts share a row; None counts along the row.
        """
        for layer in self.layers:
            hidden = run_layer(
                layer,
                hidden,
                mask,
                memory=memory,
                memory_mask=memory_mask,
                places=places,
                recompute=self.recompute,
            )
        return hidden if self.norm is None else self.norm(hidden)

    def initial_state(
        self,
        batch: int,
        *,
        memory: Float[Tensor, "batch source memory_size"] | None = None,
        memory_mask: Bool[Tensor, "batch source"] | None = None,
        dtype: torch.dtype,
        device: torch.device,
    ) -> DecoderState:
        """The state before the first token of ``batch`` rows."""
        states = (
            layer.initial_state(batch, memory=memory, memory_mask=memory_mask, dtype=dtype, device=device)
            for layer in self._stack()
        )
        return DecoderState(tuple(states), length=0)

    def step(
        self, hidden: Float[Tensor, "batch new size"], state: DecoderState
    ) -> tuple[Float[Tensor, "batch new size"], DecoderState]:
        """States of the tokens that follow those in ``state``, which stays as it was."""
        after = []
        for layer, before in zip(self._stack(), state.layers, strict=True):
            hidden, remembered = layer.step(hidden, before)
            after.append(remembered)
        new = DecoderState(tuple(after), state.length + hidden.shape[1])
        return hidden if self.norm is None else self.norm(hidden), new

    def _stack(self) -> Iterator[DecoderLayer]:
        return cast(Iterator[DecoderLayer], iter(self.layers))
