"""Both kinds of positions, from any place on and past their first length."""

import math

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.position import PositionEmbedding, SinusoidalPositions


@pytest.mark.parametrize("size", [8, 7])
def test_sinusoids_are_those_of_the_paper(size: int) -> None:
    found = SinusoidalPositions(size=size)(50)
    assert found.shape == (50, size)
    for place in (0, 1, 17, 49):
        for column in range(size):
            angle = place / 10_000 ** (2 * (column // 2) / size)
            expected = math.cos(angle) if column % 2 else math.sin(angle)
            assert abs(float(found[place, column]) - expected) < 1e-6


def test_sinusoids_have_no_end_and_stay_exact_far_out() -> None:
    found = SinusoidalPositions(size=4)(3, 1_000_000)[2]
    expected = [math.sin(1_000_002), math.cos(1_000_002), math.sin(10_000.02), math.cos(10_000.02)]
    torch.testing.assert_close(found, torch.tensor(expected), atol=1e-6, rtol=0)


def test_sinusoids_keep_their_exactness_in_a_model_of_half_precision() -> None:
    whole, half = SinusoidalPositions(size=16), SinusoidalPositions(size=16).half()
    assert torch.equal(whole(300), half(300))


def test_sinusoids_are_no_weights() -> None:
    assert not SinusoidalPositions(size=8).state_dict()


@pytest.mark.parametrize("positions", [SinusoidalPositions(size=6), PositionEmbedding(positions=20, size=6)])
def test_a_later_start_gives_the_later_places(positions: SinusoidalPositions | PositionEmbedding) -> None:
    torch.testing.assert_close(positions(5, 12), positions(17)[12:], atol=0, rtol=0)


def test_a_learned_table_refuses_what_it_does_not_have() -> None:
    table = PositionEmbedding(positions=20, size=6)
    with pytest.raises(InvalidConfig, match="21 tokens do not fit into 20 positions"):
        table(1, 20)


def test_an_extended_table_keeps_its_first_places_and_starts_over_behind_them() -> None:
    table = PositionEmbedding(positions=20, size=6)
    before = table(20).detach().clone()
    table.extend(50)
    after = table(50)
    assert torch.equal(after[:20], before)
    assert torch.equal(after[20:40], before)
    assert torch.equal(after[40:], before[:10])


def test_an_extended_table_is_trained_as_before() -> None:
    table = PositionEmbedding(positions=4, size=2)
    table.extend(6, "interpolate")
    table(6).sum().backward()
    (parameter,) = table.parameters()
    assert parameter.grad is not None
    assert parameter.grad.shape == (6, 2)


def test_an_extended_table_that_was_frozen_stays_frozen() -> None:
    table = PositionEmbedding(positions=4, size=2).requires_grad_(False)
    table.extend(6)
    assert not table.table.weight.requires_grad


def test_fewer_places_than_there_are_change_nothing() -> None:
    table = PositionEmbedding(positions=4, size=2)
    weight = table.table.weight
    table.extend(3)
    assert table.table.weight is weight
