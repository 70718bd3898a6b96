"""Random directions have the distribution that the estimator's proof asks for."""

import math

import pytest
import torch

from paperformer.transformer.attention.projection import gaussian_directions


@pytest.mark.parametrize("rows", [5, 16, 40])
def test_orthogonal_rows_are_orthogonal_within_a_block(rows: int, generator: torch.Generator) -> None:
    drawn = gaussian_directions(rows, 16, generator, orthogonal=True, regularised=False)
    for block in drawn.split(16):
        unit = block / block.norm(dim=1, keepdim=True)
        torch.testing.assert_close(unit @ unit.T, torch.eye(len(block)), atol=1e-5, rtol=0)


@pytest.mark.parametrize("orthogonal", [True, False])
def test_regularised_directions_have_length_sqrt_d(orthogonal: bool, generator: torch.Generator) -> None:
    drawn = gaussian_directions(50, 12, generator, orthogonal=orthogonal, regularised=True)
    torch.testing.assert_close(drawn.norm(dim=1), torch.full((50,), math.sqrt(12)))


@pytest.mark.parametrize("orthogonal", [True, False])
def test_each_direction_is_a_standard_gaussian_vector(orthogonal: bool, generator: torch.Generator) -> None:
    rows, width = 40_000, 8
    drawn = gaussian_directions(rows, width, generator, orthogonal=orthogonal, regularised=False).double()
    error = 1 / math.sqrt(rows)
    assert drawn.mean(dim=0).abs().max() < 4 * error
    assert (drawn.square().mean(dim=0) - 1).abs().max() < 4 * math.sqrt(2) * error
    assert (drawn.pow(4).mean(dim=0) - 3).abs().max() < 4 * math.sqrt(96) * error
    # Unit directions uniform on the sphere: also the fourth moment of a single coordinate.
    unit = drawn / drawn.norm(dim=1, keepdim=True)
    expected = 3 / (width * (width + 2))
    assert (unit.pow(4).mean(dim=0) / expected - 1).abs().max() < 0.05


def test_the_generator_alone_decides() -> None:
    torch.manual_seed(0)
    before = torch.get_rng_state()
    first, second = (
        gaussian_directions(20, 8, torch.Generator().manual_seed(9), orthogonal=True, regularised=False)
        for _ in range(2)
    )
    assert torch.equal(first, second)
    assert torch.equal(before, torch.get_rng_state())
