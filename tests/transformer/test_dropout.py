"""Dropout: as often and as strong as it should be, repeatable, and nothing in evaluation."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from paperformer.transformer.dropout import Dropout


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.9])
def test_as_many_are_dropped_as_wanted_and_the_others_make_up_for_them(p: float) -> None:
    torch.manual_seed(1)
    count = 400_000
    found = Dropout(p).train()(torch.ones(count))
    deviation = (p * (1 - p) / count) ** 0.5
    assert float((found == 0).float().mean()) == pytest.approx(p, abs=4 * deviation)
    assert found[found != 0].unique().tolist() == pytest.approx([1 / (1 - p)], rel=1e-3)


def test_neighbours_are_dropped_independently() -> None:
    """Four elements share one drawn number: each pair of them must still agree by chance alone."""
    torch.manual_seed(2)
    kept = (Dropout(0.5).train()(torch.ones(100_000, 4)) != 0).double()
    correlation = torch.corrcoef(kept.T)
    torch.testing.assert_close(correlation, torch.eye(4, dtype=torch.float64), atol=0.015, rtol=0)


@given(st.lists(st.integers(0, 5), max_size=3), st.sampled_from([0.0, 0.3, 1.0]))
def test_any_shape_is_kept(shape: list[int], p: float) -> None:
    assert Dropout(p).train()(torch.ones(shape)).shape == torch.Size(shape)


def test_in_evaluation_nothing_is_dropped_and_no_number_drawn() -> None:
    before = torch.get_rng_state()
    x = torch.randn(7, generator=torch.Generator().manual_seed(1))
    assert torch.equal(Dropout(0.5).eval()(x), x)
    assert torch.equal(torch.get_rng_state(), before)


def test_the_seed_repeats_it() -> None:
    found = []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        found.append(Dropout(0.5).train()(torch.ones(50)))
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_the_gradient_goes_where_the_value_went() -> None:
    x = torch.ones(100, requires_grad=True)
    y = Dropout(0.3).train()(x)
    y.sum().backward()
    assert x.grad is not None
    torch.testing.assert_close(x.grad, y.detach())


def test_half_precision_stays_half_precision() -> None:
    assert Dropout(0.3).train()(torch.ones(9, dtype=torch.bfloat16)).dtype == torch.bfloat16
