"""The position-wise feed-forward network (Vaswani et al. 2017, equation 2)."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn


class FeedForward(nn.Module):
    """outer(activation(inner(x))), the same at every position."""

    def __init__(self, *, inner: nn.Linear, activation: nn.Module, outer: nn.Linear) -> None:
        super().__init__()
        self.inner = inner
        self.activation = activation
        self.outer = outer

    def forward(self, x: Float[Tensor, "*batch size"]) -> Float[Tensor, "*batch size"]:
        return self.outer(self.activation(self.inner(x)))  # type: ignore[no-any-return]
