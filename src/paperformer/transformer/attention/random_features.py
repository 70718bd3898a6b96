"""What all attentions by random features share: the directions, and features that stay in range."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import torch
from jaxtyping import Bool, Float
from torch import Generator, Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.features import (
    default_features,
    directions_needed,
    key_exponents,
    mirrored,
    query_exponents,
)
from paperformer.transformer.attention.projection import gaussian_directions
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.config import FeatureMapName
from paperformer.transformer.mask import AnyMask


class RandomFeatures(nn.Module):
    """Holds the random directions: a buffer, saved with the model, drawn and not learned.

    Args:
        head_dim: Width d of a head.
        generator: Draws the directions now; ``redraw`` takes its own.
        features: Width of phi; None takes ``default_features``.
        feature_map, orthogonal, regularised, redraw_every: See ``PerformerConfig``.
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
        redraw_every: int | None = None,
    ) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.features = features or default_features(head_dim)
        self.feature_map: FeatureMapName = feature_map
        self.orthogonal = orthogonal
        self.regularised = regularised
        self.redraw_every = redraw_every
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

    def check_width(self, head_dim: int) -> None:
        """The directions fit heads of one width only.

        Raises:
            InvalidConfig: when ``head_dim`` is another.
        """
        if head_dim != self.head_dim:
            raise InvalidConfig(f"heads are {self.head_dim} wide, not {head_dim}", "Give their own width")

    def _scaled(self, x: Tensor) -> Tensor:
        """x / d^(1/4), in float32 or better, so that query . key is the logit."""
        scale: float = self.head_dim**-0.25
        return x.to(working_type(x.dtype)) * scale

    def query_features(
        self, query: Float[Tensor, "*batch query head_dim"]
    ) -> Float[Tensor, "*batch query features"]:
        """log phi(Q), up to a number per query."""
        scaled = self._scaled(query)
        return query_exponents(scaled, self._mirrored(scaled.dtype), self.feature_map)

    def key_features(
        self, key: Float[Tensor, "*batch key head_dim"], mask: Bool[Tensor, "... key"] | None = None
    ) -> Float[Tensor, "*batch key features"]:
        """log phi(K); minus infinity for masked keys, so that they have no say in any maximum or sum."""
        scaled = self._scaled(key)
        exponents = key_exponents(scaled, self._mirrored(scaled.dtype), self.feature_map)
        return exponents if mask is None else exponents.masked_fill_(~mask.unsqueeze(-1), -torch.inf)

    def _mirrored(self, dtype: torch.dtype) -> Tensor:
        return mirrored(self.directions.to(dtype), self.feature_map)


def working_type(dtype: torch.dtype) -> torch.dtype:
    """float32 for halves: ``exp`` leaves their range at once."""
    return torch.promote_types(dtype, torch.float32)


def full_precision(x: Tensor) -> AbstractContextManager[object]:
    """Where autocast is on, switches it off: it would take products of features in half precision."""
    kind = x.device.type
    return torch.autocast(kind, enabled=False) if torch.is_autocast_enabled(kind) else nullcontext()


def implied_weights(
    attention: Attention,
    query: Float[Tensor, "batch heads query head_dim"],
    key: Float[Tensor, "batch heads key head_dim"],
    mask: AnyMask | None,
    *,
    causal: bool,
) -> Float[Tensor, "batch heads query key"]:
    """The weights of a mechanism that never writes them down: its mean of values that tell the keys apart."""
    one_each = torch.eye(key.shape[2], dtype=query.dtype, device=query.device)
    return attention(query, key, one_each.expand(*key.shape[:2], -1, -1), mask, causal=causal)
