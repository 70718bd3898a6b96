"""Exact attention (Vaswani et al. 2017, equation 1)."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from paperformer.transformer.mask import AnyMask, as_attention_mask


class SoftmaxAttention(nn.Module):
    """softmax(Q K^T / sqrt(d)) V, through PyTorch's fused kernel.

    Args:
        dropout: Probability of dropping an attention weight while training.
    """

    def __init__(self, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = dropout

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        pairs = None if mask is None else as_attention_mask(mask)
        dropout = self.dropout if self.training else 0.0
        return scaled_dot_product_attention(query, key, value, attn_mask=pairs, dropout_p=dropout)
