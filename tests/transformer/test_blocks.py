"""RMS norm, gated feed-forward, shared key heads, biases, one mechanism a layer, encoders of any width."""

import json
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn.functional import gelu, silu

from paperformer.errors import InvalidConfig
from paperformer.transformer import (
    Decoder,
    DecoderConfig,
    Encoder,
    EncoderConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    Seq2SeqConfig,
    SoftmaxConfig,
    smartscan,
    trace,
)
from paperformer.transformer.attention.linformer import LinformerAttention
from paperformer.transformer.attention.longformer import LongformerAttention
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.config import AttentionConfig
from paperformer.transformer.feedforward import SLICE, GatedFeedForward
from paperformer.transformer.generation.protocol import Prompt

IDS = torch.randint(1, 30, (2, 11), generator=torch.Generator().manual_seed(1))


def encoder(**changes: Any) -> Encoder:
    base = {"vocabulary_size": 30, "hidden_size": 16, "layers": 2, "heads": 4, "feedforward_size": 24}
    return Encoder.from_config(
        EncoderConfig.from_dict({**base, "max_positions": 64, **changes}), seed=2
    ).eval()


@pytest.mark.parametrize(("activation", "bend"), [("silu", silu), ("gelu", gelu)])
def test_a_gated_network_is_its_equation(activation: str, bend: Any) -> None:
    network = encoder(gated=True, activation=activation, biases="none").encoder.layers[0].feedforward
    assert isinstance(network, GatedFeedForward)
    x = torch.randn(2, 3 * SLICE, 16, generator=torch.Generator().manual_seed(4))
    w, v, w2 = (layer.weight for layer in (network.gate, network.inner, network.outer))
    expected = (bend(x @ w.T) * (x @ v.T)) @ w2.T
    torch.testing.assert_close(network(x), expected, atol=1e-6, rtol=1e-5)
    with torch.no_grad():  # long inputs go through in slices
        torch.testing.assert_close(network(x), expected.detach(), atol=1e-6, rtol=1e-5)


def test_an_rms_norm_is_its_equation() -> None:
    norm = encoder(norm_kind="rms", layer_norm_epsilon=1e-3).encoder.layers[0].attention_residual.norm
    x = torch.randn(5, 16, generator=torch.Generator().manual_seed(4)) + 2
    expected = x / (x.square().mean(dim=-1, keepdim=True) + 1e-3).sqrt() * norm.weight
    torch.testing.assert_close(norm(x), expected)


@pytest.mark.parametrize(
    ("biases", "having"),
    [
        ("all", {"query", "key", "value", "output", "inner", "outer"}),
        ("query-key-value", {"query", "key", "value"}),
        ("none", set()),
    ],
)
def test_biases_are_where_the_config_says(biases: str, having: set[str]) -> None:
    layer = encoder(biases=biases).encoder.layers[0]
    found = {
        n.rpartition(".")[2]
        for n, m in layer.named_modules()
        if isinstance(m, nn.Linear) and m.bias is not None
    }
    assert found == having


MECHANISMS: dict[str, AttentionConfig] = {
    "softmax": SoftmaxConfig(),
    "performer": PerformerConfig(),
    "longformer": LongformerConfig(window=3),
}


