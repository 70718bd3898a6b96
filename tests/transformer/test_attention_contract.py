"""What every attention mechanism promises, whatever its mathematics."""

import inspect
from dataclasses import dataclass

import pytest
import torch
from jaxtyping import TypeCheckError

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import AttentionConfig, PerformerConfig, SoftmaxConfig

HEADS, WIDTH = 3, 16
CONFIGS: list[AttentionConfig] = [
    SoftmaxConfig(),
    PerformerConfig(),
    PerformerConfig(feature_map="exp", projection="iid", features=24),
    PerformerConfig(regularised=False, features=40),
    PerformerConfig(feature_map="relu"),
]


@pytest.fixture(params=CONFIGS, ids=["softmax", "performer", "exp-iid", "random-lengths", "relu"])
def attention(request: pytest.FixtureRequest, generator: torch.Generator) -> Attention:
    return build_attention(request.param, WIDTH, generator)


def heads(batch: int, length: int, width: int = WIDTH, scale: float = 1.0) -> torch.Tensor:
    chance = torch.Generator().manual_seed(length * width + batch)
    return scale * torch.randn(batch, HEADS, length, width, generator=chance)


def lengths_mask(*lengths: int) -> torch.Tensor:
    return torch.arange(max(lengths)) < torch.tensor(lengths)[:, None]


def test_queries_and_keys_may_differ_in_number_and_values_in_width(attention: Attention) -> None:
    output = attention(heads(2, 5), heads(2, 9), heads(2, 9, width=7))
    assert output.shape == (2, HEADS, 5, 7)
    assert output.isfinite().all()


def test_constant_values_come_back_unchanged(attention: Attention) -> None:
    """The weights of a query add up to one."""
    values = torch.full((2, HEADS, 9, 4), 3.5)
    output = attention(heads(2, 5), heads(2, 9), values, lengths_mask(9, 4))
    torch.testing.assert_close(output, torch.full((2, HEADS, 5, 4), 3.5))


def test_what_stands_in_masked_keys_changes_nothing_bit_for_bit(attention: Attention) -> None:
    query, key, value = heads(2, 6), heads(2, 9), heads(2, 9, 4)
    mask = lengths_mask(9, 5)
    before = attention(query, key, value, mask)
    key[1, :, 5:] = 50.0
    value[1, :, 5:] = -1e4
    assert torch.equal(attention(query, key, value, mask), before)


def test_padding_equals_its_absence(attention: Attention) -> None:
    query, key, value = heads(1, 6), heads(1, 9), heads(1, 9, 4)
    padded = attention(query, key, value, lengths_mask(9)[:, :9] & (torch.arange(9) < 5))
    torch.testing.assert_close(padded, attention(query, key[:, :, :5], value[:, :, :5]), atol=1e-6, rtol=1e-5)


def test_rows_of_a_batch_do_not_meet(attention: Attention) -> None:
    query, key, value = heads(3, 6), heads(3, 9, scale=3.0), heads(3, 9, 4)
    mask = lengths_mask(9, 2, 5)
    together = attention(query, key, value, mask)
    for row in range(3):
        one = slice(row, row + 1)
        alone = attention(query[one], key[one], value[one], mask[one])
        torch.testing.assert_close(together[one], alone, atol=1e-6, rtol=1e-5)


def test_a_key_mask_may_have_two_axes_or_four(attention: Attention) -> None:
    query, key, value = heads(2, 6), heads(2, 9), heads(2, 9, 4)
    mask = lengths_mask(9, 5)
    assert torch.equal(attention(query, key, value, mask), attention(query, key, value, mask[:, None, None]))


def test_a_mask_of_three_axes_is_refused(attention: Attention) -> None:
    with pytest.raises(InvalidConfig, match="ambiguous"):
        attention(heads(1, 4), heads(1, 4), heads(1, 4), torch.ones(1, 4, 4, dtype=torch.bool))


def test_a_query_that_sees_no_key_gives_zeros_and_finite_gradients(attention: Attention) -> None:
    query, key, value = (heads(2, 6).requires_grad_() for _ in range(3))
    mask = torch.tensor([[True] * 6, [False] * 6])
    output = attention(query, key, value, mask)
    assert torch.equal(output[1], torch.zeros_like(output[1]))
    output.sum().backward()
    assert all(x.grad is not None and x.grad.isfinite().all() for x in (query, key, value))


@pytest.mark.parametrize("gradients", [False, True])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("rows", "queries", "keys"), [(2, 0, 0), (2, 0, 5), (2, 5, 0), (0, 5, 5), (0, 0, 0)])
def test_of_no_tokens_there_is_nothing_to_say(
    attention: Attention, rows: int, queries: int, keys: int, causal: bool, gradients: bool
) -> None:
    query, key, value = heads(rows, queries), heads(rows, keys), heads(rows, keys, width=7)
    output = attention(query.requires_grad_(gradients), key, value, causal=causal)
    assert torch.equal(output, torch.zeros(rows, HEADS, queries, 7))
    assert output.requires_grad == gradients


def test_order_of_keys_does_not_matter(attention: Attention) -> None:
    query, key, value = heads(1, 6), heads(1, 9), heads(1, 9, 4)
    turned = attention(query, key.flip(2), value.flip(2))
    torch.testing.assert_close(turned, attention(query, key, value), atol=1e-6, rtol=1e-5)


def test_shapes_are_checked_under_tests(attention: Attention) -> None:
    """The checker in ``tests/conftest.py`` is on: keys and values that differ in number are refused."""
    with pytest.raises(TypeCheckError, match="value"):
        attention(heads(1, 4), heads(1, 5), heads(1, 6))


def test_a_config_of_no_mechanism_is_refused() -> None:
    @dataclass(frozen=True)
    class UnknownConfig:
        dropout: float = 0.0

    with pytest.raises(InvalidConfig, match="UnknownConfig is no attention mechanism"):
        # Without the check of types that tests run under.
        inspect.unwrap(build_attention)(UnknownConfig(), head_dim=8, generator=torch.Generator())
