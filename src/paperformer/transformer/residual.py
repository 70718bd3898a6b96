"""The residual wrapper around every sub-layer, in the two orders in use."""

from __future__ import annotations

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn

from paperformer.transformer.dropout import Dropout

SubLayer = Callable[[Tensor], Tensor]


class PostNorm(nn.Module):
    """norm(x + dropout(sublayer(x))): the original order (Vaswani et al. 2017, section 3.1)."""

    def __init__(self, *, norm: nn.LayerNorm, dropout: float) -> None:
        super().__init__()
        self.norm = norm
        self.dropout = Dropout(dropout)

    def forward(self, x: Float[Tensor, "*batch size"], sublayer: SubLayer) -> Float[Tensor, "*batch size"]:
        return self.norm(x + self.dropout(sublayer(x)))  # type: ignore[no-any-return]


class PreNorm(nn.Module):
    """x + dropout(sublayer(norm(x))): trains without warm-up (Xiong et al. 2020)."""

    def __init__(self, *, norm: nn.LayerNorm, dropout: float) -> None:
        super().__init__()
        self.norm = norm
        self.dropout = Dropout(dropout)

    def forward(self, x: Float[Tensor, "*batch size"], sublayer: SubLayer) -> Float[Tensor, "*batch size"]:
        return x + self.dropout(sublayer(self.norm(x)))  # type: ignore[no-any-return]


Residual = PostNorm | PreNorm
