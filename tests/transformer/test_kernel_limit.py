"""The limit of many features: the closed form against sampled directions, an integral, and known cases."""

import math

import pytest
import torch

from paperformer.transformer.attention.kernel_limit import limit_weights, log_mean_exponential
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.projection import gaussian_directions
from paperformer.transformer.attention.softmax import SoftmaxAttention


def integrated(length: float, width: int) -> float:
    """log E[exp(sqrt(d) u . z)] by the angle between u and z, whose density is sin^(d - 2)."""
    angle = torch.linspace(0, math.pi, 20_001, dtype=torch.float64)
    density = (width - 2) * angle.sin().clamp(min=1e-300).log() if width > 2 else torch.zeros_like(angle)
    along = math.sqrt(width) * length * angle.cos()
    top = torch.trapezoid((density + along - along.max()).exp(), angle).log() + along.max()
    return float(top - torch.trapezoid(density.exp(), angle).log())


@pytest.mark.parametrize("width", [2, 3, 8, 32, 64])
@pytest.mark.parametrize("length", [0.01, 1.0, 4.0, 12.0])
def test_the_closed_form_is_the_integral_over_all_directions(width: int, length: float) -> None:
    found = log_mean_exponential(torch.tensor([length**2]), width, regularised=True)
    assert float(found) == pytest.approx(integrated(length, width), abs=2e-6, rel=1e-6)


def test_in_three_dimensions_it_is_an_elementary_function() -> None:
    length = torch.tensor([0.5, 2.0, 6.0], dtype=torch.float64)
    product = math.sqrt(3) * length
    expected = (product.sinh() / product).log()
    torch.testing.assert_close(log_mean_exponential(length.square(), 3, regularised=True), expected)


@pytest.mark.parametrize("orthogonal", [True, False])
def test_the_closed_form_is_the_mean_over_sampled_directions(orthogonal: bool) -> None:
    z = torch.tensor([0.9, -1.1, 0.3, 0.7], dtype=torch.float64)
    chance = torch.Generator().manual_seed(3)
    drawn = gaussian_directions(400_000, 4, chance, orthogonal=orthogonal, regularised=True).double()
    seen = (drawn @ z).exp()
    expected = log_mean_exponential(z.square().sum(), 4, regularised=True).exp()
    assert abs(seen.mean() - expected) < 4 * seen.std() / math.sqrt(len(drawn))
    gaussian = z.square().sum().div(2).exp()
    assert gaussian - expected > 20 * seen.std() / math.sqrt(len(drawn))  # the bias is no chance


def test_without_regularisation_the_limit_is_softmax() -> None:
    query, key = torch.randn(2, 1, 2, 7, 16, generator=torch.Generator().manual_seed(4)) * 3
    exact = SoftmaxAttention().weights(query, key)
    torch.testing.assert_close(limit_weights(query, key, regularised=False).float(), exact)


def test_regularised_features_come_to_their_limit_and_not_to_softmax() -> None:
    query, key = torch.randn(2, 1, 1, 5, 8, generator=torch.Generator().manual_seed(5)) * 1.5
    many = PerformerAttention(
        head_dim=8, generator=torch.Generator().manual_seed(6), features=200_000, feature_map="hyperbolic"
    )
    found, limit = many.weights(query, key), limit_weights(query, key, regularised=True).float()
    assert (found - limit).abs().max() < 0.02  # of weights up to 0.71
    assert (found - SoftmaxAttention().weights(query, key)).abs().max() > 0.05


def test_a_key_that_cannot_be_seen_has_no_weight_in_the_limit() -> None:
    query, key = torch.randn(2, 1, 1, 3, 4, generator=torch.Generator().manual_seed(7))
    visible = torch.tensor([[True, False, True], [False] * 3, [True] * 3])[None, None]
    found = limit_weights(query, key, visible, regularised=True)
    assert not found[~visible].any()
    assert found.sum(dim=-1).flatten().tolist() == pytest.approx([1, 0, 1])
