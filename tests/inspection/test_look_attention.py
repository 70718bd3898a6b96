"""The numbers behind the pictures of attention are those of the model's trace, for every mechanism."""

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_subjects import TEXT, a_decoder, a_recurrent_translator, a_translator, an_encoder

from paperformer.errors import InvalidConfig
from paperformer.inspection.look.attention import AttentionMap, place_of
from paperformer.inspection.look.grouping import Groups, exact_shares, shares
from paperformer.inspection.look.habits import habits
from paperformer.inspection.look.mechanism import attention_from
from paperformer.inspection.look.of_text import see_text
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.config import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
)
from paperformer.transformer.tracing import AttentionTrace, trace

MECHANISMS: list[AttentionConfig] = [
    SoftmaxConfig(),
    PerformerConfig(features=32),
    HybridConfig(window=3, features=32),
    LongformerConfig(window=2, global_tokens=1),
    LongformerConfig(window=2, global_tokens=0),
    LinformerConfig(max_length=64, projected_length=4),
]
NAMES = ["softmax", "performer", "hybrid", "longformer", "windows", "linformer"]


def traced(attention: AttentionConfig) -> tuple[torch.nn.Module, AttentionTrace, torch.Tensor]:
    """A mechanism, what it was given in the first layer, and its weights."""
    subject = an_encoder(attention)
    ids = torch.arange(5, 25)[None]
    with torch.no_grad(), trace(subject.model) as record:
        subject.model(ids)
    seen = record.attention["encoder.layers.0.attention"]
    return subject.model.encoder.layers[0].attention.mechanism, seen, seen.weights[0]


@pytest.mark.parametrize("attention", MECHANISMS, ids=NAMES)
def test_every_map_is_the_weights_of_the_trace(attention: AttentionConfig) -> None:
    subject = an_encoder(attention)
    seen = see_text(subject, TEXT)
    pieces = subject.tokenizer
    ids = [pieces.first_id, *pieces.encode(TEXT.split()).ids.tolist(), pieces.separator_id]
    with torch.no_grad(), trace(subject.model) as record:
        subject.model(torch.tensor([ids]))
    assert [one.name for one in seen.maps] == [
        "encoder self-attention, layer 0",
        "encoder self-attention, layer 1",
    ]
    for one in seen.maps:
        expected = record.attention[f"encoder.layers.{one.layer}.attention"].weights[0]
        np.testing.assert_allclose(one.weights, expected.numpy(), atol=1e-6)
        assert one.queries == one.keys == tuple(pieces.pieces(ids))
        if one.mechanism != "linformer":
            np.testing.assert_allclose(one.weights.sum(axis=-1), 1.0, atol=1e-5)


@settings(max_examples=15)
@given(number=st.integers(0, len(MECHANISMS) - 1), most=st.integers(1, 20))
def test_the_weights_between_groups_are_sums_over_keys_and_means_over_queries(number: int, most: int) -> None:
    mechanism, seen, weights = traced(MECHANISMS[number])
    groups = Groups.blocks([str(n) for n in range(20)], most)
    member = groups.membership()
    expected = (member / member.sum(dim=0)).T @ weights @ member
    torch.testing.assert_close(shares(mechanism, seen, groups, groups), expected, atol=2e-5, rtol=0)


def test_rows_of_blocks_add_up_to_one_also_where_the_future_is_hidden() -> None:
    seen = see_text(a_decoder(), "a long text " * 20, most=16)
    (first, _) = seen.maps
    assert seen.block > 1
    assert first.weights.shape == (2, 16, 16)
    np.testing.assert_allclose(first.weights.sum(axis=-1), 1.0, atol=1e-5)
    assert not np.triu(first.weights, 1).any()
    assert any("blocks" in note for note in seen.notes)


def test_a_decoder_never_looks_ahead() -> None:
    for one in see_text(a_decoder(), "abc").maps:
        assert one.part == "decoder"
        assert not np.triu(one.weights, 1).any()


def test_a_translator_shows_encoder_decoder_and_what_is_between_them() -> None:
    seen = see_text(a_translator(), "abcd", target="xyz")
    assert seen.parts == ("encoder", "decoder", "cross")
    shapes = {one.part: one.weights.shape for one in seen.maps}
    assert shapes["encoder"] == (2, 8, 8)  # the space in three bytes, four letters, the end
    assert shapes["cross"] == (2, 7, 8)  # the beginning, three bytes, three letters
    np.testing.assert_allclose(seen.map("cross", 1).weights.sum(axis=-1), 1.0, atol=1e-5)
    assert seen.map(None, None).part == "cross"


@pytest.mark.parametrize("attention", [PerformerConfig(features=32), HybridConfig(window=1, features=32)])
def test_an_estimate_is_shown_beside_exact_softmax_and_its_error_is_their_distance(
    attention: AttentionConfig,
) -> None:
    mechanism, seen, weights = traced(attention)
    exact = SoftmaxAttention().weights(seen.query, seen.key)[0]
    each = Groups.each([str(n) for n in range(20)])
    torch.testing.assert_close(exact_shares(seen, each, each), exact)
    (first, _) = see_text(an_encoder(attention), TEXT).maps
    assert first.error is not None
    assert first.exact is not None
    np.testing.assert_allclose(
        first.error, np.abs(first.weights - first.exact).sum(-1).mean(-1) / 2, atol=1e-6
    )
    assert 0 < first.error.mean() < 1
    assert mechanism is not None
    assert weights.shape == exact.shape


