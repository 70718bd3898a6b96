"""The residual wrapper around every sub-layer, in the two orders in use."""

from __future__ import annotations

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn

from paperformer.transformer.dropout import Dropout

SubLayer = Callable[[Tensor], Tensor]


class PostNorm(nn.Module):
    """norm(x + dropout(sublayer(x))): the original order (Vaswani et al. 2017, section 3.1).

    Args:
        norm: A layer norm or RMS norm; the identity where a model shall do without.
        dropout: Probability, while training.
        residual: False leaves ``x +`` out, to see what it is good for.
    """

    def __init__(self, *, norm: nn.Module, dropout: float, residual: bool = True) -> None:
        super().__init__()
        self.norm = norm
        self.dropout = Dropout(dropout)
        self.residual = residual

    def forward(self, x: Float[Tensor, "*batch size"], sublayer: SubLayer) -> Float[Tensor, "*batch size"]:
        change = self.dropout(sublayer(x))
        return self.norm(x + change if self.residual else change)  # type: ignore[no-any-return]


class PreNorm(nn.Module):
    """x + dropout(sublayer(norm(x))): trains without warm-up (Xiong et al. 2020).

    Args:
        norm, dropout, residual: As in ``PostNorm``.
    """

    def __init__(self, *, norm: nn.Module, dropout: float, residual: bool = True) -> None:
        super().__init__()
        self.norm = norm
        self.dropout = Dropout(dropout)
        self.residual = residual

    def forward(self, x: Float[Tensor, "*batch size"], sublayer: SubLayer) -> Float[Tensor, "*batch size"]:
        change = self.dropout(sublayer(self.norm(x)))
        return x + change if self.residual else change  # type: ignore[no-any-return]


Residual = PostNorm | PreNorm
