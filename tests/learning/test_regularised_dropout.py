"""The loss of R-Drop in slices is the one that PyTorch's own functions make, and so are its gradients."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.nn.functional import cross_entropy, kl_div

from paperformer.learning import regularised_dropout
from paperformer.learning.regularised_dropout import regularised_cross_entropy
from paperformer.learning.smoothed_loss import smoothed_cross_entropy


def inputs(rows: int, vocabulary: int, size: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    chance = torch.Generator().manual_seed(seed)
    states = torch.randn(2, rows, size, generator=chance).requires_grad_()
    weight = torch.randn(vocabulary, size, generator=chance).requires_grad_()
    return states, weight, torch.randint(0, vocabulary, (rows,), generator=chance)


@given(
    rows=st.integers(1, 20),
    vocabulary=st.integers(1, 40),
    size=st.integers(1, 8),
    smoothing=st.sampled_from([0.0, 0.1, 1.0]),
    strength=st.sampled_from([0.0, 1.0, 5.0]),
    room=st.sampled_from([1, 500, 2**20]),
    seed=st.integers(0, 1000),
)
def test_loss_and_gradients_are_those_of_pytorch(
    rows: int, vocabulary: int, size: int, smoothing: float, strength: float, room: int, seed: int
) -> None:
    states, weight, wanted = inputs(rows, vocabulary, size, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(regularised_dropout, "SLICE", room)
        loss, apart = regularised_cross_entropy(states, weight, wanted, smoothing, strength)
    ours = torch.autograd.grad(3 * loss, (states, weight))
    logits = states.double() @ weight.double().T
    one, other = (logits[side].log_softmax(dim=1) for side in (0, 1))
    truth = torch.stack(
        [cross_entropy(z, wanted, label_smoothing=smoothing, reduction="sum") for z in logits]
    )
    apart_too = torch.stack(
        [kl_div(a, b, log_target=True, reduction="sum") for a, b in ((one, other), (other, one))]
    )
    expected = truth.mean() + strength / 2 * apart_too.mean()
    theirs = torch.autograd.grad(3 * expected, (states, weight))
    torch.testing.assert_close(loss.double(), expected, atol=1e-3, rtol=1e-5)
    torch.testing.assert_close(apart.double(), apart_too.mean(), atol=1e-3, rtol=1e-5)
    for mine, reference in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, reference, atol=2e-3, rtol=1e-3)


def test_two_passes_that_say_the_same_have_the_loss_of_one() -> None:
    states, weight, wanted = inputs(6, 11, 4, 1)
    same = states[:1].detach().expand(2, -1, -1)
    loss, apart = regularised_cross_entropy(same, weight, wanted, 0.1, 5.0)
    plain, _ = smoothed_cross_entropy(same[0], weight, wanted, 0.1)
    assert float(apart) == pytest.approx(0, abs=1e-6)
    assert not apart.requires_grad
    assert float(loss.detach()) == pytest.approx(float(plain.detach()), rel=1e-5)


def test_under_autocast_the_gradient_is_the_same_but_for_rounding() -> None:
    states, weight, wanted = inputs(64, 100, 16, 1)
    exact, _ = regularised_cross_entropy(states, weight, wanted, 0.1, 5.0)
    reference = torch.autograd.grad(exact, (states, weight))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough, _ = regularised_cross_entropy(states, weight, wanted, 0.1, 5.0)
    assert float(rough.detach()) == pytest.approx(float(exact.detach()), rel=0.02)
    for one, other in zip(torch.autograd.grad(rough, (states, weight)), reference, strict=True):
        assert one.dtype == torch.float32
        assert 0 < float((one - other).norm()) < 0.05 * float(other.norm())


def test_where_the_truth_is_all_but_certain_rounding_leaves_its_gradient() -> None:
    """Logits of the true tokens stand 10 above the others: p is 0.99 and more, which bfloat16 takes for 1."""
    chance = torch.Generator().manual_seed(1)
    wanted = torch.randint(0, 50, (32,), generator=chance)
    weight = (torch.eye(50) + 0.01 * torch.randn(50, 50, generator=chance)).requires_grad_()
    states = (10 * torch.eye(50)[wanted]).requires_grad_()
    exact = torch.autograd.grad(
        regularised_cross_entropy(torch.stack([states, states]), weight, wanted, 0.0, 5.0)[0],
        (states, weight),
    )
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough = torch.autograd.grad(
            regularised_cross_entropy(torch.stack([states, states]), weight, wanted, 0.0, 5.0)[0],
            (states, weight),
        )
    for one, other in zip(rough, exact, strict=True):
        assert float((one - other).norm()) < 0.1 * float(other.norm())