@pytest.mark.parametrize("most", [256, 4])
@pytest.mark.parametrize("hybrid", [True, False])
def test_many_features_come_to_the_limit_that_is_shown(hybrid: bool, most: int) -> None:
    settings: dict[str, Any] = {"features": 30_000, "regularised": True}
    attention = HybridConfig(window=2, global_tokens=1, **settings) if hybrid else PerformerConfig(**settings)
    (first, _) = see_text(an_encoder(attention), TEXT, most=most).maps
    assert first.limit is not None
    assert first.exact is not None
    assert np.abs(first.weights - first.limit).max() < 0.04
    assert first.error is not None
    assert first.bias == pytest.approx(first.error, abs=0.02)
    assert first.bias.max() > 0.02


def test_features_of_random_length_have_no_error_in_the_limit() -> None:
    (first, _) = see_text(an_encoder(PerformerConfig(features=32, regularised=False)), TEXT).maps
    assert first.bias == pytest.approx([0.0] * 4, abs=1e-5)
    assert [line["limit"] for line in habits(first)] == pytest.approx([0.0] * 4, abs=1e-5)


def test_a_recurrent_translator_shows_its_one_attention() -> None:
    subject = a_recurrent_translator()
    model: Any = subject.model
    (one,) = see_text(subject, "abcd", target="xyz").maps
    assert (one.part, one.mechanism, one.weights.shape) == ("cross", "additive", (1, 7, 8))  # bytes
    assert one.weights.sum(axis=-1) == pytest.approx(1.0)
    pieces: Any = subject.tokenizer
    source = torch.tensor([[*pieces.encode(["abcd"])[0], pieces.end_id]])
    with torch.no_grad():
        first = model.decoder.initial_state(model.encode(source))
        expected = model.decoder.attention.weights(first.hidden[-1], first.keys)[0]
    assert one.weights[0, 0] == pytest.approx(expected.numpy(), abs=1e-6)
    (blocks,) = see_text(subject, "abcd", target="xyz", most=2).maps
    assert blocks.weights.shape == (1, 2, 2)
    assert blocks.weights[0, 0, 0] == pytest.approx(one.weights[0, :4, :4].sum(axis=-1).mean())


def test_a_translators_own_translation_is_shown_where_none_is_given() -> None:
    subject = a_translator()
    assert subject.translator is not None
    ((own,),) = subject.translator.translate(["ab"])
    (cross, _) = see_text(subject, "ab").of_part("cross")
    assert len(cross.queries) == 1 + len(own.target_ids)


def test_exact_mechanisms_have_no_error() -> None:
    assert all(one.error is None for one in see_text(an_encoder(), TEXT).maps)


def test_habits_name_what_a_head_does() -> None:
    previous = np.eye(4, k=-1, dtype=np.float32)
    previous[0, 0] = 1
    even = np.full((4, 4), 0.25, dtype=np.float32)
    names = tuple("abcd")
    first, second = habits(AttentionMap("encoder", 0, "softmax", np.stack([previous, even]), names, names))
    assert (first["before"], first["spread"]) == (1.0, 1.0)
    assert (second["spread"], second["itself"]) == (pytest.approx(4.0), 0.25)


def test_a_token_is_named_by_text_or_number() -> None:
    labels = ("[CLS]", "vis", "##ma", "3")
    assert [place_of(name, labels) for name in ("VIS", "##ma", "ma", "0", "3")] == [1, 2, 2, 0, 3]
    with pytest.raises(InvalidConfig, match="no token 'x'"):
        place_of("x", labels)


def test_more_tokens_than_positions_are_read_with_a_note() -> None:
    seen = see_text(an_encoder(positions=16), "total " * 40)
    assert any("16 positions" in note for note in seen.notes)


def test_what_cannot_be_is_told() -> None:
    seen = see_text(an_encoder(), TEXT)
    with pytest.raises(InvalidConfig, match="no layer 7"):
        seen.map(None, 7)
    with pytest.raises(InvalidConfig, match="no head 9"):
        seen.maps[0].mean_of((9,))
    with pytest.raises(InvalidConfig, match="no cross attention"):
        seen.map("cross", None)
    with pytest.raises(InvalidConfig, match="text is empty"):
        see_text(an_encoder(), " ")
    with pytest.raises(InvalidConfig, match="max_length=502"):
        see_text(an_encoder(LinformerConfig(max_length=64), positions=200), "total " * 100)


def test_a_mechanism_is_written_with_its_settings() -> None:
    assert attention_from("performer:features=64,feature_map=exp") == PerformerConfig(
        features=64, feature_map="exp"
    )
    assert attention_from("softmax") == SoftmaxConfig()
    for wrong in ("nonsense", "performer:depth=3", "performer:features"):
        with pytest.raises(InvalidConfig):
            attention_from(wrong)
