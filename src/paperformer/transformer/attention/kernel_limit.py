"""What attention by random features comes to with ever more features.

With directions w of a standard Gaussian, exp(-(|x|^2 + |y|^2) / 2) E[exp(w . (x + y))] is exp(x . y), the
softmax kernel (Choromanski et al. 2021, lemma 1). Regularised directions have the length sqrt(d): w is
sqrt(d) u with u uniform on the unit sphere. Then E[exp(w . z)] depends on r = |z| alone. Of the series of
exp, odd powers vanish, and E[(u . e)^2k] = (1/2)_k / (d/2)_k, so that

    E[exp(w . z)] = sum_k (d r^2 / 4)^k / (k! (d/2)_k) = 0F1(; d/2; d r^2 / 4)
                  = Gamma(d/2) (2 / (sqrt(d) r))^(d/2 - 1) I_(d/2 - 1)(sqrt(d) r)

with I the modified Bessel function. A Gaussian gives exp(r^2 / 2), whose series has d^k in place of
d (d + 2) ... (d + 2k - 2): the regularised kernel is never greater, equals it for d without bound, and falls
behind as r^2 grows beyond d. Keys that a query matches best, whose q + k is longest, lose most.
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor

AT_ONCE = 2**22  # terms of the series that are held at once


def log_mean_exponential(
    squares: Float[Tensor, "*shape"], head_dim: int, *, regularised: bool
) -> Float[Tensor, "*shape"]:
    """log E[exp(w . z)] over random directions w, for z of squared lengths ``squares``; in float64."""
    squares = squares.double()
    if not regularised or not squares.numel():
        return squares / 2
    argument = (head_dim * squares / 4).clamp(min=1e-300).flatten()
    terms = torch.arange(_terms(float(argument.max())), dtype=torch.float64, device=squares.device)
    # Minus log of k! (d/2)_k.
    factors = math.lgamma(head_dim / 2) - torch.lgamma(terms + 1) - torch.lgamma(terms + head_dim / 2)
    logs, size = argument.log(), max(1, AT_ONCE // len(terms))
    parts = (logs[start : start + size, None] for start in range(0, len(logs), size))
    sums = [torch.logsumexp(part * terms + factors, dim=1) for part in parts]
    return torch.cat(sums).view_as(squares)


def limit_logits(
    query: Float[Tensor, "batch heads query head_dim"],
    key: Float[Tensor, "batch heads key head_dim"],
    *,
    regularised: bool,
) -> Float[Tensor, "batch heads query key"]:
    """Logits whose softmax over keys are the weights in the limit of many features; in float64.

    Without regularisation these are q . k / sqrt(d), but for a number per query.
    """
    width = query.shape[-1]
    query, key = (x.double() * width**-0.25 for x in (query, key))
    own = key.square().sum(dim=-1).unsqueeze(-2)
    squares = query.square().sum(dim=-1, keepdim=True) + own + 2 * query @ key.mT  # of |q + k|
    return log_mean_exponential(squares.clamp(min=0), width, regularised=regularised) - own / 2


def limit_weights(
    query: Float[Tensor, "batch heads query head_dim"],
    key: Float[Tensor, "batch heads key head_dim"],
    visible: Bool[Tensor, "#batch #heads #query #key"] | None = None,
    near: Bool[Tensor, "query key"] | None = None,
    *,
    regularised: bool,
) -> Float[Tensor, "batch heads query key"]:
    """The weights in the limit of many features; zeros for a query that may see no key.

    Args:
        query: As attention gets it, unscaled.
        key: Likewise.
        visible: Pairs that may be compared; None is all.
        near: Pairs that are compared exactly, as in the hybrid; None is none.
        regularised: Whether all directions have the length sqrt(d).
    """
    logits = limit_logits(query, key, regularised=regularised)
    if near is not None:
        logits = torch.where(near, limit_logits(query, key, regularised=False), logits)
    if visible is None:
        return logits.softmax(dim=-1)
    return logits.masked_fill(~visible, -torch.inf).softmax(dim=-1).masked_fill(~visible, 0.0)


def _terms(argument: float) -> int:
    """Terms beyond which a series of argument x adds nothing: they are greatest near k = sqrt(x)."""
    peak = math.sqrt(argument)
    return int(peak + 12 * math.sqrt(peak + 1)) + 40
