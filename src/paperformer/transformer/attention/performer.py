"""FAVOR+: softmax attention by positive random features, linear in length (Choromanski et al. 2021)."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Generator, Tensor, nn

from paperformer.transformer.attention.features import (
    default_features,
    directions_needed,
    feature_exponents,
    mirrored,
)
from paperformer.transformer.attention.projection import gaussian_directions
from paperformer.transformer.config import FeatureMapName
from paperformer.transformer.mask import AnyMask, as_key_mask, causal_mask


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
        regularised: bool = True,
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
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        keys = None if mask is None else as_key_mask(mask, "performer")
        if causal:
            return self.weights(query, key, mask, causal=True) @ value
        if not torch.is_autocast_enabled(query.device.type):
            return self._attend(query, key, value, keys)
        # exp() leaves the range of half precision at once: features are float32 also under autocast.
        with torch.autocast(query.device.type, enabled=False):
            return self._attend(query, key, value, keys)

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query key"]:
        """phi(Q) phi(K)^T, each row divided by its sum."""
        keys = None if mask is None else as_key_mask(mask, "performer")
        phi_q, phi_k = self._features(query, key, keys)
        weights = phi_q @ phi_k.transpose(-2, -1)
        if causal:
            weights = weights * causal_mask(query.shape[2], key.shape[2], query.device)
        total = weights.sum(dim=-1, keepdim=True)
        return (weights / total.clamp(min=torch.finfo(total.dtype).tiny)).to(query.dtype)

    def _attend(self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor | None) -> Tensor:
        phi_q, phi_k = self._features(query, key, keys)  # (batch, heads, query or key, features)
        summary = phi_k.transpose(-2, -1) @ value.to(phi_k.dtype)  # (batch, heads, features, value_dim)
        weight = phi_k.sum(dim=-2).unsqueeze(-1)  # (batch, heads, features, 1)
        total = phi_q @ weight  # (batch, heads, query, 1); 0 where every key is masked, else at least 1
        return (phi_q @ summary / total.clamp(min=1.0)).to(value.dtype)

    def _features(self, query: Tensor, key: Tensor, keys: Tensor | None) -> tuple[Tensor, Tensor]:
        """phi(Q) and phi(K), each scaled by what cancels between numerator and denominator.

        Every feature is divided by its largest value over the keys, and the queries are given that
        factor back; then a query is divided by its largest feature. So for each query there is a feature
        that is 1, and for that feature a key that is 1: nothing overflows, no sum vanishes, and no
        constant need be added (which would bias the estimate). Masked keys are left out before the
        maximum, so that padding has no say in it.
        """
        dtype = torch.promote_types(query.dtype, torch.float32)
        directions = mirrored(self.directions.to(dtype), self.feature_map)
        q, k = (x.to(dtype) * self.head_dim**-0.25 for x in (query, key))  # q . k is the logit
        # In place, for these are the widest tensors of the whole computation.
        on_keys = feature_exponents(k, directions)
        if keys is not None:
            on_keys.masked_fill_(~keys.unsqueeze(-1), -torch.inf)
        largest = on_keys.detach().amax(dim=-2, keepdim=True)
        largest = largest.clamp(min=torch.finfo(dtype).min)  # where every key is masked
        on_queries = (q @ directions.transpose(-2, -1)).add_(largest)  # |q|^2 / 2 would cancel
        return (
            on_queries.sub_(on_queries.detach().amax(dim=-1, keepdim=True)).exp_(),
            on_keys.sub_(largest).exp_(),
        )
