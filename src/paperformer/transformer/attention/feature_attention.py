"""A Performer's pass as two softmax attentions, for inference: the same numbers, nothing of all features.

With w_f the directions and phi_f(k) = exp(w_f . k - |k|^2 / 2), FAVOR+ is (Choromanski et al. 2021, eq. 4)

    sum_f phi_f(q) sum_k phi_f(k) v_k / sum_f phi_f(q) sum_k phi_f(k).

Let c_f be the logarithm of sum_k phi_f(k), and s_f the mean sum_k exp(w_f . k - |k|^2 / 2 - c_f) v_k. Since
|q|^2 cancels, the same is sum_f exp(w_f . q + c_f) s_f / sum_f exp(w_f . q + c_f). So s is softmax attention
of the directions to the keys, the output is softmax attention of the queries to the directions, and the
fused kernel keeps both in range and in the cache.
"""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def can_attend_twice(query: Tensor, key: Tensor, value: Tensor) -> bool:
    """Whether the kernel is there that returns c: on CPUs, in float32 or 64, and without a gradient of c."""
    tensors = (query, key, value)
    recorded = torch.is_grad_enabled() and any(x.requires_grad for x in tensors)
    return (
        not recorded
        and all(x.device.type == "cpu" and x.dtype == query.dtype for x in tensors)
        and query.dtype in (torch.float32, torch.float64)
        and query.shape[-1] == value.shape[-1]
        and query.shape[2] > 0
        and key.shape[2] > 0
    )


def attend_twice(
    query: Float[Tensor, "batch heads query head_dim"],
    key: Float[Tensor, "batch heads key head_dim"],
    value: Float[Tensor, "batch heads key head_dim"],
    directions: Float[Tensor, "features head_dim"],
    visible: Bool[Tensor, "#batch #heads key"] | None = None,
) -> Float[Tensor, "batch heads query head_dim"]:
    """phi(Q) (phi(K)^T V) over phi(Q) (phi(K)^T 1), by the two attentions above; zeros where no key is seen.

    Args:
        query: Unscaled, as are
        key: the keys: both are divided by d^(1/4) here.
        value: What is averaged.
        directions: Of all features, opposites included.
        visible: The keys that count; None is all.
    """
    scale: float = key.shape[-1] ** -0.25
    norms = torch.linalg.vector_norm(key, dim=-1).square() * (-(scale**2) / 2)  # (batch, heads, key)
    if visible is not None:
        norms = norms.masked_fill(~visible, -torch.inf)
    asking = directions.to(key.dtype).expand(*key.shape[:2], -1, -1)
    means, logs = _attend(asking, key, value, norms, scale)
    return _attend(query, asking, means, logs, scale)[0]


def _attend(
    query: Float[Tensor, "batch heads query head_dim"],
    key: Float[Tensor, "batch heads key head_dim"],
    value: Float[Tensor, "batch heads key head_dim"],
    bias: Float[Tensor, "batch heads key"],
    scale: float,
) -> tuple[Float[Tensor, "batch heads query head_dim"], Float[Tensor, "batch heads query"]]:
    """softmax(scale Q K^T + bias) V, and the logarithms of the sums that normalise it.

    ``scaled_dot_product_attention`` runs this kernel on CPUs too, but keeps the logarithms to itself.
    """
    kernel = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
    # A bias whose last axis has gaps would be copied out for every query.
    shared = bias.contiguous().unsqueeze(2)
    output, logs = kernel(query, key, value, 0.0, False, attn_mask=shared, scale=scale)
    return output, logs