@pytest.mark.parametrize("attention", MECHANISMS.values(), ids=MECHANISMS)
@pytest.mark.parametrize("shared", [1, 2])
def test_shared_key_heads_are_heads_with_equal_weights(attention: AttentionConfig, shared: int) -> None:
    grouped = encoder(attention=attention, key_value_heads=shared)
    whole = encoder(attention=attention)
    state = grouped.state_dict()
    for name, tensor in whole.state_dict().items():
        if state[name].shape != tensor.shape:
            heads = state[name].unflatten(0, (shared, -1)).repeat_interleave(4 // shared, dim=0)
            state[name] = heads.flatten(0, 1)
    whole.load_state_dict(state)
    torch.testing.assert_close(grouped(IDS, IDS > 4), whole(IDS, IDS > 4), atol=1e-6, rtol=1e-5)
    with trace(grouped) as record:
        grouped(IDS)
    rows = record.attention["encoder.layers.0.attention"].weights.sum(dim=-1)
    assert rows.shape == (2, 4, 11)
    torch.testing.assert_close(rows, torch.ones_like(rows))


def test_softmax_remembers_shared_heads_once() -> None:
    shape = DecoderConfig(vocabulary_size=30, hidden_size=16, layers=1, heads=4, key_value_heads=2)
    model = Decoder.from_config(shape).eval()
    _, state = model.step(IDS, model.start(Prompt(IDS)))
    assert state.layers[0].attention.key.shape == (2, 2, 11, 4)


def test_each_layer_has_its_mechanism_window_and_mixtures() -> None:
    each = [
        LongformerConfig(window=1, global_tokens=0),
        LongformerConfig(window=4, dilation=(1, 1, 2, 3), global_tokens=0),
        LinformerConfig(max_length=64, projected_length=8, sharing="layers"),
        LinformerConfig(max_length=64, projected_length=4, sharing="layers"),
        LinformerConfig(max_length=64, projected_length=8, sharing="layers"),
        PerformerConfig(features=16),
        SoftmaxConfig(),
    ]
    model = encoder(layers=7, attention=each)
    found: list[Any] = [layer.attention.mechanism for layer in model.encoder.layers]
    kinds = [LongformerAttention] * 2 + [LinformerAttention] * 3 + [PerformerAttention, SoftmaxAttention]
    assert [type(one) for one in found] == kinds
    assert [(one.window, one.dilation) for one in found[:2]] == [(1, (1,)), (4, (1, 1, 2, 3))]
    assert [one.projections.key.shape[1] for one in found[2:5]] == [8, 4, 8]
    assert found[2].projections is found[4].projections  # the layers of one size share
    assert model(IDS).isfinite().all()
    assert EncoderConfig.from_dict(json.loads(json.dumps(model.config.to_dict()))) == model.config
    assert model.config.attentions == tuple(each)


def test_a_layer_of_a_mixed_stack_answers_as_one_of_its_kind() -> None:
    mixed = encoder(attention=[SoftmaxConfig(), LongformerConfig(window=2, global_tokens=0)])
    other = build_attention(LongformerConfig(window=2, global_tokens=0), 4, torch.Generator(), heads=4)
    with trace(mixed) as record:
        mixed(IDS)
    first, second = (record.attention[f"encoder.layers.{n}.attention"] for n in range(2))
    torch.testing.assert_close(second.weights, other.weights(second.query, second.key))
    assert (second.weights[..., 0, 3:] == 0).all()
    assert (first.weights > 0).all()


def test_exchanged_attention_may_be_one_each() -> None:
    model = encoder()
    other = model.with_attention(["performer", SoftmaxConfig()])
    assert [one.mechanism for one in other.config.attentions] == ["performer", "softmax"]
    assert torch.equal(other.with_attention("softmax")(IDS), model(IDS))


@pytest.mark.parametrize("positions", ["learned", "sinusoidal", "none"])
def test_without_positions_an_encoder_sees_no_order(positions: str) -> None:
    model = encoder(positions=positions)
    turned = model(IDS.flip(1)).flip(1)
    assert torch.allclose(turned, model(IDS), atol=1e-5) == (positions == "none")


def test_without_norm_an_encoder_has_none() -> None:
    model = encoder(norm="none")
    assert not any(isinstance(module, nn.LayerNorm | nn.RMSNorm) for module in model.modules())
    assert model(IDS).isfinite().all()


@pytest.mark.parametrize("attention", MECHANISMS.values(), ids=MECHANISMS)
def test_keys_may_be_narrower_than_values(attention: AttentionConfig) -> None:
    model = encoder(attention=attention, key_size=6, value_size=10)
    layer = model.encoder.layers[0].attention
    assert isinstance(layer, MultiHeadAttention)
    widths = [part.out_features for part in (layer.query, layer.key, layer.value)]
    assert widths == [24, 24, 40]
    assert layer.output.in_features == 40
    assert model(IDS).shape == (2, 11, 16)


def test_smartscan_is_the_seeds_system() -> None:
    config = smartscan(30522)
    assert (config.layers, config.hidden_size, config.max_positions) == (12, 768, 1496)
    assert config.layout is not None
    attention = config.attention
    assert isinstance(attention, PerformerConfig)
    assert (attention.feature_map, attention.projection, attention.regularised) == (
        "hyperbolic",
        "orthogonal",
        True,
    )
    model = Encoder.from_config(smartscan(40, hidden_size=24, layers=2, heads=2, feedforward_size=32)).eval()
    ids = torch.randint(1, 40, (1, 1496), generator=torch.Generator().manual_seed(1))
    boxes = torch.randint(0, 1001, (1, 1496, 4), generator=torch.Generator().manual_seed(2))
    assert model(ids, boxes=boxes).shape == (1, 1496, 24)
    directions = model.encoder.layers[0].attention.mechanism.directions  # (directions, 12)
    torch.testing.assert_close(directions.norm(dim=1), torch.full((len(directions),), 12**0.5))
    first = directions[:12]
    torch.testing.assert_close(first @ first.T, 12.0 * torch.eye(len(first)), atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"key_value_heads": 3}, "8 heads do not share 3"),
        ({"key_value_heads": 0}, "key_value_heads is 0"),
        ({"norm_kind": "batch"}, "norm_kind 'batch'"),
        ({"biases": "some"}, "biases 'some'"),
        ({"attention": [{"mechanism": "softmax"}]}, "attention has 1 mechanisms for 6 layers"),
        ({"attention": ["softmax"] * 6}, r"attention\[0\] is no group"),
        (
            {"attention": [{"mechanism": "softmax"}] * 5 + [{"mechanism": "magic"}]},
            "no attention mechanism 'magic'",
        ),
        (
            {"attention": [{"mechanism": "softmax"}] * 5 + [{"mechanism": "performer"}], "block": 4},
            "cut into blocks",
        ),
        ({"recurrent": "tanh"}, "recurrent 'tanh'"),
        ({"recurrent": "lstm", "block": 4}, "two directions of equal width"),
        ({"recurrent": "lstm", "positions": "rotary"}, "two directions of equal width"),
    ],
)
def test_what_cannot_be_is_refused_by_name(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        EncoderConfig.from_dict({"vocabulary_size": 9, "heads": 8, **settings})


def test_an_encoder_decoder_may_mix_in_both_stacks() -> None:
    two = (SoftmaxConfig(), PerformerConfig())
    config = Seq2SeqConfig(vocabulary_size=9, layers=2, attention=two)
    assert (config.causal_attention, config.memory_attention) == (two, SoftmaxConfig())
    assert Seq2SeqConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config
    with pytest.raises(InvalidConfig, match="decoder_attention has 2 mechanisms for 3 layers"):
        config.changed(decoder_layers=3)
    with pytest.raises(InvalidConfig, match="linformer attention cannot be causal"):
        config.changed(attention=(SoftmaxConfig(), LinformerConfig()))
