"""Exact attention is the equation."""

import math

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


def test_dropout_acts_while_training_only(generator: torch.Generator) -> None:
    query, key, value = (torch.randn(1, 2, 30, 8, generator=generator) for _ in range(3))
    attention = SoftmaxAttention(dropout=0.5)
    torch.manual_seed(0)
    first, second = attention(query, key, value), attention(query, key, value)
    assert not torch.equal(first, second)
    attention.eval()
    torch.testing.assert_close(attention(query, key, value), SoftmaxAttention()(query, key, value))
