"""Rotary positions: only distances count, under every mechanism; scaled as the papers say."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.transformer import (
    Decoder,
    DecoderConfig,
    Encoder,
    LongformerConfig,
    PerformerConfig,
    RotaryConfig,
    SoftmaxConfig,
    small,
)
from paperformer.transformer.attention.rotary import RotaryPositions
from paperformer.transformer.config import AttentionConfig

WIDTH = 8


def turn(x: torch.Tensor, place: int, config: RotaryConfig = RotaryConfig()) -> torch.Tensor:  # noqa: B008
    rotary = RotaryPositions(head_dim=WIDTH, config=config)
    return rotary(x[None, None, None], place)[0, 0, 0]


def vectors(seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    query, key = torch.randn(2, WIDTH, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return query, key


@given(st.integers(0, 99), st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 100_000))
def test_a_product_depends_on_the_distance_alone_and_lengths_stay(seed: int, m: int, n: int, by: int) -> None:
    query, key = vectors(seed)
    product = turn(query, m) @ turn(key, n)
    torch.testing.assert_close(turn(query, m + by) @ turn(key, n + by), product, atol=1e-9, rtol=1e-9)
    torch.testing.assert_close(turn(query, m).norm(), query.norm())


def test_it_is_the_papers_matrix() -> None:
    """Equation 15, with pair i made of the numbers i and i + d / 2."""
    x, _ = vectors(1)
    expected = torch.zeros(WIDTH, dtype=torch.float64)
    for i in range(WIDTH // 2):
        angle = 7 * 10_000 ** (-2 * i / WIDTH)
        a, b = float(x[i]), float(x[i + WIDTH // 2])
        expected[i] = a * math.cos(angle) - b * math.sin(angle)
        expected[i + WIDTH // 2] = a * math.sin(angle) + b * math.cos(angle)
    torch.testing.assert_close(turn(x, 7), expected)


def test_linear_scaling_gives_each_place_the_angle_of_a_nearer_one() -> None:
    x, _ = vectors(2)
    torch.testing.assert_close(turn(x, 12, RotaryConfig(scaling="linear", factor=4)), turn(x, 3))


def test_llama3_scaling_keeps_fast_pairs_stretches_slow_ones_and_nothing_jumps() -> None:
    plain = RotaryPositions(head_dim=64, config=RotaryConfig()).frequencies()
    config = RotaryConfig(scaling="llama3", factor=8, trained_length=512)
    ratio = RotaryPositions(head_dim=64, config=config).frequencies() / plain
    turns = 512 * plain / (2 * math.pi)
    assert torch.equal(ratio[turns >= 4], torch.ones_like(ratio[turns >= 4]))
    torch.testing.assert_close(ratio[turns <= 1], torch.full_like(ratio[turns <= 1], 1 / 8))
    assert (ratio.diff() <= 0).all()
    assert ((turns > 1) & (turns < 4)).any()


EXACT: dict[str, AttentionConfig] = {
    "softmax": SoftmaxConfig(),
    "longformer": LongformerConfig(window=4, global_tokens=0),
    "longformer, shared global": LongformerConfig(window=2, global_tokens=2, global_projections=False),
}


def decoder(attention: AttentionConfig, heads: int = 2) -> Decoder:
    shape = DecoderConfig(
        vocabulary_size=20,
        hidden_size=16,
        layers=2,
        heads=2,
        key_value_heads=heads,
        feedforward_size=24,
        positions="rotary",
        attention=attention,
    )
    return Decoder.from_config(shape, seed=3).eval()


@pytest.mark.parametrize("attention", EXACT.values(), ids=EXACT)
@torch.no_grad()
def test_a_text_moved_along_its_row_answers_the_same(attention: AttentionConfig) -> None:
    model, ids = decoder(attention), torch.randint(1, 20, (2, 9), generator=torch.Generator().manual_seed(1))
    moved = torch.arange(9).expand(2, -1) + 40
    torch.testing.assert_close(model(ids, places=moved), model(ids), atol=1e-4, rtol=1e-4)
    shuffled = torch.cat([ids[:, [1, 0]], ids[:, 2:]], dim=1)
    assert not torch.allclose(model(shuffled)[:, -1], model(ids)[:, -1], atol=1e-4)


@torch.no_grad()
def test_texts_that_share_a_row_count_their_own_places() -> None:
    model, ids = (
        decoder(SoftmaxConfig()),
        torch.randint(1, 20, (1, 9), generator=torch.Generator().manual_seed(1)),
    )
    text = torch.tensor([[0] * 4 + [1] * 5])
    places = torch.tensor([[0, 1, 2, 3, 0, 1, 2, 3, 4]])
    together = model(ids, (text[:, :, None] == text[:, None, :])[:, None], places=places)
    torch.testing.assert_close(together[:, :4], model(ids[:, :4]), atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(together[:, 4:], model(ids[:, 4:]), atol=1e-5, rtol=1e-4)


@torch.no_grad()
def test_favor_comes_nearer_to_softmax_with_more_features() -> None:
    exact = decoder(SoftmaxConfig())
    ids = torch.randint(1, 20, (4, 24), generator=torch.Generator().manual_seed(1))
    errors = []
    for features in (8, 256, 8192):
        linear = decoder(PerformerConfig(features=features, regularised=False))
        linear.load_state_dict(exact.state_dict(), strict=False)
        errors.append(float((linear(ids) - exact(ids)).square().mean()))
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < errors[0] / 10


@torch.no_grad()
def test_an_encoder_turns_by_places_too() -> None:
    config = small(vocabulary_size=30, hidden_size=16, layers=1, heads=2, positions="rotary", segment_types=0)
    model = Encoder.from_config(config).eval()
    for parameter in model.parameters():
        parameter.mul_(10)
    ids = torch.tensor([[3, 4, 5, 6, 7]])
    assert model.embedding.position is None
    moved = torch.arange(5)[None] + 11
    torch.testing.assert_close(model(ids, places=moved), model(ids), atol=1e-5, rtol=1e-4)
    assert not torch.allclose(model(ids.flip(1)).flip(1), model(ids), atol=1e-4)
    assert model(torch.randint(1, 30, (1, 900))).shape == (1, 900, 16)  # there is no table to end


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rotary": {"theta": 0}, "positions": "rotary"}, "rotary.theta is 0"),
        ({"rotary": {"scaling": "yarn"}, "positions": "rotary"}, "rotary.scaling 'yarn'"),
        ({"rotary": {}}, "rotary is given, but positions are sinusoidal"),
        ({"rotary": 3, "positions": "rotary"}, "rotary is no group"),
        ({"key_size": 5, "value_size": 5, "positions": "rotary"}, "width 5 has no pairs"),
        ({"attention": {"mechanism": "longformer"}, "positions": "rotary"}, "projections of their own"),
        (
            {"rotary": {"scaling": "llama3", "low_frequency": 4.0}, "positions": "rotary"},
            "low_frequency is not below",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_name(settings: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        DecoderConfig.from_dict({"vocabulary_size": 9, **settings})
