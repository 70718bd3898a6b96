"""Hybrid attention: exact near by and for global tokens, estimated elsewhere, one normaliser."""

import math
from dataclasses import replace

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.features import feature_exponents, mirrored
from paperformer.transformer.attention.hybrid import HybridAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig, HybridConfig
from paperformer.transformer.transfer import copy_weights

WIDTH = 8


def hybrid(window: int, global_tokens: int = 0, features: int = 24, width: int = WIDTH) -> HybridAttention:
    chance = torch.Generator().manual_seed(1)
    return HybridAttention(
        window=window, global_tokens=global_tokens, head_dim=width, features=features, generator=chance
    )


def qkv(length: int, scale: float = 1.0, width: int = WIDTH) -> list[torch.Tensor]:
    chance = torch.Generator().manual_seed(2)
    return [
        s * torch.randn(2, 2, length, width, generator=chance, dtype=torch.float64) for s in (scale, scale, 1)
    ]


def dense_weights(
    attention: HybridAttention, query: torch.Tensor, key: torch.Tensor, mask: torch.Tensor, *, causal: bool
) -> torch.Tensor:
    """Every pair written out: q . k where it is exact, the log of its estimate where it is not."""
    directions = mirrored(attention.directions.double(), attention.feature_map)
    phi_q, phi_k = (feature_exponents(x * WIDTH**-0.25, directions) for x in (query, key))
    estimate = (phi_q.unsqueeze(3) + phi_k.unsqueeze(2)).logsumexp(dim=-1) - math.log(attention.features)
    exact = query @ key.transpose(-2, -1) / math.sqrt(WIDTH)
    first, places = attention.global_tokens, torch.arange(key.shape[2])
    block = (places - first).div(attention.window, rounding_mode="floor")
    near = (block[:, None] - block).abs() <= 1
    near |= (places[:, None] < first) | (places < first)
    logits = torch.where(near, exact, estimate).masked_fill(~mask[:, None, None], -math.inf)
    if causal:
        logits = logits.masked_fill(places > places[:, None], -math.inf)
    return logits.softmax(dim=-1).nan_to_num(0.0)  # a row of minus infinities is not a number


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("global_tokens", [0, 1, 6])
@pytest.mark.parametrize("length", [1, 4, 5, 6, 11, 12, 17, 29])
@pytest.mark.parametrize("scale", [1.0, 12.0])
def test_it_equals_all_pairs_written_out(causal: bool, global_tokens: int, length: int, scale: float) -> None:
    attention = hybrid(4, global_tokens)
    query, key, value = qkv(length, scale)
    mask = torch.rand(2, length, generator=torch.Generator().manual_seed(3)) < 0.8
    expected = dense_weights(attention, query, key, mask, causal=causal)
    weights = attention.weights(query, key, mask, causal=causal)
    torch.testing.assert_close(weights, expected, atol=1e-11, rtol=0)
    output = attention(query, key, value, mask, causal=causal)
    torch.testing.assert_close(output, expected @ value, atol=1e-10, rtol=0)


@pytest.mark.parametrize("causal", [True, False])
def test_gradients_are_those_of_all_pairs_written_out(causal: bool) -> None:
    attention = hybrid(4, 2)
    mask = torch.rand(2, 23, generator=torch.Generator().manual_seed(3)) < 0.8
    results = []
    for dense in (True, False):
        query, key, value = (x.requires_grad_() for x in qkv(23))
        if dense:
            output = dense_weights(attention, query, key, mask, causal=causal) @ value
        else:
            output = attention(query, key, value, mask, causal=causal)
        # Rows that see nothing have no gradient where they are written out.
        loss = output.square()[output.detach().any(dim=-1)].sum()
        results.append([grad.nan_to_num(0.0) for grad in torch.autograd.grad(loss, [query, key, value])])
    for found, expected in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, atol=1e-10, rtol=0)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(("window", "global_tokens"), [(15, 0), (30, 0), (500, 0), (4, 30), (13, 4)])
def test_a_window_that_covers_all_is_softmax(causal: bool, window: int, global_tokens: int) -> None:
    results = []
    for attention in (hybrid(window, global_tokens), SoftmaxAttention()):
        inputs = [x.requires_grad_() for x in qkv(30, 2.0)]
        output = attention(*inputs, causal=causal)
        results.append((output, *torch.autograd.grad(output.square().sum(), inputs)))
    for found, expected in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, atol=1e-11, rtol=0)


def test_it_is_nearer_to_softmax_than_performer_where_near_keys_matter_most() -> None:
    query, key, value = qkv(64, 0.3)
    alike = torch.zeros(64, WIDTH, dtype=torch.float64)
    alike[torch.arange(64), torch.arange(64) // 8] = 4.0  # eight tokens in a row resemble each other
    query, key = query + alike, key + alike
    exact = SoftmaxAttention()(query, key, value)
    performer = PerformerAttention(head_dim=WIDTH, features=24, generator=torch.Generator().manual_seed(1))
    errors = [(way(query, key, value) - exact).square().mean() for way in (hybrid(8), performer)]
    assert errors[0] < errors[1] / 20


def test_it_takes_the_weights_of_softmax_one_to_one(tiny: EncoderConfig, generator: torch.Generator) -> None:
    exact = build_encoder(tiny, generator).eval()
    swapped = build_encoder(replace(tiny, attention=HybridConfig(window=32)), generator).eval()
    copy_weights(exact, swapped)
    ids = torch.randint(1, 97, (2, 60), generator=generator)
    with torch.no_grad():
        torch.testing.assert_close(swapped(ids), exact(ids), atol=1e-5, rtol=0)


def test_queries_and_keys_of_different_tokens_are_refused() -> None:
    query, key, value = qkv(6)
    with pytest.raises(InvalidConfig, match="4 queries and 6 keys are not of the same tokens"):
        hybrid(4)(query[:, :, :4], key, value)
    with pytest.raises(InvalidConfig, match="self-attention only"):
        hybrid(4)(query, key[:, :, :4], value[:, :, :4], causal=True)


def test_a_mask_that_differs_between_queries_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="hybrid attention cannot follow a mask"):
        hybrid(4)(*qkv(6), torch.ones(1, 1, 6, 6, dtype=torch.bool).tril())


def test_features_that_estimate_no_softmax_are_refused(generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match="relu features estimate no softmax"):
        HybridAttention(window=4, head_dim=8, generator=generator, feature_map="relu")
    with pytest.raises(InvalidConfig, match="feature_map 'relu' is neither exp nor hyperbolic"):
        HybridConfig(feature_map="relu")  # type: ignore[arg-type]


@pytest.mark.parametrize("global_tokens", [0, 3])
def test_a_state_stays_as_large_as_two_blocks(global_tokens: int) -> None:
    attention = hybrid(4, global_tokens)
    state = attention.initial_state(1, 2, WIDTH, WIDTH, dtype=torch.float64, device=torch.device("cpu"))
    query, key, value = (x[:1] for x in qkv(40))
    kept = []
    for token in range(40):
        _, state = attention.step(*(x[:, :, token : token + 1] for x in (query, key, value)), state)
        kept.append(state.near[0].shape[2])
    assert max(kept) < 2 * 4 + global_tokens
    assert state.seen == 40


@pytest.mark.parametrize("causal", [False, True])
def test_of_no_tokens_there_is_nothing_to_say(causal: bool) -> None:
    nothing = torch.zeros(2, 3, 0, WIDTH)
    assert hybrid(4)(nothing, nothing, nothing, causal=causal).shape == nothing.shape
