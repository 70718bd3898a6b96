"""The loss in slices is the loss of PyTorch, and so are its gradients."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.nn.functional import cross_entropy

from paperformer.learning import smoothed_loss
from paperformer.learning.smoothed_loss import smoothed_cross_entropy


def inputs(rows: int, vocabulary: int, size: int, seed: int, scale: float) -> tuple[Tensor, Tensor, Tensor]:
    chance = torch.Generator().manual_seed(seed)
    states = (scale * torch.randn(rows, size, generator=chance)).requires_grad_()
    weight = torch.randn(vocabulary, size, generator=chance).requires_grad_()
    return states, weight, torch.randint(0, vocabulary, (rows,), generator=chance)


@given(
    rows=st.integers(1, 40),
    vocabulary=st.integers(1, 60),
    size=st.integers(1, 8),
    smoothing=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    scale=st.sampled_from([0.0, 1.0, 30.0]),
    room=st.sampled_from([1, 100, 2**20]),
    seed=st.integers(0, 1000),
)
def test_loss_and_gradients_are_those_of_pytorch(
    rows: int, vocabulary: int, size: int, smoothing: float, scale: float, room: int, seed: int
) -> None:
    states, weight, wanted = inputs(rows, vocabulary, size, seed, scale)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smoothed_loss, "SLICE", room)  # one row at a time, a few, all
        smoothed, plain = smoothed_cross_entropy(states, weight, wanted, smoothing)
    (3 * smoothed).backward()
    ours = states.grad, weight.grad
    states.grad = weight.grad = None
    logits = (states.double() @ weight.double().T).requires_grad_()
    theirs = cross_entropy(logits, wanted, label_smoothing=smoothing, reduction="sum")
    (3 * theirs).backward()
    torch.testing.assert_close(smoothed.double(), theirs, atol=2e-3, rtol=1e-5)
    torch.testing.assert_close(
        plain.double(), cross_entropy(logits, wanted, reduction="sum"), atol=2e-3, rtol=1e-5
    )
    for one, other in zip(ours, (states.grad, weight.grad), strict=True):
        assert one is not None
        assert other is not None
        torch.testing.assert_close(one, other, atol=2e-3, rtol=1e-3)


def test_the_plain_loss_has_no_gradient() -> None:
    states, weight, wanted = inputs(5, 7, 3, 1, 1.0)
    _, plain = smoothed_cross_entropy(states, weight, wanted, 0.1)
    assert not plain.requires_grad


def test_where_no_gradient_is_wanted_none_is_made() -> None:
    states, weight, wanted = inputs(5, 7, 3, 1, 1.0)
    with torch.no_grad():
        smoothed, plain = smoothed_cross_entropy(states, weight, wanted)
    assert not smoothed.requires_grad
    torch.testing.assert_close(smoothed, plain)


def test_under_autocast_products_are_bfloat16_and_the_loss_float32() -> None:
    states, weight, wanted = inputs(64, 100, 16, 1, 1.0)
    exact, _ = smoothed_cross_entropy(states, weight, wanted, 0.1)
    exact.backward()
    assert weight.grad is not None
    reference = weight.grad.clone()
    weight.grad = None
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough, _ = smoothed_cross_entropy(states, weight, wanted, 0.1)
    rough.backward()
    assert rough.dtype == torch.float32
    assert weight.grad.dtype == torch.float32
    assert rough.item() == pytest.approx(exact.item(), rel=0.02)
    assert float((weight.grad - reference).norm()) < 0.05 * float(reference.norm())
    assert not torch.equal(weight.grad, reference)


def test_where_the_truth_is_all_but_certain_rounding_leaves_its_gradient() -> None:
    """Logits of the true tokens stand 10 above the others: p is 0.99 and more, which bfloat16 takes for 1."""
    chance = torch.Generator().manual_seed(1)
    wanted = torch.randint(0, 50, (32,), generator=chance)
    weight = (torch.eye(50) + 0.01 * torch.randn(50, 50, generator=chance)).requires_grad_()
    states = (10 * torch.eye(50)[wanted]).requires_grad_()
    exact = torch.autograd.grad(smoothed_cross_entropy(states, weight, wanted)[0], (states, weight))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough = torch.autograd.grad(smoothed_cross_entropy(states, weight, wanted)[0], (states, weight))
    for one, other in zip(rough, exact, strict=True):
        assert float((one - other).norm()) < 0.1 * float(other.norm())
