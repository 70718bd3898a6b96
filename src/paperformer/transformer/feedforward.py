"""The position-wise feed-forward network (Vaswani et al. 2017, equation 2)."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from paperformer.transformer.dropout import Dropout

# Positions at a time where nothing is kept for a gradient: the widened states of so many stay in the cache.
SLICE = 512


class FeedForward(nn.Module):
    """outer(activation(inner(x))), the same at every position.

    Positions do not see one another, so that on a CPU long inputs go through it in slices (Kitaev et al.
    2020, section 3): the widened states, four times as large as all others, need not leave the cache.

    Args:
        inner, activation, outer: What widens, bends and narrows a state.
        dropout: Probability, while training, on the widened states.
    """

    def __init__(
        self, *, inner: nn.Linear, activation: nn.Module, outer: nn.Linear, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.inner = inner
        self.activation = activation
        self.dropout = Dropout(dropout)
        self.outer = outer

    def forward(self, x: Float[Tensor, "*batch size"]) -> Float[Tensor, "*batch size"]:
        if torch.is_grad_enabled() or x.device.type != "cpu" or x.shape[:-1].numel() <= 2 * SLICE:
            return self._network(x)
        parts = [self._network(part) for part in torch.split(x.flatten(0, -2), SLICE)]
        return torch.cat(parts).view(*x.shape[:-1], -1)

    def _network(self, x: Tensor) -> Tensor:
        return self.outer(self.dropout(self.activation(self.inner(x))))  # type: ignore[no-any-return]


class GatedFeedForward(FeedForward):
    """outer(activation(gate(x)) * inner(x)): with SiLU SwiGLU (Shazeer 2020, arXiv 2002.05202, equation 6).

    Args:
        gate: The projection that is bent, as wide as
        inner: the one that it multiplies.
        activation, outer, dropout: As in ``FeedForward``.
    """

    def __init__(
        self,
        *,
        gate: nn.Linear,
        inner: nn.Linear,
        activation: nn.Module,
        outer: nn.Linear,
        dropout: float = 0.0,
    ) -> None:
        super().__init__(inner=inner, activation=activation, outer=outer, dropout=dropout)
        self.gate = gate

    def _network(self, x: Tensor) -> Tensor:
        return self.outer(self.dropout(self.activation(self.gate(x)) * self.inner(x)))  # type: ignore[no-any-return]
