"""The one thing every attention mechanism is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from jaxtyping import Float
from torch import Tensor

from paperformer.transformer.mask import AnyMask


@runtime_checkable
class Attention(Protocol):
    """A weighted mean of values, the weights from queries and keys; heads are split already.

    ``mask`` is boolean and True means attend: ``(batch, key)`` for padding, or anything that broadcasts
    to ``(batch, heads, query, key)``. None attends everywhere and is the fastest. A masked key contributes
    nothing at all; a query that may see no key gives zeros.
    """

    def __call__(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
    ) -> Float[Tensor, "batch heads query value_dim"]: ...
