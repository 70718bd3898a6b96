"""Sums over keys of random features, kept in range at any norm (Choromanski et al. 2021, equation 4).

A feature is exp of anything, so sums are divided by the largest value that each feature has had.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import pad


@dataclass(frozen=True, slots=True)
class FeatureSums:
    """phi(K)^T [V, 1] over the keys so far: of one size, however many there were.

    Args:
        largest: Of each feature the largest exponent so far; the sums are divided by exp of it.
        sums: The last column sums the features themselves, and normalises.
    """

    largest: Float[Tensor, "*batch 1 features"]
    sums: Float[Tensor, "*batch features columns"]

    def reorder(self, indices: Int[Tensor, " rows"]) -> FeatureSums:
        """The state whose row i is row ``indices[i]`` of this one."""
        return FeatureSums(self.largest[indices], self.sums[indices])

    def plus(self, other: FeatureSums) -> FeatureSums:
        """The sums over the keys of both."""
        largest = torch.maximum(self.largest, other.largest)
        return FeatureSums(largest, self._relative_to(largest) + other._relative_to(largest))

    def _relative_to(self, largest: Tensor) -> Tensor:
        return self.sums * (self.largest - largest).exp().transpose(-2, -1)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Weighted sums of [V, 1] for each query, divided by exp(scale)."""

    sums: Float[Tensor, "*batch query columns"]
    scale: Float[Tensor, "*batch query 1"]

    def plus(self, other: Weighed) -> Weighed:
        """The sums over the keys of both."""
        scale = torch.maximum(self.scale, other.scale)
        return Weighed(
            self.sums * (self.scale - scale).exp() + other.sums * (other.scale - scale).exp(), scale
        )

    def mean(self) -> Float[Tensor, "*batch query value_dim"]:
        """The weighted mean of V; zeros where no key was seen, for else the weights sum to 1 or more."""
        return self.sums[..., :-1] / self.sums[..., -1:].clamp(min=1.0)


def no_sums(
    batch: int, heads: int, features: int, value_dim: int, *, dtype: torch.dtype, device: torch.device
) -> FeatureSums:
    """The sums before the first key."""
    largest = torch.full((batch, heads, 1, features), torch.finfo(dtype).min, dtype=dtype, device=device)
    return FeatureSums(largest, largest.new_zeros(batch, heads, features, value_dim + 1))


def summed(
    exponents: Float[Tensor, "*batch key features"], columns: Float[Tensor, "*batch key columns"]
) -> FeatureSums:
    """The sums over the keys given; the exponents are overwritten."""
    largest = finite(exponents.detach().amax(dim=-2, keepdim=True))
    return FeatureSums(largest, exponents.sub_(largest).exp_().transpose(-2, -1) @ columns)


def weighed(exponents: Float[Tensor, "*batch query features"], keys: FeatureSums) -> Weighed:
    """phi(Q) times the sums over keys."""
    phi, scale = query_weights(exponents, keys.largest)
    return Weighed(phi @ keys.sums, scale)


def query_weights(
    exponents: Float[Tensor, "*batch query features"], largest: Float[Tensor, "*batch 1 features"]
) -> tuple[Float[Tensor, "*batch query features"], Float[Tensor, "*batch query 1"]]:
    """phi(Q), given back what each feature of the keys was divided by, over exp of the scale returned.

    For each query the largest is 1, and some key has 1 in that feature: sums over keys neither overflow
    nor vanish, and no constant need be added (which would bias the estimate).
    """
    exponents = exponents + largest
    scale = exponents.detach().amax(dim=-1, keepdim=True)
    return exponents.sub_(scale).exp_(), scale


def with_ones(value: Float[Tensor, "*batch key value_dim"]) -> Float[Tensor, "*batch key columns"]:
    """[V, 1]."""
    return pad(value, (0, 1), value=1.0)


def finite(largest: Tensor) -> Tensor:
    """Where every key is masked the largest exponent is minus infinity, which cannot be subtracted."""
    return largest.clamp(min=torch.finfo(largest.dtype).min)
