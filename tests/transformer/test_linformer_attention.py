"""Linformer is its formula, bound to a longest input, and not causal."""

import math
from itertools import product

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.linformer import LinformerAttention, LinformerProjections
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.build import build_encoder
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import EncoderConfig, LinformerConfig, LinformerSharing

HEADS, WIDTH, LONGEST, PROJECTED = 3, 8, 12, 5
SHARINGS: tuple[LinformerSharing, ...] = ("none", "heads", "keys-values", "layers")


def heads(batch: int, length: int, width: int = WIDTH, seed: int = 0) -> torch.Tensor:
    chance = torch.Generator().manual_seed(1000 * length + 10 * width + seed)
    return torch.randn(batch, HEADS, length, width, generator=chance)


def inputs(batch: int, length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return heads(batch, length), heads(batch, length, seed=1), heads(batch, length, 6, seed=2)


def linformer(sharing: LinformerSharing, generator: torch.Generator) -> LinformerAttention:
    config = LinformerConfig(max_length=LONGEST, projected_length=PROJECTED, sharing=sharing)
    attention = build_attention(config, WIDTH, generator, heads=HEADS)
    assert isinstance(attention, LinformerAttention)
    return attention


def formula(
    attention: LinformerAttention, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    """softmax(Q (E K)^T / sqrt(d)) F V, number by number, in double precision."""
    first, second = attention.projections.key, attention.projections.value
    batch, _, length, width = key.shape
    output = torch.zeros(batch, HEADS, query.shape[2], value.shape[3], dtype=torch.float64)
    for row, head in product(range(batch), range(HEADS)):
        e = first[head % len(first)].detach().double()
        f = e if second is None else second[head % len(second)].detach().double()
        q, k, v = (x[row, head].double() for x in (query, key, value))
        keys = [sum(e[r, j] * k[j] for j in range(length)) for r in range(PROJECTED)]
        values = [sum(f[r, j] * v[j] for j in range(length)) for r in range(PROJECTED)]
        for i in range(query.shape[2]):
            scores = [math.exp(float(q[i] @ mixed) / math.sqrt(width)) for mixed in keys]
            output[row, head, i] = sum(s * x for s, x in zip(scores, values, strict=True)) / sum(scores)
    return output


@pytest.mark.parametrize("sharing", SHARINGS)
@pytest.mark.parametrize("length", [LONGEST, 7, 1])
def test_it_equals_its_formula_at_any_length(
    sharing: LinformerSharing, length: int, generator: torch.Generator
) -> None:
    attention = linformer(sharing, generator)
    query, key, value = inputs(2, length)
    expected = formula(attention, query, key, value)
    torch.testing.assert_close(attention(query, key, value).double(), expected, atol=1e-5, rtol=0)
    weights = attention.weights(query, key)
    torch.testing.assert_close((weights @ value).double(), expected, atol=1e-5, rtol=0)


def test_with_identities_it_equals_softmax(generator: torch.Generator) -> None:
    projections = LinformerProjections(max_length=LONGEST, projected_length=LONGEST, generator=generator)
    with torch.no_grad():
        projections.key.copy_(torch.eye(LONGEST))
        assert projections.value is not None
        projections.value.copy_(torch.eye(LONGEST))
    query, key, value = inputs(2, LONGEST)
    found = LinformerAttention(projections=projections)(query, key, value)
    torch.testing.assert_close(found, SoftmaxAttention()(query, key, value), atol=1e-6, rtol=0)


@pytest.mark.parametrize("sharing", SHARINGS)
def test_padding_changes_nothing(sharing: LinformerSharing, generator: torch.Generator) -> None:
    attention = linformer(sharing, generator)
    query, key, value = inputs(2, 11)
    mask = torch.arange(11) < torch.tensor([11, 4])[:, None]
    for x in (query, key, value):
        x[1, :, 4:] = 50.0
    together = attention(query, key, value, mask)
    weights = attention.weights(query, key, mask)
    torch.testing.assert_close(together, weights @ value, atol=1e-5, rtol=0)
    for row, length in enumerate((11, 4)):
        alone = attention(*(x[row : row + 1, :, :length] for x in (query, key, value)))
        torch.testing.assert_close(together[row : row + 1, :, :length], alone, atol=1e-6, rtol=0)
    assert torch.equal(weights[1, :, :, 4:], torch.zeros_like(weights[1, :, :, 4:]))


def test_queries_of_another_sequence_may_ask(generator: torch.Generator) -> None:
    attention = linformer("heads", generator)
    query, (_, key, value) = heads(2, 40), inputs(2, 9)
    expected = formula(attention, query, key, value)
    torch.testing.assert_close(attention(query, key, value).double(), expected, atol=1e-5, rtol=0)


def test_a_query_that_sees_no_key_gives_zeros_and_finite_gradients(generator: torch.Generator) -> None:
    leaves = [x.requires_grad_() for x in inputs(2, 9)]
    mask = torch.tensor([[True] * 9, [False] * 9])
    output = linformer("heads", generator)(*leaves, mask)
    assert torch.equal(output[1], torch.zeros_like(output[1]))
    output.sum().backward()
    assert all(x.grad is not None and x.grad.isfinite().all() for x in leaves)


def test_causal_is_refused_with_the_reason(generator: torch.Generator) -> None:
    attention = linformer("heads", generator)
    with pytest.raises(InvalidConfig, match="every mixed key holds something of all places"):
        attention(*inputs(1, 9), causal=True)
    with pytest.raises(InvalidConfig, match="cannot be causal"):
        attention.weights(heads(1, 9), heads(1, 9), causal=True)


def test_more_keys_than_the_longest_input_are_refused(generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match=r"13 keys do not fit .* 12"):
        linformer("heads", generator)(*inputs(1, 13))


def test_a_mask_that_differs_between_queries_is_refused(generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match="linformer attention cannot follow a mask"):
        linformer("heads", generator)(*inputs(1, 6), torch.ones(1, 1, 6, 6, dtype=torch.bool))


def test_projections_for_each_head_need_their_number(generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match="needs the number of heads"):
        build_attention(LinformerConfig(sharing="none"), WIDTH, generator)


@pytest.mark.parametrize(
    ("sharing", "matrices"), [("none", 2 * 2 * 4), ("heads", 2 * 2), ("keys-values", 2), ("layers", 1)]
)
def test_who_shares_what_over_two_layers_of_four_heads(
    sharing: LinformerSharing, matrices: int, generator: torch.Generator
) -> None:
    """The paper counts the same for 12 layers of 12 heads: 24 and 12 and 1 (section 4)."""
    config = EncoderConfig(
        vocabulary_size=20,
        hidden_size=32,
        layers=2,
        heads=4,
        feedforward_size=16,
        max_positions=LONGEST,
        attention=LinformerConfig(max_length=LONGEST, projected_length=PROJECTED, sharing=sharing),
    )
    encoder = build_encoder(config, generator)
    own = [p for name, p in encoder.named_parameters() if "projections" in name]
    assert sum(p.numel() for p in own) == matrices * LONGEST * PROJECTED
    assert encoder(torch.randint(20, (2, 9), generator=generator)).shape == (2, 9, 32)


def test_what_layers_share_they_learn_together(generator: torch.Generator) -> None:
    config = EncoderConfig(
        vocabulary_size=20,
        hidden_size=32,
        layers=2,
        heads=4,
        feedforward_size=16,
        attention=LinformerConfig(max_length=LONGEST, projected_length=PROJECTED, sharing="layers"),
    )
    encoder = build_encoder(config, generator)
    first, second = (layer.attention.mechanism.projections for layer in encoder.encoder.layers)
    assert first is second
    encoder(torch.randint(20, (2, 9), generator=generator)).square().sum().backward()
    assert first.key.grad is not None
    assert first.key.grad.abs().sum() > 0


def test_matrices_are_drawn_with_variance_one_over_the_projected_length(generator: torch.Generator) -> None:
    projections = LinformerProjections(max_length=400, projected_length=100, generator=generator)
    assert projections.key.std().item() == pytest.approx(0.1, rel=0.03)
    assert projections.value is not None
    assert not torch.equal(projections.key, projections.value)


@pytest.mark.parametrize("wrong", [{"max_length": 0}, {"projected_length": 0}, {"sharing": "all"}])
def test_settings_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidConfig, match=f"attention.{next(iter(wrong))}"):
        LinformerConfig(**wrong)
