"""Configs of decoders, encoder-decoders and recurrent models: checked, saved, changed."""

import json
from typing import Any

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_seq2seq
from paperformer.transformer.config import (
    DecoderConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    RecurrentConfig,
    Seq2SeqConfig,
    base,
    big,
)

CONFIGS = [
    DecoderConfig(vocabulary_size=50, attention=PerformerConfig(features=16), key_size=5, value_size=7),
    Seq2SeqConfig(
        vocabulary_size=50,
        source_vocabulary_size=40,
        decoder_layers=2,
        decoder_attention=PerformerConfig(feature_map="exp"),
        final_norm=True,
    ),
    RecurrentConfig(vocabulary_size=50, cell="lstm", scorer="dot"),
]


@pytest.mark.parametrize("config", CONFIGS)
def test_a_config_survives_json(config: DecoderConfig | RecurrentConfig) -> None:
    assert type(config).from_dict(json.loads(json.dumps(config.to_dict()))) == config


@pytest.mark.parametrize(
    ("kind", "settings", "said"),
    [
        (DecoderConfig, {"hidden_size": 10, "heads": 3}, "does not divide into 3 heads"),
        (DecoderConfig, {"hidden_size": 10, "heads": 3, "key_size": 4}, "does not divide into 3 heads"),
        (DecoderConfig, {"key_size": 0}, "key_size is 0"),
        (DecoderConfig, {"layers": 0}, "layers is 0"),
        (DecoderConfig, {"padding_id": 50}, "padding_id is 50"),
        (DecoderConfig, {"positions": "polar"}, "positions 'polar'"),
        (DecoderConfig, {"norm": "sandwich"}, "norm 'sandwich'"),
        (DecoderConfig, {"activation": "swish"}, "activation 'swish'"),
        (DecoderConfig, {"dropout": 1.0}, "dropout is 1.0"),
        (DecoderConfig, {"token_dropout": 1.0}, "token_dropout is 1.0"),
        (DecoderConfig, {"activation_dropout": -0.1}, "activation_dropout is -0.1"),
        (DecoderConfig, {"attention": "softmax"}, "attention is no group"),
        (DecoderConfig, {"depth": 3}, "has no depth"),
        (Seq2SeqConfig, {"cross_attention": 3}, "cross_attention is no group"),
        (Seq2SeqConfig, {"decoder_layers": 0}, "decoder_layers is 0"),
        (Seq2SeqConfig, {"source_vocabulary_size": 4, "padding_id": 7}, "padding_id is 7"),
        (Seq2SeqConfig, {"decoder_attention": {"mechanism": "magic"}}, "no attention mechanism 'magic'"),
        (DecoderConfig, {"attention": {"mechanism": "linformer"}}, "linformer attention cannot be causal"),
        (Seq2SeqConfig, {"attention": {"mechanism": "linformer"}}, "linformer attention cannot be causal"),
        (Seq2SeqConfig, {"cross_attention": {"mechanism": "hybrid"}}, "hybrid attention slides over its own"),
        (RecurrentConfig, {"cell": "tanh"}, "cell 'tanh'"),
        (RecurrentConfig, {"scorer": "none"}, "scorer 'none'"),
        (RecurrentConfig, {"hidden_size": 0}, "hidden_size is 0"),
        (RecurrentConfig, {"source_vocabulary_size": 0}, "source_vocabulary_size is 0"),
    ],
)
def test_what_cannot_be_is_refused_by_name(kind: Any, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        kind.from_dict({"vocabulary_size": 50, **settings})


def test_heads_need_not_divide_the_width_when_their_own_is_given() -> None:
    config = DecoderConfig(vocabulary_size=50, hidden_size=10, heads=3, key_size=4, value_size=2)
    assert (config.head_dim, config.value_dim) == (4, 2)


@pytest.mark.parametrize(
    ("settings", "mechanisms"),
    [
        ({}, ("softmax", "softmax", "softmax")),
        ({"attention": PerformerConfig()}, ("performer", "performer", "performer")),
        ({"attention": LongformerConfig()}, ("longformer", "longformer", "softmax")),
        (
            {"attention": LinformerConfig(), "decoder_attention": HybridConfig()},
            ("linformer", "hybrid", "linformer"),
        ),
        ({"cross_attention": PerformerConfig()}, ("softmax", "softmax", "performer")),
    ],
)
def test_each_attention_of_an_encoder_decoder_has_its_mechanism(
    settings: dict[str, Any], mechanisms: tuple[str, str, str]
) -> None:
    config = Seq2SeqConfig(vocabulary_size=50, **settings)
    chosen = (config.attention, config.causal_attention, config.memory_attention)
    assert tuple(one.mechanism for one in chosen) == mechanisms


@pytest.mark.parametrize(
    ("norm", "final_norm", "ends_in_norm"),
    [("post", None, False), ("pre", None, True), ("post", True, True), ("pre", False, False)],
)
def test_a_stack_ends_in_a_norm_where_pre_norm_needs_it_or_the_config_says_so(
    norm: Any, final_norm: bool | None, ends_in_norm: bool, generator: torch.Generator
) -> None:
    config = Seq2SeqConfig(
        vocabulary_size=5,
        hidden_size=8,
        layers=1,
        heads=2,
        feedforward_size=8,
        norm=norm,
        final_norm=final_norm,
    )
    model = build_seq2seq(config, generator)
    assert (model.encoder.norm is not None) == (model.decoder.norm is not None) == ends_in_norm


def test_presets_are_the_papers_with_as_many_parameters() -> None:
    """Table 3 says 65 and 213 million, for a shared vocabulary of about 37,000."""
    for preset, millions in ((base, 63), (big, 214)):
        config = preset(37_000)
        size, inner = config.hidden_size, config.feedforward_size
        attention, feedforward, norm = 4 * (size * size + size), 2 * size * inner + size + inner, 2 * size
        layer = attention + feedforward + 2 * norm
        count = config.layers * (layer + layer + attention + norm) + config.vocabulary_size * size
        assert round(count / 1e6) == millions
    assert (big(9).heads, big(9).dropout, base(9, dropout=0.2).dropout) == (16, 0.3, 0.2)


def test_a_model_has_the_parameters_that_its_shape_says(generator: torch.Generator) -> None:
    config = base(40, hidden_size=16, heads=2, feedforward_size=24, layers=2)
    size, inner = 16, 24
    attention, feedforward, norm = 4 * (size * size + size), 2 * size * inner + size + inner, 2 * size
    layer = attention + feedforward + 2 * norm
    model = build_seq2seq(config, generator)
    assert sum(p.numel() for p in model.parameters()) == 2 * (2 * layer + attention + norm) + 40 * size
