"""The one thing every attention mechanism is, and what those add that can go step by step."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from paperformer.transformer.mask import AnyMask


@runtime_checkable
class Attention(Protocol):
    """A weighted mean of values, the weights from queries and keys; heads are split already.

    ``mask`` is boolean and True means attend: ``(batch, key)`` for padding, or anything that broadcasts
    to ``(batch, heads, query, key)``. None attends everywhere and is the fastest. A masked key contributes
    nothing at all; a query that may see no key gives zeros.

    ``causal`` lets query i see keys up to i + (keys - queries), so that the last query sees all; ``mask``
    may take more away. A mechanism whose mathematics does not allow it raises ``InvalidConfig``.
    """

    def __call__(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query value_dim"]: ...

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query key"]:
        """The matrix that the call multiplies the values with, dropout aside: for tracing and tests.

        Its rows add up to 1 over the keys that may be seen. It costs memory of queries times keys.
        """
        ...


@runtime_checkable
class AttentionState(Protocol):
    """What a mechanism remembers of the tokens before, while it goes on step by step."""

    def reorder(self, indices: Int[Tensor, " rows"]) -> Any:
        """The state whose row i is row ``indices[i]`` of this one: for beams."""
        ...


State = TypeVar("State", bound=AttentionState)


@runtime_checkable
class StepwiseAttention(Attention, Protocol[State]):
    """A mechanism that can take causal attention a few tokens at a time, as decoding does.

    From ``initial_state`` on, the outputs of all ``step`` calls together equal one causal call.
    """

    def initial_state(
        self,
        batch: int,
        heads: int,
        head_dim: int,
        value_dim: int,
        *,
        dtype: torch.dtype,
        device: torch.device,
    ) -> State:
        """The state before the first token."""
        ...

    def step(
        self,
        query: Float[Tensor, "batch heads new head_dim"],
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        state: State,
    ) -> tuple[Float[Tensor, "batch heads new value_dim"], State]:
        """The outputs of one or more new tokens, and the state after them; ``state`` stays as it was."""
        ...


@runtime_checkable
class AttentionOnHidden(StepwiseAttention[State], Protocol[State]):
    """A mechanism with projections of its own beside the four of ``MultiHeadAttention``: Longformer's.

    Where ``needs_hidden`` is true, call, ``weights`` and ``step`` must be given ``hidden``, the states that
    queries, keys and values were projected from. Such a mechanism serves self-attention only.
    """

    @property
    def needs_hidden(self) -> bool:
        """Whether it cannot do without ``hidden``."""
        ...

    def __call__(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
        hidden: Float[Tensor, "batch key size"] | None = None,
    ) -> Float[Tensor, "batch heads query value_dim"]: ...

    def step(
        self,
        query: Float[Tensor, "batch heads new head_dim"],
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        state: State,
        *,
        hidden: Float[Tensor, "batch new size"] | None = None,
    ) -> tuple[Float[Tensor, "batch heads new value_dim"], State]: ...
