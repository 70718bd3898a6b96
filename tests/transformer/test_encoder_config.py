"""Configs travel as JSON and refuse what cannot be."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig
from paperformer.transformer.config import (
    PRESETS,
    EncoderConfig,
    HybridConfig,
    LayoutConfig,
    PerformerConfig,
    SoftmaxConfig,
    smartscan,
)

ATTENTIONS = st.one_of(
    st.builds(SoftmaxConfig, dropout=st.floats(0, 0.9)),
    st.builds(HybridConfig, window=st.integers(1, 999), global_tokens=st.integers(0, 9)),
    st.builds(
        PerformerConfig,
        features=st.one_of(st.none(), st.integers(1, 300).map(lambda pairs: 2 * pairs)),
        feature_map=st.sampled_from(["exp", "hyperbolic", "relu"]),
        projection=st.sampled_from(["orthogonal", "iid"]),
        regularised=st.booleans(),
        redraw_every=st.one_of(st.none(), st.integers(1, 1000)),
    ),
)


@given(
    st.builds(
        EncoderConfig,
        vocabulary_size=st.integers(1, 99),
        dropout=st.floats(0, 0.9),
        norm=st.sampled_from(["post", "pre"]),
        attention=ATTENTIONS,
        layout=st.one_of(st.none(), st.builds(LayoutConfig, buckets=st.integers(1, 2000))),
        narrow_after=st.one_of(st.none(), st.integers(0, 6)),
    )
)
def test_json_brings_a_config_back(config: EncoderConfig) -> None:
    assert EncoderConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_presets_have_the_shapes_they_are_named_for() -> None:
    small = PRESETS["small"](30522, narrow_after=2)
    assert (small.layers, small.hidden_size, small.head_dim, small.narrow_after) == (6, 384, 32, 2)
    large = smartscan(30522)
    assert (large.layers, large.hidden_size, large.head_dim, large.max_positions) == (12, 768, 64, 1496)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"layers": 0}, "layers is 0"),
        ({"layers": "six"}, "layers is 'six'"),
        ({"attention": "performer"}, "attention is no group"),
        ({"layout": True}, "layout is no group"),
        ({"layer_norm_epsilon": "1e-12"}, "layer_norm_epsilon is '1e-12'"),
        ({"dropout": None}, "dropout is None"),
        ({"vocabulary_size": -1}, "vocabulary_size is -1"),
        ({"heads": 7}, "hidden_size 384 does not divide into 7 heads"),
        ({"dropout": 1.0}, "dropout is 1.0"),
        ({"narrow_after": 7}, r"narrow_after is 7\. Give 0 to 6"),
        ({"padding_id": 10}, r"padding_id is 10\. Give 0 to 9"),
        ({"segment_types": -1}, "segment_types is -1"),
        ({"depth": 3}, "EncoderConfig has no depth"),
        ({"layout": {"buckets": 0}}, "layout.buckets is 0"),
        ({"layout": {"rows": 5}}, "LayoutConfig has no rows"),
        ({"attention": {"mechanism": "magic"}}, "no attention mechanism 'magic'"),
        ({"attention": {"mechanism": "softmax", "features": 8}}, "SoftmaxConfig has no features"),
        ({"attention": {"mechanism": "performer", "features": 7}}, "hyperbolic features come in pairs"),
        ({"attention": {"mechanism": "performer", "redraw_every": 0}}, "attention.redraw_every is 0"),
        ({"attention": {"mechanism": "hybrid", "window": 0}}, "attention.window is 0"),
        ({"attention": {"mechanism": "hybrid", "global_tokens": -1}}, "attention.global_tokens is -1"),
        ({"attention": {"mechanism": "hybrid", "features": 7}}, "hyperbolic features come in pairs"),
        ({"norm": "middle"}, "norm 'middle' is neither"),
        ({"activation": "swish"}, "activation 'swish' is neither"),
        ({"attention": {"mechanism": "performer", "projection": "qr"}}, "projection 'qr' is neither"),
        ({"attention": {"mechanism": "performer", "feature_map": "cos"}}, "feature_map 'cos' is neither"),
    ],
)
def test_what_cannot_be_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfig, match=message):
        EncoderConfig.from_dict({"vocabulary_size": 10} | changes)


def test_changes_are_checked_like_any_setting() -> None:
    config = EncoderConfig(vocabulary_size=10).changed(layers=2, attention={"mechanism": "performer"})
    assert config == EncoderConfig(vocabulary_size=10, layers=2, attention=PerformerConfig())
    with pytest.raises(InvalidConfig, match="EncoderConfig has no depth"):
        config.changed(depth=3)


def test_a_change_may_name_a_mechanism_or_spell_it_out_for_each_layer() -> None:
    config = EncoderConfig(vocabulary_size=10, layers=2)
    assert config.changed(attention="performer").attention == PerformerConfig()
    for both in (["softmax", {"mechanism": "performer", "features": 8}], (SoftmaxConfig(), "performer")):
        first, second = config.changed(attention=both).attentions
        assert (first, type(second)) == (SoftmaxConfig(), PerformerConfig)


def test_a_missing_setting_is_named() -> None:
    with pytest.raises(InvalidConfig, match="vocabulary_size"):
        EncoderConfig.from_dict({})
