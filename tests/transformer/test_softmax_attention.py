"""Exact attention is the equation."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention

from paperformer.transformer.attention.softmax import FEW_KEYS, SoftmaxAttention
from paperformer.transformer.mask import visible_pairs


def test_it_equals_the_equation_in_double_precision(generator: torch.Generator) -> None:
    query, key, value = (torch.randn(2, 3, 7, 8, generator=generator).double() for _ in range(3))
    mask = torch.rand(2, 3, 7, 7, generator=generator) < 0.7
    mask |= torch.eye(7, dtype=torch.bool)
    logits = query @ key.transpose(-2, -1) / math.sqrt(8)
    expected = logits.masked_fill(~mask, -math.inf).softmax(dim=-1) @ value
    found = SoftmaxAttention()(query, key, value, mask)
    torch.testing.assert_close(found, expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize(("queries", "keys"), [(7, 7), (3, 7), (7, 3)])
@pytest.mark.parametrize("masked", [True, False])
def test_causal_attention_equals_the_equation(
    queries: int, keys: int, masked: bool, generator: torch.Generator
) -> None:
    query, key, value = (torch.randn(2, 3, n, 8, generator=generator).double() for n in (queries, keys, keys))
    mask = torch.rand(2, keys, generator=generator) < 0.6 if masked else None
    weights = SoftmaxAttention().weights(query, key, mask, causal=True)
    for i in range(queries):
        seen = torch.arange(keys) <= i + keys - queries
        visible = seen.expand(2, -1) if mask is None else seen & mask
        powers = (query[:, :, i, None] @ key.transpose(-2, -1) / math.sqrt(8)).exp()[:, :, 0]
        powers = powers * visible[:, None]
        expected = powers / powers.sum(dim=-1, keepdim=True).clamp(min=1e-9)
        torch.testing.assert_close(weights[:, :, i], expected, atol=1e-12, rtol=0)
    output = SoftmaxAttention()(query, key, value, mask, causal=True)
    torch.testing.assert_close(output, weights @ value, atol=1e-12, rtol=0)


def test_dropout_acts_while_training_only(generator: torch.Generator) -> None:
    query, key, value = (torch.randn(1, 2, 30, 8, generator=generator) for _ in range(3))
    attention = SoftmaxAttention(dropout=0.5)
    torch.manual_seed(0)
    first, second = attention(query, key, value), attention(query, key, value)
    assert not torch.equal(first, second)
    attention.eval()
    torch.testing.assert_close(attention(query, key, value), SoftmaxAttention()(query, key, value))


@given(
    queries=st.integers(1, 9),
    keys=st.integers(1, 9),
    causal=st.booleans(),
    masked=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_with_gradients_it_equals_the_fused_kernel_and_so_do_they(
    queries: int, keys: int, causal: bool, masked: bool, seed: int
) -> None:
    generator = torch.Generator().manual_seed(seed)
    query, key, value = inputs = [
        torch.randn(2, 3, n, 8, generator=generator).double().requires_grad_() for n in (queries, keys, keys)
    ]
    mask = torch.rand(2, keys, generator=generator) < 0.6 if masked else None
    towards = torch.randn(2, 3, queries, 8, generator=generator).double()
    found = SoftmaxAttention()(query, key, value, mask, causal=causal)
    pairs = visible_pairs(mask, query, key, causal=causal)
    expected = scaled_dot_product_attention(query, key, value, attn_mask=pairs)
    torch.testing.assert_close(found, expected, atol=1e-12, rtol=0)
    ours, theirs = (torch.autograd.grad((each * towards).sum(), inputs) for each in (found, expected))
    for one, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, other, atol=1e-12, rtol=0)


def test_a_query_that_sees_no_key_has_no_gradient_and_none_that_is_no_number(
    generator: torch.Generator,
) -> None:
    query, key, value = (torch.randn(2, 1, 3, 4, generator=generator).requires_grad_() for _ in range(3))
    mask = torch.tensor([[True, True, False], [False, False, False]])
    output = SoftmaxAttention()(query, key, value, mask)
    assert torch.equal(output[1], torch.zeros(1, 3, 4))
    output.sum().backward()
    for tensor in (query, key, value):
        assert tensor.grad is not None
        assert torch.equal(tensor.grad[1], torch.zeros(1, 3, 4))
        assert bool(tensor.grad.isfinite().all())


@pytest.mark.parametrize("keys", [FEW_KEYS, FEW_KEYS + 1])
def test_both_ways_drop_the_same_part_of_the_weights(keys: int) -> None:
    query, key = torch.zeros(1, 1, 500, 4), torch.zeros(1, 1, keys, 4)  # all weights alike
    value = torch.ones(1, 1, keys, 4).requires_grad_()
    torch.manual_seed(0)
    output = SoftmaxAttention(dropout=0.25)(query, key, value)
    assert output.mean().item() == pytest.approx(1, abs=0.01)
    # A mean of ``keys`` weights, each 0 or 1 / 0.75.
    assert output.std().item() == pytest.approx(math.sqrt(0.25 / 0.75 / keys), rel=0.15)


def test_gradients_under_autocast_are_those_in_float32_but_for_rounding(generator: torch.Generator) -> None:
    inputs = [torch.randn(2, 3, 9, 8, generator=generator).requires_grad_() for _ in range(3)]
    exact = torch.autograd.grad(SoftmaxAttention()(*inputs, causal=True).sum(), inputs)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        rough = torch.autograd.grad(SoftmaxAttention()(*inputs, causal=True).float().sum(), inputs)
    for one, other in zip(exact, rough, strict=True):
        assert float((one - other).norm()) < 0.05 * float(one.norm())
