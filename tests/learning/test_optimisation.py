"""Learning rates over time: what each schedule promises."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from paperformer.learning.optimisation import adamw, schedule

STEPS, RISE = 1000, 100


@pytest.mark.parametrize("name", ["linear", "inverse_sqrt", "cosine", "constant"])
def test_every_schedule_rises_to_the_peak_in_a_straight_line(name: str) -> None:
    part = schedule(name, STEPS, RISE)  # type: ignore[arg-type]
    assert [part(step) for step in range(RISE)] == [(step + 1) / RISE for step in range(RISE)]
    assert max(part(step) for step in range(STEPS)) == 1.0


@given(size=st.integers(16, 1024), rise=st.integers(1, 5000), step=st.integers(0, 100_000))
def test_the_inverse_square_root_is_equation_3_of_the_paper(size: int, rise: int, step: int) -> None:
    """With the peak that the paper's factor implies, size^-0.5 * rise^-0.5."""
    number = step + 1
    paper = size**-0.5 * min(number**-0.5, number * rise**-1.5)
    peak = (size * rise) ** -0.5
    assert peak * schedule("inverse_sqrt", 10, rise)(step) == pytest.approx(paper)


@pytest.mark.parametrize("name", ["linear", "cosine"])
def test_linear_and_cosine_fall_to_zero_at_the_end(name: str) -> None:
    part = schedule(name, STEPS, RISE)  # type: ignore[arg-type]
    falling = [part(step) for step in range(RISE, STEPS + 1)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == pytest.approx(0.0, abs=1e-12)
    assert part((STEPS + RISE) // 2) == pytest.approx(0.5)


def test_the_cosine_is_half_a_wave() -> None:
    part = schedule("cosine", STEPS, RISE)
    quarter = RISE + (STEPS - RISE) // 4
    assert part(quarter) == pytest.approx((1 + math.cos(math.pi / 4)) / 2)


def test_the_optimiser_steps_as_adam_is_defined() -> None:
    """One step from nothing: each weight moves by the rate against the sign of its gradient."""
    model = nn.Linear(3, 2)
    before = model.weight.detach().clone()
    optimizer = adamw(model, rate=0.1, fresh_rate=0.1, fresh=(), weight_decay=0.0, epsilon=1e-9)
    model.weight.grad = torch.tensor([[1.0, -2.0, 0.5], [3.0, -0.1, 4.0]])
    optimizer.step()
    torch.testing.assert_close(model.weight, before - 0.1 * model.weight.grad.sign())
