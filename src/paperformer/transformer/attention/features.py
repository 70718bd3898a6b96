"""Positive random features of the softmax kernel (Choromanski et al. 2021, Lemma 1).

The features are given as exponents, for the caller to subtract what keeps ``exp`` in range.
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from paperformer.transformer.config import FeatureMapName


def default_features(head_dim: int) -> int:
    """``d log d`` features (Theorem 4), rounded up to a multiple of 16."""
    return 16 * max(1, math.ceil(head_dim * math.log(head_dim) / 16))


def directions_needed(features: int, feature_map: FeatureMapName) -> int:
    """How many random directions give ``features`` features."""
    return features // 2 if feature_map == "hyperbolic" else features


def mirrored(
    directions: Float[Tensor, "directions head_dim"], feature_map: FeatureMapName
) -> Float[Tensor, "features head_dim"]:
    """The direction of every feature: ``exp`` takes them as they are, ``hyperbolic`` their opposites too."""
    return torch.cat([directions, -directions]) if feature_map == "hyperbolic" else directions


def feature_exponents(
    x: Float[Tensor, "*batch length head_dim"], directions: Float[Tensor, "features head_dim"]
) -> Float[Tensor, "*batch length features"]:
    """log of sqrt(features) phi(x), so that phi(x) . phi(y) estimates exp(x . y): w . x - |x|^2 / 2."""
    return (x @ directions.transpose(-2, -1)).sub_(x.square().sum(dim=-1, keepdim=True) / 2)


def softmax_kernel_estimate(
    x: Float[Tensor, "*batch query head_dim"],
    y: Float[Tensor, "*batch key head_dim"],
    directions: Float[Tensor, "features head_dim"],
) -> Float[Tensor, "*batch query key"]:
    """The estimate of exp(x . y) for every pair, as the lemma writes it: for study and tests."""
    phi_x = feature_exponents(x, directions).exp()
    phi_y = feature_exponents(y, directions).exp()
    return phi_x @ phi_y.transpose(-2, -1) / phi_x.shape[-1]
