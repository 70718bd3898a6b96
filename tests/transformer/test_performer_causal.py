"""Causal FAVOR+ is the plain sum over earlier keys, at any norm, in memory that stays linear."""

import math

import pytest
import torch
from torch.profiler import ProfilerActivity, profile

from paperformer.transformer.attention import causal as causal_module
from paperformer.transformer.attention.feature_sums import FeatureSums
from paperformer.transformer.attention.features import key_exponents, mirrored, query_exponents
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.config import FeatureMapName

FEATURE_MAPS: list[FeatureMapName] = ["exp", "hyperbolic", "relu"]


def by_loop(
    attention: PerformerAttention,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None = None,
) -> torch.Tensor:
    """The equation, one query after the other, each over its own keys, in double precision."""
    directions = mirrored(attention.directions.double(), attention.feature_map)
    on_queries, on_keys = (
        exponents(x.double() * attention.head_dim**-0.25, directions, attention.feature_map)
        for exponents, x in ((query_exponents, query), (key_exponents, key))
    )
    outputs = []
    for place in range(query.shape[2]):
        seen = key.shape[2] - query.shape[2] + place + 1
        joint = on_queries[:, :, place, None] + on_keys[:, :, :seen]
        logits = joint.logsumexp(dim=-1)  # (batch, heads, seen)
        if mask is not None:
            logits = logits.masked_fill(~mask[:, None, :seen], -math.inf)
        outputs.append(logits.softmax(dim=-1).unsqueeze(-2) @ value[:, :, :seen].double())
    return torch.cat(outputs, dim=2)


def qkv(length: int, scale: float, dtype: torch.dtype = torch.float64) -> list[torch.Tensor]:
    chance = torch.Generator().manual_seed(9)
    scales = (scale, scale, 1.0)
    return [s * torch.randn(2, 2, length, 8, generator=chance, dtype=dtype) for s in scales]


def performer(feature_map: FeatureMapName, features: int = 24) -> PerformerAttention:
    chance = torch.Generator().manual_seed(10)
    return PerformerAttention(head_dim=8, generator=chance, feature_map=feature_map, features=features)


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize(("chunk", "length"), [(128, 1), (128, 37), (8, 29), (1, 5)])
def test_it_equals_the_loop_and_so_do_its_gradients(
    feature_map: FeatureMapName, chunk: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(causal_module, "CHUNK", chunk)
    attention = performer(feature_map)
    mask = torch.ones(2, length, dtype=torch.bool)
    mask[1, 3:9] = False
    direction = torch.randn(2, 2, length, 8, generator=torch.Generator().manual_seed(11)).double()
    results = []
    for way in (lambda *x: attention(*x, causal=True), lambda *x: by_loop(attention, *x)):
        inputs = [x.requires_grad_() for x in qkv(length, 1.5)]
        output = way(*inputs, mask)
        results.append((output, *torch.autograd.grad((output * direction).sum(), inputs)))
    for found, expected in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, atol=1e-10, rtol=1e-9)


@pytest.mark.parametrize("feature_map", FEATURE_MAPS)
@pytest.mark.parametrize("scale", [10.0, 60.0])
def test_it_is_right_where_a_naive_exp_over_or_underflows(feature_map: FeatureMapName, scale: float) -> None:
    query, key, value = qkv(140, scale, torch.float32)
    attention = performer(feature_map)
    exponents = attention.key_features(key).double()
    assert feature_map == "relu" or (exponents.amax() < -90 or exponents.amin() < -104)
    found = attention(query, key, value, causal=True)
    # float32 knows an exponent of thousands to about 1e-4.
    torch.testing.assert_close(found.double(), by_loop(attention, query, key, value), atol=2e-3, rtol=0)


@pytest.mark.parametrize("feature_map", ["exp", "hyperbolic"])
def test_a_key_that_rises_far_above_the_first_is_met_exactly_and_moves_no_earlier_output(
    feature_map: FeatureMapName,
) -> None:
    """Long keys have tiny features: what follows them leaves the range of the chunk's first key."""
    attention = performer(feature_map)
    direction = torch.randn(2, 2, 40, 8, generator=torch.Generator().manual_seed(11)).double()
    long = torch.ones(40, 1, dtype=torch.float64)
    long[:7] = 20.0
    results = []
    for way in (lambda *x: attention(*x, causal=True), lambda *x: by_loop(attention, *x)):
        query, key, value = (x.requires_grad_() for x in qkv(40, 1.5))
        exponents = attention.key_features(key * long)
        assert (exponents[:, :, 7:].amax(dim=2) - exponents[:, :, 0]).amax() > causal_module.RANGE
        output = way(query, key * long, value)
        results.append((output, *torch.autograd.grad((output * direction).sum(), (query, key, value))))
    for found, expected in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, atol=1e-9, rtol=1e-8)
    query, key, value = qkv(40, 1.5)
    all_long = attention(query, 20.0 * key, value, causal=True)
    assert torch.equal(results[0][0][:, :, :7], all_long[:, :, :7])


def test_more_keys_than_queries_and_fewer() -> None:
    query, key, value = qkv(30, 1.0)
    attention = performer("hyperbolic")
    more = attention(query[:, :, 19:], key, value, causal=True)
    torch.testing.assert_close(more, by_loop(attention, query[:, :, 19:], key, value), atol=1e-11, rtol=0)
    fewer = attention(query, key[:, :, :11], value[:, :, :11], causal=True)
    assert not fewer[:, :, :19].any()
    expected = by_loop(attention, query[:, :, 19:], key[:, :, :11], value[:, :, :11])
    torch.testing.assert_close(fewer[:, :, 19:], expected, atol=1e-11, rtol=0)


def kept_after_forward(length: int, width: int, features: int) -> int:
    """Bytes that a forward pass leaves behind for the backward pass."""
    attention = PerformerAttention(
        head_dim=width, features=features, generator=torch.Generator().manual_seed(1)
    )
    inputs = [torch.randn(1, 1, length, width).requires_grad_() for _ in range(3)]
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded:
        output = attention(*inputs, causal=True)
    kept = sum(event.self_cpu_memory_usage for event in recorded.key_averages())
    output.sum().backward()
    return int(kept)


def test_backward_keeps_far_less_than_features_times_width_a_token() -> None:
    length, width, features = 512, 32, 128
    short, kept = (kept_after_forward(n, width, features) for n in (length, 2 * length))
    a_token = (kept - short) / length / 4
    assert a_token < 4 * width + (features + 1) * (width + 2) / causal_module.CHUNK + 16
    assert a_token < features * width / 20


def test_a_state_is_of_one_size_after_any_number_of_tokens() -> None:
    attention = performer("hyperbolic")
    state = attention.initial_state(1, 2, 8, 8, dtype=torch.float32, device=torch.device("cpu"))
    assert isinstance(state, FeatureSums)
    shapes = {(state.largest.shape, state.sums.shape)}
    for _ in range(5):
        query, key, value = (x[:1] for x in qkv(70, 1.0, torch.float32))
        _, state = attention.step(query, key, value, state)
        shapes.add((state.largest.shape, state.sums.shape))
    assert len(shapes) == 1
