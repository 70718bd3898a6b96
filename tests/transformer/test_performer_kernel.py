"""The estimate of the softmax kernel against the formulas of Choromanski et al. 2021."""

import math

import pytest
import torch

from paperformer.transformer.attention.features import (
    default_features,
    directions_needed,
    mirrored,
    softmax_kernel_estimate,
)
from paperformer.transformer.attention.projection import gaussian_directions
from paperformer.transformer.config import FeatureMapName

DRAWS, DIRECTIONS, WIDTH = 60_000, 8, 8
FEATURE_MAPS: list[FeatureMapName] = ["exp", "hyperbolic"]


def estimates(
    x: torch.Tensor, y: torch.Tensor, feature_map: FeatureMapName, *, orthogonal: bool
) -> torch.Tensor:
    """DRAWS independent estimates of exp(x . y), each from DIRECTIONS directions."""
    chance = torch.Generator().manual_seed(11)
    rows = gaussian_directions(DRAWS * DIRECTIONS, WIDTH, chance, orthogonal=orthogonal, regularised=False)
    draws = rows.double().view(DRAWS, DIRECTIONS, WIDTH)
    estimate = torch.vmap(lambda drawn: softmax_kernel_estimate(x, y, mirrored(drawn, feature_map)))
    return estimate(draws).reshape(DRAWS)


def pair(cosine: float, length: float = 0.7) -> tuple[torch.Tensor, torch.Tensor]:
    """Two vectors of one length with a given cosine between them."""
    chance = torch.Generator().manual_seed(12)
    basis, _ = torch.linalg.qr(torch.randn(WIDTH, 2, generator=chance, dtype=torch.float64))
    along, across = basis.T
    y = cosine * along + math.sqrt(1 - cosine**2) * across
    return length * along[None], length * y[None]


def mean_squared_error(x: torch.Tensor, y: torch.Tensor, feature_map: FeatureMapName) -> float:
    """Lemma 2 for iid directions; hyperbolic counts a direction and its mirror image as one."""
    square = float((x + y).square().sum())
    kernel = math.exp(float((x * y).sum()))
    error = math.exp(square) * kernel**2 * (1 - math.exp(-square)) / DIRECTIONS
    return error if feature_map == "exp" else error * (1 - math.exp(-square)) / 2


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("orthogonal", [True, False])
@pytest.mark.parametrize("cosine", [-0.8, 0.0, 0.9])
def test_the_estimate_is_unbiased(feature_map: FeatureMapName, orthogonal: bool, cosine: float) -> None:
    x, y = pair(cosine)
    found = estimates(x, y, feature_map, orthogonal=orthogonal)
    standard_error = found.std() / math.sqrt(DRAWS)
    assert abs(found.mean() - math.exp(float((x * y).sum()))) < 3 * standard_error


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("cosine", [-0.8, 0.0, 0.9])
def test_its_squared_error_is_that_of_lemma_2(feature_map: FeatureMapName, cosine: float) -> None:
    x, y = pair(cosine)
    squares = (estimates(x, y, feature_map, orthogonal=False) - math.exp(float((x * y).sum()))).square()
    standard_error = squares.std() / math.sqrt(DRAWS)
    assert abs(squares.mean() - mean_squared_error(x, y, feature_map)) < 3 * standard_error


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("cosine", [0.0, 0.9])
def test_orthogonal_directions_beat_iid_ones(feature_map: FeatureMapName, cosine: float) -> None:
    x, y = pair(cosine)
    kernel = math.exp(float((x * y).sum()))
    orthogonal, iid = (
        (estimates(x, y, feature_map, orthogonal=way) - kernel).square().mean() for way in (True, False)
    )
    assert orthogonal < 0.97 * iid


def test_hyperbolic_features_beat_exp_ones_of_the_same_width() -> None:
    x, y = pair(0.0)
    kernel = math.exp(float((x * y).sum()))
    mirrored = (estimates(x, y, "hyperbolic", orthogonal=False) - kernel).square().mean()
    plain = (estimates(x, y, "exp", orthogonal=False) - kernel).square().mean()
    assert mirrored < plain / 2  # twice the features: half the error of independent ones


@pytest.mark.parametrize(("head_dim", "features"), [(32, 112), (64, 272), (128, 624)])
def test_features_grow_as_d_log_d(head_dim: int, features: int) -> None:
    assert default_features(head_dim) == features
    assert features >= head_dim * math.log(head_dim) > features - 16


def test_hyperbolic_features_need_half_the_directions() -> None:
    assert directions_needed(64, "exp") == 64
    assert directions_needed(64, "hyperbolic") == 32
