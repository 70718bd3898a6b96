"""Multi-head attention (Vaswani et al. 2017, section 3.2.2) around any mechanism."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.position_bias import PositionBias
from paperformer.transformer.attention.protocol import (
    Attention,
    AttentionOnHidden,
    AttentionState,
    StepwiseAttention,
)
from paperformer.transformer.attention.rotary import PlacedState, RotaryPositions
from paperformer.transformer.attention.softmax import KeyValueState, SoftmaxAttention
from paperformer.transformer.mask import AnyMask


class MultiHeadAttention(nn.Module):
    """Owns the four projections; what happens between them is the mechanism's.

    Every mechanism has therefore the same parameters, and weights move between them one to one. Heads of
    queries and keys may be of another width than those of values (d_k and d_v in the paper). Heads of queries
    may share those of keys and values, so many in a row each (Ainslie et al. 2023, arXiv 2305.13245).

    Args:
        query, key, value: Projections into the heads; their input widths may differ.
        output: Projection of the joined heads.
        heads: How many heads ``query`` and ``output`` hold.
        mechanism: The attention itself.
        key_value_heads: How many heads ``key`` and ``value`` hold; None is ``heads``.
        rotary: Turns queries and keys by their places; None where these are in the states, or of no account.
        bias: What softmax attention adds to its logits by distance; None adds nothing.
    """

    def __init__(
        self,
        *,
        query: nn.Linear,
        key: nn.Linear,
        value: nn.Linear,
        output: nn.Linear,
        heads: int,
        mechanism: Attention,
        key_value_heads: int | None = None,
        rotary: RotaryPositions | None = None,
        bias: PositionBias | None = None,
    ) -> None:
        super().__init__()
        self.query = query
        self.key = key
        self.value = value
        self.output = output
        self.heads = heads
        self.mechanism = mechanism
        self.key_value_heads = key_value_heads or heads
        self.rotary = rotary
        self.bias = bias

    def forward(
        self,
        query: Float[Tensor, "batch query query_size"],
        key: Float[Tensor, "batch key key_size"],
        value: Float[Tensor, "batch key value_size"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
        places: Int[Tensor, "batch key"] | None = None,
    ) -> Float[Tensor, "batch query output_size"]:
        """Self-attention where all three inputs are the same, cross-attention where they are not.

        Args:
            query: States that ask.
            key: States that are compared with.
            value: States that are averaged; in practice the same as ``key``.
            mask: True where a key may be seen, see ``Attention``.
            causal: Hide from every query the keys that come later.
            places: For rotary positions, where several texts share a row; None counts along the row.

        Raises:
            InvalidConfig: when the mechanism cannot be causal, or cannot follow the mask.
        """
        k, v = self.keys_and_values(key, value)
        q = self._split(self.query(query), self.heads)  # (batch, heads, query, head_dim)
        if self.rotary is not None:
            q, k = self.rotary(q, places=places), self.rotary(k, places=places)
        if isinstance(self.mechanism, AttentionOnHidden):
            return self._join(self.mechanism(q, k, v, mask, causal=causal, hidden=key))
        if isinstance(self.mechanism, SoftmaxAttention) and self.bias is not None:
            bias = self.bias(q.shape[2], k.shape[2])
            return self._join(self.mechanism(q, k, v, mask, causal=causal, bias=bias))
        return self._join(self.mechanism(q, k, v, mask, causal=causal))

    def keys_and_values(
        self,
        key: Float[Tensor, "batch key key_size"],
        value: Float[Tensor, "batch key value_size"],
    ) -> tuple[Float[Tensor, "batch shared key head_dim"], Float[Tensor, "batch shared key value_dim"]]:
        """What a memory has to offer, projected and split; decoding does this once for all its steps.

        Softmax attention shares heads itself and remembers each once; others are given every head.
        """
        k, v = (self._split(part, self.key_value_heads) for part in (self.key(key), self.value(value)))
        if self.key_value_heads == self.heads or self._shares:
            return k, v
        times = self.heads // self.key_value_heads
        return k.repeat_interleave(times, dim=1), v.repeat_interleave(times, dim=1)

    def attend(
        self,
        query: Float[Tensor, "batch query query_size"],
        keys: Float[Tensor, "batch shared key head_dim"],
        values: Float[Tensor, "batch shared key value_dim"],
        mask: AnyMask | None = None,
    ) -> Float[Tensor, "batch query output_size"]:
        """The same as ``forward``, from what ``keys_and_values`` gave."""
        return self._join(self.mechanism(self._split(self.query(query), self.heads), keys, values, mask))

    def initial_state(self, batch: int, *, dtype: torch.dtype, device: torch.device) -> AttentionState:
        """What causal self-attention remembers before the first token.

        Raises:
            InvalidConfig: when the mechanism cannot decode step by step.
        """
        head_dim = self.query.out_features // self.heads
        value_dim = self.value.out_features // self.key_value_heads
        if torch.is_autocast_enabled(device.type):
            dtype = torch.get_autocast_dtype(device.type)  # the type that the projections will give
        state: AttentionState = self._stepwise().initial_state(
            batch,
            self.key_value_heads if self._shares else self.heads,
            head_dim,
            value_dim,
            dtype=dtype,
            device=device,
        )
        return state if self.rotary is None else PlacedState(state, 0)

    def step(
        self, x: Float[Tensor, "batch new size"], state: AttentionState
    ) -> tuple[Float[Tensor, "batch new output_size"], AttentionState]:
        """Causal self-attention of new tokens to those in ``state`` and to themselves.

        Raises:
            InvalidConfig: when the mechanism cannot decode step by step.
        """
        k, v = self.keys_and_values(x, x)
        q = self._split(self.query(x), self.heads)
        if self.rotary is not None and isinstance(state, PlacedState):
            q, k = self.rotary(q, state.seen), self.rotary(k, state.seen)
            attended, after = self._step(q, k, v, state.attention, x)
            return self._join(attended), PlacedState(after, state.seen + x.shape[1])
        attended, state = self._step(q, k, v, state, x)
        return self._join(attended), state

    def _step(
        self, q: Tensor, k: Tensor, v: Tensor, state: AttentionState, x: Tensor
    ) -> tuple[Tensor, AttentionState]:
        mechanism = self._stepwise()
        if isinstance(mechanism, AttentionOnHidden):
            return mechanism.step(q, k, v, state, hidden=x)
        if isinstance(mechanism, SoftmaxAttention) and self.bias is not None:
            assert isinstance(state, KeyValueState)  # the mechanism's own
            bias = self.bias(q.shape[2], state.key.shape[2] + k.shape[2])
            return mechanism.step(q, k, v, state, bias)
        return mechanism.step(q, k, v, state)

    @property
    def _shares(self) -> bool:
        """Whether the mechanism itself lets several heads of queries share those of keys and values."""
        return isinstance(self.mechanism, SoftmaxAttention)

    def _stepwise(self) -> StepwiseAttention[AttentionState]:
        if isinstance(self.mechanism, StepwiseAttention):
            return self.mechanism
        raise InvalidConfig(
            f"{type(self.mechanism).__name__} cannot decode step by step",
            "Use softmax or performer attention in decoders",
        )

    def _split(self, x: Tensor, heads: int) -> Tensor:
        batch, length, _ = x.shape
        return x.view(batch, length, heads, -1).transpose(1, 2)

    def _join(self, attended: Tensor) -> Tensor:
        joined = attended.transpose(1, 2).flatten(2)  # (batch, query, heads * value_dim)
        return self.output(joined)  # type: ignore[no-any-return]
