"""FAVOR+: softmax attention by positive random features, linear in length (Choromanski et al. 2021)."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Generator, Tensor, nn

from paperformer.transformer.attention.features import (
    default_features,
    directions_needed,
    feature_exponents,
)
from paperformer.transformer.attention.projection import gaussian_directions
from paperformer.transformer.config import FeatureMapName
from paperformer.transformer.mask import AnyMask, as_key_mask

# Added to every key feature, after scaling the largest to 1: keeps the weights of a query from
# vanishing together, as in the authors' code.
KEY_FLOOR = 1e-6


class PerformerAttention(nn.Module):
    """phi(Q) (phi(K)^T V) over phi(Q) (phi(K)^T 1): never a matrix of queries by keys.

    Args:
        head_dim: Width d of a head.
        generator: Draws the directions now; ``redraw`` takes its own.
        features: Width of phi; None takes ``default_features``.
        feature_map, orthogonal, regularised: See ``PerformerConfig``.
    """

    directions: Tensor

    def __init__(
        self,
        *,
        head_dim: int,
        generator: Generator,
        features: int | None = None,
        feature_map: FeatureMapName = "hyperbolic",
        orthogonal: bool = True,
        regularised: bool = False,
    ) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.features = features or default_features(head_dim)
        self.feature_map: FeatureMapName = feature_map
        self.orthogonal = orthogonal
        self.regularised = regularised
        self.register_buffer("directions", self._draw(generator))

    def _draw(self, generator: Generator) -> Tensor:
        return gaussian_directions(
            directions_needed(self.features, self.feature_map),
            self.head_dim,
            generator,
            orthogonal=self.orthogonal,
            regularised=self.regularised,
        )

    def redraw(self, generator: Generator) -> None:
        """Take new random directions; does nothing in evaluation, where they are frozen."""
        if self.training:
            self.directions.copy_(self._draw(generator))

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        keys = None if mask is None else as_key_mask(mask, "performer")
        if not torch.is_autocast_enabled(query.device.type):
            return self._attend(query, key, value, keys)
        # exp() leaves the range of half precision at once: features are float32 also under autocast.
        with torch.autocast(query.device.type, enabled=False):
            return self._attend(query, key, value, keys)

    def _attend(self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor | None) -> Tensor:
        phi_q = self._query_features(query)  # (batch, heads, query, features)
        phi_k = self._key_features(key, keys)  # (batch, heads, key, features)
        summary = phi_k.transpose(-2, -1) @ value.to(phi_k.dtype)  # (batch, heads, features, value_dim)
        weight = phi_k.sum(dim=-2).unsqueeze(-1)  # (batch, heads, features, 1)
        total = phi_q @ weight  # (batch, heads, query, 1); 0 only where every key is masked
        output = (phi_q @ summary) / total.clamp(min=torch.finfo(total.dtype).tiny)
        return output.to(value.dtype)

    def _exponents(self, x: Tensor) -> Tensor:
        wide = x.to(torch.promote_types(x.dtype, torch.float32))
        scaled = wide * self.head_dim**-0.25  # so that x . y is the logit q . k / sqrt(d)
        return feature_exponents(scaled, self.directions.to(wide.dtype), self.feature_map)

    def _query_features(self, query: Tensor) -> Tensor:
        exponents = self._exponents(query)
        # Numerator and denominator of a query share its largest feature: it cancels.
        return (exponents - exponents.detach().amax(dim=-1, keepdim=True)).exp()

    def _key_features(self, key: Tensor, keys: Tensor | None) -> Tensor:
        exponents = self._exponents(key)
        if keys is not None:
            # Before the maximum, so that padding has no say in the scale of real keys.
            exponents = exponents.masked_fill(~keys.unsqueeze(-1), -torch.inf)
        largest = exponents.detach().amax(dim=(-2, -1), keepdim=True)
        features = (exponents - largest.clamp(min=torch.finfo(exponents.dtype).min)).exp() + KEY_FLOOR
        return features if keys is None else features * keys.unsqueeze(-1)
