"""From hidden states back to tokens: what stands behind a mask, or what comes next."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn


class MaskedLanguageHead(nn.Module):
    """decoder(norm(activation(dense(h)))): BERT's head (Devlin et al. 2019, section 3.1, task 1).

    Args:
        dense: Projection from the hidden width to itself.
        activation: Of the transformed states; the exact GELU in BERT.
        norm: Layer norm over them.
        decoder: From the hidden width to the vocabulary, with a bias; its weight is the token table.
    """

    def __init__(
        self, *, dense: nn.Linear, activation: nn.Module, norm: nn.LayerNorm, decoder: nn.Linear
    ) -> None:
        super().__init__()
        self.dense = dense
        self.activation = activation
        self.norm = norm
        self.decoder = decoder

    def forward(self, hidden: Float[Tensor, "*batch size"]) -> Float[Tensor, "*batch vocabulary"]:
        transformed = self.norm(self.activation(self.dense(hidden)))  # (*batch, size)
        return self.decoder(transformed)  # type: ignore[no-any-return]


class CausalLanguageHead(nn.Module):
    """E h: a state is compared with every token's vector (Vaswani et al. 2017, section 3.4).

    Args:
        decoder: From the hidden width to the vocabulary, without a bias; its weight is the token table.
    """

    def __init__(self, *, decoder: nn.Linear) -> None:
        super().__init__()
        self.decoder = decoder

    def forward(self, hidden: Float[Tensor, "*batch size"]) -> Float[Tensor, "*batch vocabulary"]:
        return self.decoder(hidden)  # type: ignore[no-any-return]
