"""A trace shows what attention and layers did, for every mechanism, and changes nothing."""

from dataclasses import replace

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.build import build_decoder, build_encoder, build_seq2seq
from paperformer.transformer.config import (
    AttentionConfig,
    DecoderConfig,
    EncoderConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    Seq2SeqConfig,
    SoftmaxConfig,
)
from paperformer.transformer.tracing import trace

MECHANISMS: list[AttentionConfig] = [
    SoftmaxConfig(dropout=0.1),
    PerformerConfig(),
    HybridConfig(),
    LongformerConfig(window=3, global_tokens=2),
    LinformerConfig(max_length=16, projected_length=4),
    LinformerConfig(max_length=16, projected_length=4, sharing="layers"),
]
IDS = torch.arange(1, 23).view(2, 11)
MASK = torch.arange(11) < torch.tensor([11, 6])[:, None]
SMALL = Seq2SeqConfig(vocabulary_size=30, hidden_size=16, layers=2, heads=2, feedforward_size=24)


def hooks(model: torch.nn.Module) -> int:
    return sum(len(module._forward_hooks) for module in model.modules())


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("attention", MECHANISMS, ids=lambda config: config.mechanism)
def test_tracing_changes_no_result_and_leaves_no_hook(
    tiny: EncoderConfig, attention: AttentionConfig, training: bool
) -> None:
    model = build_encoder(replace(tiny, attention=attention), torch.Generator().manual_seed(1))
    model.train(training)
    torch.manual_seed(5)
    expected = model(IDS, MASK)
    torch.manual_seed(5)
    with trace(model) as record:
        found = model(IDS, MASK)
    assert torch.equal(found, expected)
    assert hooks(model) == 0
    assert set(record.attention) == {f"encoder.layers.{n}.attention" for n in range(3)}
    assert set(record.hidden) == {f"encoder.layers.{n}" for n in range(3)}


@pytest.mark.parametrize("attention", MECHANISMS, ids=lambda config: config.mechanism)
def test_each_layer_can_be_rebuilt_from_its_trace(tiny: EncoderConfig, attention: AttentionConfig) -> None:
    """softmax(QK)V by hand: the recorded matrix times the values gives what the layer put out."""
    model = build_encoder(replace(tiny, attention=attention), torch.Generator().manual_seed(1)).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("attention.query.weight"):
                parameter.mul_(20)  # sharp enough that layers and heads differ
        with trace(model) as record:
            model(IDS, MASK)
        hidden = model.embedding(IDS)
        for number, layer in enumerate(model.encoder.layers):
            seen = record.attention[f"encoder.layers.{number}.attention"]
            multihead = layer.attention
            assert isinstance(multihead, MultiHeadAttention)
            query = multihead.query(hidden).view(2, 11, 4, 8).transpose(1, 2)
            key, value = multihead.keys_and_values(hidden, hidden)
            torch.testing.assert_close(seen.query, query, atol=1e-5, rtol=0)
            torch.testing.assert_close(seen.key, key, atol=1e-5, rtol=0)
            assert seen.weights.shape == (2, 4, 11, 11)
            if not isinstance(attention, LongformerConfig):  # whose global rows have values of their own
                output = multihead.output((seen.weights @ value).transpose(1, 2).flatten(2))
                hidden = layer.attention_residual(hidden, lambda _, output=output: output)
                hidden = layer.feedforward_residual(hidden, layer.feedforward)
            expected = record.hidden[f"encoder.layers.{number}"]
            hidden = expected if isinstance(attention, LongformerConfig) else hidden
            torch.testing.assert_close(hidden[MASK], expected[MASK], atol=1e-5, rtol=0)


@pytest.mark.parametrize("attention", MECHANISMS, ids=lambda config: config.mechanism)
def test_tokens_that_do_not_exist_get_no_weight_and_the_others_share_it(
    tiny: EncoderConfig, attention: AttentionConfig
) -> None:
    model = build_encoder(replace(tiny, attention=attention), torch.Generator().manual_seed(1)).eval()
    with trace(model) as record:
        model(IDS, MASK)
    for seen in record.attention.values():
        assert not seen.weights[1, :, :, 6:].any()
        if not isinstance(attention, LinformerConfig):  # whose learned mixtures need not keep the sum
            rows = seen.weights.transpose(0, 1)[:, MASK]  # (heads, real queries, key)
            torch.testing.assert_close(rows.sum(dim=-1), torch.ones(rows.shape[:2]))


def test_cross_attention_is_traced_beside_self_attention() -> None:
    model = build_seq2seq(SMALL, torch.Generator().manual_seed(1)).eval()
    source, target = IDS[:, :7], IDS[:, 7:]
    expected = model(source, target)
    with trace(model) as record:
        found = model(source, target)
    assert torch.equal(found, expected)
    cross = record.attention["decoder.layers.1.cross_attention"]
    assert cross.weights.shape == (2, 2, 4, 7)
    own = record.attention["decoder.layers.1.attention"].weights
    assert not own.triu(1).any()  # nobody looks ahead
    assert record.hidden["encoder.layers.0"].shape == (2, 7, 16)
    assert record.hidden["decoder.layers.1"].shape == (2, 4, 16)


def test_a_language_model_is_traced_too() -> None:
    config = DecoderConfig(vocabulary_size=30, hidden_size=16, layers=2, heads=2, feedforward_size=24)
    model = build_decoder(config, torch.Generator().manual_seed(1)).eval()
    with trace(model) as record:
        model(IDS)
    assert set(record.attention) == {"decoder.layers.0.attention", "decoder.layers.1.attention"}


def stop_amid_a_trace(model: torch.nn.Module) -> None:
    with trace(model):
        assert hooks(model) == 6
        raise RuntimeError("stop")


def test_the_hooks_are_gone_after_an_exception(tiny: EncoderConfig, generator: torch.Generator) -> None:
    model = build_encoder(tiny, generator)
    with pytest.raises(RuntimeError, match="stop"):
        stop_amid_a_trace(model)
    assert hooks(model) == 0


def test_a_failing_pass_leaves_the_next_trace_whole(tiny: EncoderConfig, generator: torch.Generator) -> None:
    model = build_encoder(tiny, generator).eval()
    with pytest.raises(InvalidConfig), trace(model):
        model(torch.ones(1, tiny.max_positions + 1, dtype=torch.long))
    with trace(model) as record:
        model(IDS)
    assert len(record.attention) == tiny.layers


def test_weights_can_be_left_out_of_long_inputs(tiny: EncoderConfig, generator: torch.Generator) -> None:
    model = build_encoder(tiny, generator)
    with trace(model, weights=False) as record:
        model(IDS)
    seen = record.attention["encoder.layers.0.attention"]
    assert seen.query.shape == (2, 4, 11, 8)
    with pytest.raises(InvalidConfig, match="not traced"):
        _ = seen.weights


def test_a_record_holds_no_graph(tiny: EncoderConfig, generator: torch.Generator) -> None:
    model = build_encoder(tiny, generator)
    with trace(model) as record:
        model(IDS)
    for seen in record.attention.values():
        assert not any(x.requires_grad for x in (seen.query, seen.key, seen.weights))
    assert not any(states.requires_grad for states in record.hidden.values())
