"""FAVOR+ as an attention: near softmax, stable, differentiable, redrawn on demand."""

import math

import pytest
import torch
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.features import feature_exponents, mirrored
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.redraw import RedrawSchedule
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig, FeatureMapName, HybridConfig, PerformerConfig


def qkv(length: int, width: int, scale: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    chance = torch.Generator().manual_seed(5)
    query, key, value = (torch.randn(2, 2, length, width, generator=chance) for _ in range(3))
    return scale * query, scale * key, value


def performer(features: int, chance: torch.Generator) -> PerformerAttention:
    """The unbiased one: with directions of random length."""
    return PerformerAttention(head_dim=16, features=features, generator=chance, regularised=False)


def error(features: int, draws: int = 24) -> float:
    """Mean squared distance to exact attention over fresh directions."""
    query, key, value = qkv(40, 16, 0.4)
    exact = SoftmaxAttention()(query, key, value)
    chance = torch.Generator().manual_seed(6)
    found = [performer(features, chance)(query, key, value) for _ in range(draws)]
    return float(torch.stack([(f - exact).square().mean() for f in found]).mean())


def test_the_error_falls_as_one_over_the_features() -> None:
    coarse, fine = error(32), error(512)
    assert 8 < coarse / fine < 32  # squared error, 16 times the features


def test_many_features_come_close_to_softmax() -> None:
    query, key, value = qkv(40, 16, 0.4)
    attention = performer(8192, torch.Generator().manual_seed(1))
    exact = SoftmaxAttention()(query, key, value)
    assert (attention(query, key, value) - exact).abs().max() < 0.1 * exact.std()


@pytest.mark.parametrize("feature_map", ["exp", "hyperbolic"])
def test_stabilising_changes_nothing_but_the_range(
    feature_map: FeatureMapName, generator: torch.Generator
) -> None:
    """The plain equation, without stabilisers, in double precision."""
    query, key, value = (x.double() for x in qkv(30, 16, 1.5))
    attention = PerformerAttention(head_dim=16, generator=generator, feature_map=feature_map, features=48)
    mask = torch.arange(30) < torch.tensor([30, 11])[:, None]
    directions = mirrored(attention.directions.double(), feature_map)
    phi_q = feature_exponents(query / 2, directions).exp()
    phi_k = feature_exponents(key / 2, directions).exp() * mask[:, None, :, None]
    weights = phi_q @ phi_k.transpose(-2, -1)
    expected = weights @ value / weights.sum(dim=-1, keepdim=True)
    found = attention(query, key, value, mask)
    torch.testing.assert_close(found, expected, atol=1e-11, rtol=0)
    assert not torch.allclose(found, value.mean(dim=2, keepdim=True), atol=0.1)


def test_gradients_are_those_of_the_function(generator: torch.Generator) -> None:
    attention = PerformerAttention(head_dim=4, generator=generator, features=8).double()
    inputs = [torch.randn(1, 2, 5, 4, generator=generator).double().requires_grad_() for _ in range(3)]
    mask = torch.tensor([[True, True, True, False, False]])
    assert torch.autograd.gradcheck(lambda q, k, v: attention(q, k, v, mask), inputs)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_stays_finite_where_a_naive_exp_overflows(
    dtype: torch.dtype, generator: torch.Generator
) -> None:
    query, key, value = (x.to(dtype).requires_grad_() for x in qkv(50, 32, 12.0))
    attention = PerformerAttention(head_dim=32, generator=generator)
    scaled = query.detach() * 32**-0.25
    assert not (scaled @ attention.directions.to(dtype).T).exp().isfinite().all()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = attention(query, key, value)
    assert output.dtype == dtype
    assert output.isfinite().all()
    output.float().square().sum().backward()
    assert all(x.grad is not None and x.grad.isfinite().all() for x in (query, key, value))


def test_autocast_does_not_change_the_result(generator: torch.Generator) -> None:
    query, key, value = qkv(50, 32, 1.0)
    attention = PerformerAttention(head_dim=32, generator=generator)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert torch.equal(attention(query, key, value), attention(query, key, value))
        inside = attention(query, key, value)
    assert torch.equal(inside, attention(query, key, value))


def test_a_mask_that_differs_between_queries_is_refused(generator: torch.Generator) -> None:
    query, key, value = qkv(6, 16, 1.0)
    with pytest.raises(InvalidConfig, match="performer attention cannot follow a mask"):
        PerformerAttention(head_dim=16, generator=generator)(
            query, key, value, torch.ones(1, 1, 6, 6, dtype=torch.bool).tril()
        )


def test_directions_are_redrawn_while_training_and_frozen_in_evaluation() -> None:
    attention = PerformerAttention(head_dim=16, generator=torch.Generator().manual_seed(1))
    schedule = RedrawSchedule(attention, 3, torch.Generator().manual_seed(2))
    first = attention.directions.clone()
    for _ in range(2):
        schedule.step()
    assert torch.equal(attention.directions, first)
    schedule.step()
    second = attention.directions.clone()
    assert not torch.equal(second, first)
    attention.eval()
    for _ in range(3):
        schedule.step()
    assert torch.equal(attention.directions, second)


def test_a_resumed_schedule_draws_what_an_unbroken_one_draws() -> None:
    def run(steps: int, state: dict[str, object] | None = None) -> tuple[torch.Tensor, dict[str, object]]:
        attention = PerformerAttention(head_dim=8, generator=torch.Generator().manual_seed(1))
        schedule = RedrawSchedule(attention, 2, torch.Generator().manual_seed(2))
        if state is not None:
            schedule.load_state_dict(state)
        for _ in range(steps):
            schedule.step()
        return attention.directions.clone(), schedule.state_dict()

    unbroken, _ = run(6)
    _, state = run(3)
    resumed, _ = run(3, state)
    assert torch.equal(unbroken, resumed)


def test_the_schedule_follows_each_attentions_own_config(tiny: EncoderConfig) -> None:
    often = build_encoder(
        tiny.changed(attention=PerformerConfig(redraw_every=2)), torch.Generator().manual_seed(1)
    )
    seldom = build_encoder(
        tiny.changed(attention=HybridConfig(redraw_every=3)), torch.Generator().manual_seed(1)
    )
    never = build_encoder(tiny.changed(attention=PerformerConfig()), torch.Generator().manual_seed(1))
    models = nn.ModuleList([often, seldom, never, build_encoder(tiny, torch.Generator().manual_seed(1))])
    before = {name: buffer.clone() for name, buffer in models.named_buffers()}
    schedule = RedrawSchedule.as_configured(models, torch.Generator().manual_seed(2))
    changed = []
    for _ in range(3):
        schedule.step()
        changed.append({name[0] for name, x in models.named_buffers() if not torch.equal(x, before[name])})
    assert changed == [set(), {"0"}, {"0", "1"}]


def test_directions_travel_with_the_saved_model() -> None:
    first = PerformerAttention(head_dim=8, generator=torch.Generator().manual_seed(1))
    second = PerformerAttention(head_dim=8, generator=torch.Generator().manual_seed(2))
    second.load_state_dict(first.state_dict())
    query, key, value = qkv(9, 8, 1.0)
    assert torch.equal(first(query, key, value), second(query, key, value))
    assert math.isfinite(float(first(query, key, value).sum()))


@pytest.mark.parametrize("seed", range(3))
def test_regularised_directions_are_nearer_to_softmax_where_attention_is_sharp(seed: int) -> None:
    query, key, value = qkv(60, 32, 1.0)
    exact = SoftmaxAttention()(query, key, value)
    regularised, plain = (
        PerformerAttention(
            head_dim=32, features=256, generator=torch.Generator().manual_seed(seed), regularised=way
        )(query, key, value)
        for way in (True, False)
    )
    assert (regularised - exact).square().mean() < (plain - exact).square().mean()
