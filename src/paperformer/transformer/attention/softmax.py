"""Exact attention (Vaswani et al. 2017, equation 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import dropout as drop
from torch.nn.functional import scaled_dot_product_attention

from paperformer.transformer.mask import AnyMask, visible_pairs

# With gradients on a CPU and up to so many keys, plain products are quicker than the fused kernel, most of
# all in bfloat16: its gradient is made for long rows (the whole step: benchmarks/translation.py train).
FEW_KEYS = 64


@dataclass(frozen=True, slots=True)
class KeyValueState:
    """Keys and values of all tokens before."""

    key: Float[Tensor, "batch shared key head_dim"]
    value: Float[Tensor, "batch shared key value_dim"]

    def reorder(self, indices: Int[Tensor, " rows"]) -> KeyValueState:
        """The state whose row i is row ``indices[i]`` of this one."""
        return KeyValueState(self.key[indices], self.value[indices])


class SoftmaxAttention(nn.Module):
    """softmax(Q K^T / sqrt(d)) V, through PyTorch's fused kernel or, where that is slower, by plain products.

    A bias, which has a number for every pair anyway, is added in plain products too. Keys and values may have
    fewer heads, each shared by as many heads of queries in a row.

    Args:
        dropout: Probability of dropping an attention weight while training.
    """

    def __init__(self, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = dropout

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch shared key head_dim"],
        value: Float[Tensor, "batch shared key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
        bias: Float[Tensor, "1 heads query key"] | None = None,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        dropout = self.dropout if self.training else 0.0
        key, value = (of_each_query_head(x, query.shape[1]) for x in (key, value))
        if bias is not None or _products_are_quicker(query, key, value):
            weights = self.weights(query, key, mask, causal=causal, bias=bias)
            return drop(weights, dropout, training=dropout > 0) @ value
        if causal and mask is None and query.shape[2] == key.shape[2]:
            return scaled_dot_product_attention(query, key, value, is_causal=True, dropout_p=dropout)
        pairs = visible_pairs(mask, query, key, causal=causal)
        return scaled_dot_product_attention(query, key, value, attn_mask=pairs, dropout_p=dropout)

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch shared key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
        bias: Float[Tensor, "1 heads query key"] | None = None,
    ) -> Float[Tensor, "batch heads query key"]:
        """softmax(Q K^T / sqrt(d) + bias) itself, without dropout; zeros for a query that sees no key."""
        key = of_each_query_head(key, query.shape[1])
        logits = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # (batch, heads, query, key)
        if bias is not None:
            logits = logits + bias.to(logits.dtype)
        pairs = visible_pairs(mask, query, key, causal=causal)
        if pairs is None:
            return logits.softmax(dim=-1)
        weights = logits.masked_fill(~pairs, -torch.inf).softmax(dim=-1)
        if mask is None and query.shape[2] <= key.shape[2]:
            return weights  # every token sees itself
        return weights.masked_fill(~pairs, 0.0)  # also where all is masked, and softmax is not a number

    def initial_state(
        self,
        batch: int,
        heads: int,
        head_dim: int,
        value_dim: int,
        *,
        dtype: torch.dtype,
        device: torch.device,
    ) -> KeyValueState:
        """The state before the first token: no keys, no values."""
        key, value = (
            torch.zeros(batch, heads, 0, width, dtype=dtype, device=device) for width in (head_dim, value_dim)
        )
        return KeyValueState(key, value)

    def step(
        self,
        query: Float[Tensor, "batch heads new head_dim"],
        key: Float[Tensor, "batch shared new head_dim"],
        value: Float[Tensor, "batch shared new value_dim"],
        state: KeyValueState,
        bias: Float[Tensor, "1 heads new seen"] | None = None,
    ) -> tuple[Float[Tensor, "batch heads new value_dim"], KeyValueState]:
        """Causal attention of new tokens to those before and to themselves."""
        state = KeyValueState(torch.cat([state.key, key], dim=2), torch.cat([state.value, value], dim=2))
        return self(query, state.key, state.value, causal=query.shape[2] > 1, bias=bias), state


def of_each_query_head(
    x: Float[Tensor, "batch shared key width"], heads: int
) -> Float[Tensor, "batch {heads} key width"]:
    """Keys or values for each of ``heads`` heads of queries; as they are where none is shared."""
    return x if x.shape[1] == heads else x.repeat_interleave(heads // x.shape[1], dim=1)


def _products_are_quicker(*tensors: Tensor) -> bool:
    """Whether gradients are wanted of few keys on a CPU (query, key and value given)."""
    if torch.compiler.is_compiling():  # an exporter would freeze the number of keys
        return False
    wants_gradient = torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)
    return wants_gradient and tensors[1].device.type == "cpu" and tensors[1].shape[2] <= FEW_KEYS
