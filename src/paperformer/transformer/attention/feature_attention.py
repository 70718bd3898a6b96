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
from torch.autograd.forward_ad import unpack_dual


def can_attend_twice(query: Tensor, key: Tensor, value: Tensor) -> bool:
    """Whether the kernel can do it: on CPUs, in float32 or 64, of one width, and nothing is differentiated.

    The kernel checks nothing itself: what does not fit together would be read beyond its end.
    """
    tensors = (query, key, value)
    return (
        all(x.device.type == "cpu" and x.dtype == query.dtype and x.ndim == 4 for x in tensors)
        and query.dtype in (torch.float32, torch.float64)
        and query.shape[:2] == key.shape[:2] == value.shape[:2]
        and query.shape[3] == key.shape[3] == value.shape[3]
        and key.shape[2] == value.shape[2]
        and query.numel() > 0
        and key.numel() > 0
        and not any(_differentiated(x) for x in tensors)
    )


def _differentiated(x: Tensor) -> bool:
    """Whether a gradient is recorded for ``x``, backwards or forwards: c has neither."""
    ahead = unpack_dual(x).tangent  # type: ignore[no-untyped-call]
    return (torch.is_grad_enabled() and x.requires_grad) or ahead is not None


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
        key = key.masked_fill(~visible.unsqueeze(-1), 0.0)  # whatever stands there, no number included
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
    # The kernel takes the last axis to be without gaps. A bias with gaps would be copied out for every query.
    query, key, value = (x if x.stride(-1) == 1 else x.contiguous() for x in (query, key, value))
    shared = bias.contiguous().unsqueeze(2)
    output, logs = kernel(query, key, value, 0.0, False, attn_mask=shared, scale=scale)
    return output, logs
