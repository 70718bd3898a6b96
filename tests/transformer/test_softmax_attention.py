"""Exact attention is the equation."""

import math

import pytest
import torch

from paperformer.transformer.attention.softmax import SoftmaxAttention


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
