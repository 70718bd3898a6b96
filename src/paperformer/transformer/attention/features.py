"""Positive random features of the softmax kernel (Choromanski et al. 2021, Lemma 1).

The features are given as exponents, for the caller to subtract what keeps ``exp`` in range.
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from paperformer.transformer.config import FeatureMapName

# Keeps a ReLU feature from being zero, as in the paper's own code: else a query may see nothing.
RELU_FLOOR = 1e-3


def default_features(head_dim: int) -> int:
    """``d log d`` features (Theorem 4), rounded up to a multiple of 16."""
    return 16 * max(1, math.ceil(head_dim * math.log(head_dim) / 16))


def directions_needed(features: int, feature_map: FeatureMapName) -> int:
    """How many random directions give ``features`` features."""
    return features // 2 if feature_map == "hyperbolic" else features


def mirrored(
    directions: Float[Tensor, "directions head_dim"], feature_map: FeatureMapName
) -> Float[Tensor, "features head_dim"]:
    """The direction of every feature: ``hyperbolic`` takes the opposites too, the others what was drawn."""
    return torch.cat([directions, -directions]) if feature_map == "hyperbolic" else directions


def feature_exponents(
    x: Float[Tensor, "*batch length head_dim"], directions: Float[Tensor, "features head_dim"]
) -> Float[Tensor, "*batch length features"]:
    """log of sqrt(features) phi(x), so that phi(x) . phi(y) estimates exp(x . y): w . x - |x|^2 / 2."""
    return (x @ directions.transpose(-2, -1)).sub_(x.square().sum(dim=-1, keepdim=True) / 2)


def query_exponents(
    query: Float[Tensor, "*batch length head_dim"],
    directions: Float[Tensor, "features head_dim"],
    feature_map: FeatureMapName,
) -> Float[Tensor, "*batch length features"]:
    """log of the features of queries, but for what all features of a query share: it cancels in a mean."""
    along = query @ directions.transpose(-2, -1)
    return relu_exponents(along) if feature_map == "relu" else along


def key_exponents(
    key: Float[Tensor, "*batch length head_dim"],
    directions: Float[Tensor, "features head_dim"],
    feature_map: FeatureMapName,
) -> Float[Tensor, "*batch length features"]:
    """log of the features of keys."""
    if feature_map == "relu":
        return relu_exponents(key @ directions.transpose(-2, -1))
    return feature_exponents(key, directions)


def relu_exponents(along: Float[Tensor, "*batch features"]) -> Float[Tensor, "*batch features"]:
    """log of max(w . x, 0) + floor: generalised attention (section 2.2), which estimates no softmax."""
    return along.relu().add(RELU_FLOOR).log()


def softmax_kernel_estimate(
    x: Float[Tensor, "*batch query head_dim"],
    y: Float[Tensor, "*batch key head_dim"],
    directions: Float[Tensor, "features head_dim"],
) -> Float[Tensor, "*batch query key"]:
    """The estimate of exp(x . y) for every pair, as the lemma writes it: for study and tests."""
    phi_x = feature_exponents(x, directions).exp()
    phi_y = feature_exponents(y, directions).exp()
    return phi_x @ phi_y.transpose(-2, -1) / phi_x.shape[-1]
