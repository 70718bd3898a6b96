"""ALiBi and T5's bias against the papers' formulas, Bloom and T5 in transformers, and step by step."""

import math
import warnings

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.position_bias import AlibiBias, RelativeBias, alibi_slopes
from paperformer.transformer.build import build_decoder, build_encoder, build_seq2seq
from paperformer.transformer.config import (
    DecoderConfig,
    EncoderConfig,
    PerformerConfig,
    Seq2SeqConfig,
    SoftmaxConfig,
)
from paperformer.transformer.config.names import PositionsName
from paperformer.transformer.config.saved import attention_named
from paperformer.transformer.generation.generate import generate
from paperformer.transformer.tracing import trace

BIASES: list[PositionsName] = ["alibi", "relative"]
IDS = torch.tensor([[3, 9, 4, 7, 5, 8], [6, 6, 2, 9, 3, 4]])


def chance(seed: int = 1) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def decoder(positions: PositionsName) -> torch.nn.Module:
    config = DecoderConfig(
        vocabulary_size=10, hidden_size=16, layers=2, heads=2, feedforward_size=16, positions=positions
    )
    return build_decoder(config, chance()).eval()


def test_slopes_of_eight_heads_are_those_of_the_paper() -> None:
    assert alibi_slopes(8) == [2.0**-n for n in range(1, 9)]


@pytest.mark.parametrize("heads", [1, 2, 6, 8, 12])
def test_alibi_is_blooms_but_for_a_number_per_query(heads: int) -> None:
    bloom = pytest.importorskip("transformers.models.bloom.modeling_bloom")
    theirs = bloom.build_alibi_tensor(torch.ones(1, 7), heads, torch.float32)[:, 0]  # (heads, keys)
    ours = AlibiBias(heads=heads)(7, 7)[0]
    for query in range(7):  # of the keys up to the query, softmax sees the same
        both = ours[:, query, : query + 1], theirs[:, : query + 1]
        torch.testing.assert_close(*(x.softmax(dim=-1) for x in both), atol=1e-6, rtol=0)


def test_alibi_in_an_encoder_falls_with_the_distance_to_both_sides() -> None:
    config = EncoderConfig(
        vocabulary_size=10, hidden_size=16, layers=1, heads=2, feedforward_size=16, positions="alibi"
    )
    model = build_encoder(config, chance()).eval()
    with torch.no_grad(), trace(model) as record:
        model(IDS)
    seen = record.attention["encoder.layers.0.attention"]
    for head, slope in enumerate((2.0**-4, 2.0**-8)):
        for query in range(6):
            logits = torch.tensor(
                [
                    float(seen.query[0, head, query] @ seen.key[0, head, key]) / math.sqrt(8)
                    - slope * abs(query - key)
                    for key in range(6)
                ]
            )
            torch.testing.assert_close(seen.weights[0, head, query], logits.softmax(dim=0), atol=1e-6, rtol=0)


@pytest.mark.parametrize("bidirectional", [True, False])
def test_the_relative_bias_is_that_of_t5(bidirectional: bool) -> None:
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5")
    ours = RelativeBias(heads=3, buckets=32, max_distance=128, bidirectional=bidirectional)
    places = torch.arange(300)
    distance = places[None, :] - places[:, None]
    expected = t5.T5Attention._relative_position_bucket(distance, bidirectional, 32, 128)
    assert torch.equal(ours.bucket(distance), expected)
    torch.testing.assert_close(ours(300, 300)[0, 1], ours.table.weight[expected][..., 1])
    torch.testing.assert_close(ours(2, 300), ours(300, 300)[:, :, -2:])


def test_attention_with_the_relative_bias_is_t5s() -> None:
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shape = t5.T5Config(d_model=16, d_kv=8, num_heads=2, dropout_rate=0.0)
        theirs = t5.T5Attention(shape, has_relative_attention_bias=True).eval()
    config = EncoderConfig(
        vocabulary_size=10, hidden_size=16, layers=2, heads=2, feedforward_size=16, positions="relative",
        biases="none",
    )  # fmt: skip
    model = build_encoder(config, chance()).eval()
    ours = model.encoder.layers[1].attention
    assert ours.bias is model.encoder.layers[0].attention.bias  # one for all layers
    with torch.no_grad():
        ours.query.weight.copy_(theirs.q.weight * math.sqrt(8))  # T5 divides by no root of the width
        for mine, other in ((ours.key, theirs.k), (ours.value, theirs.v), (ours.output, theirs.o)):
            mine.weight.copy_(other.weight)
        ours.bias.table.weight.copy_(theirs.relative_attention_bias.weight)
        x = torch.randn(2, 20, 16, generator=chance(2))
        torch.testing.assert_close(ours(x, x, x), theirs(x)[0], atol=1e-5, rtol=0)


@pytest.mark.parametrize("positions", BIASES)
def test_decoding_step_by_step_is_the_whole_pass(positions: PositionsName) -> None:
    model = decoder(positions)
    with torch.no_grad():
        whole = model(IDS)
        (found,) = generate(model, IDS[:1], max_tokens=4)
        again = torch.cat([IDS[:1], torch.tensor([found.tokens])], dim=1)
        assert tuple(model(again)[0, 5:-1].argmax(dim=-1).tolist()) == found.tokens
        later = IDS.clone()
        later[:, 4:] = 1
        torch.testing.assert_close(model(later)[:, :4], whole[:, :4])
        assert (model(IDS.flip(1))[:, -1] - whole[:, -1]).abs().max() > 1e-4  # order counts


@pytest.mark.parametrize("positions", BIASES)
def test_both_stacks_of_a_translator_have_their_own(positions: PositionsName) -> None:
    config = Seq2SeqConfig(
        vocabulary_size=10, hidden_size=16, layers=1, heads=2, feedforward_size=16, positions=positions
    )
    model = build_seq2seq(config, chance()).eval()
    assert model.encoder.layers[0].attention.bias is not model.decoder.layers[0].attention.bias
    assert model.decoder.layers[0].cross_attention.bias is None
    with torch.no_grad():
        padded = torch.cat([IDS, torch.zeros_like(IDS[:, :2])], dim=1)
        plain = model(IDS, IDS)
        torch.testing.assert_close(model(padded, IDS, padded > 0), plain, atol=1e-5, rtol=0)
    assert Seq2SeqConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize("positions", BIASES)
@pytest.mark.parametrize("mechanism", ["performer", "hybrid", "longformer", "linformer"])
def test_mechanisms_without_logits_refuse_it(positions: PositionsName, mechanism: str) -> None:
    shape = EncoderConfig(vocabulary_size=10)
    with pytest.raises(InvalidConfig, match=f"{mechanism} attention cannot add the bias of {positions}"):
        shape.changed(positions=positions, attention=attention_named(mechanism))


def test_a_translators_decoder_refuses_it_too() -> None:
    with pytest.raises(InvalidConfig, match="performer attention cannot add"):
        Seq2SeqConfig(
            vocabulary_size=10,
            positions="alibi",
            attention=SoftmaxConfig(),
            decoder_attention=PerformerConfig(),
        )
    with pytest.raises(InvalidConfig, match="multiple of 4"):
        EncoderConfig(vocabulary_size=10, positions="relative", relative_buckets=6)
