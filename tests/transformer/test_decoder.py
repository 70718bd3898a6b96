"""Decoders: no token sees a later one, and step by step gives what all at once gives."""

from collections.abc import Callable
from dataclasses import fields, replace

import pytest
import torch
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.build import build_decoder, build_recurrent, build_seq2seq
from paperformer.transformer.config import (
    AttentionConfig,
    DecoderConfig,
    HybridConfig,
    LongformerConfig,
    NormName,
    PerformerConfig,
    RecurrentConfig,
    Seq2SeqConfig,
    SoftmaxConfig,
)
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.generation.protocol import Decodable, Prompt
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq

VOCABULARY = 23
SHAPE = DecoderConfig(
    vocabulary_size=VOCABULARY, hidden_size=16, layers=2, heads=2, feedforward_size=24, max_positions=40
)
LLAMA = {
    "positions": "rotary",
    "norm": "pre",
    "norm_kind": "rms",
    "gated": True,
    "activation": "silu",
    "biases": "none",
    "key_value_heads": 1,
}
Model = Decoder | Seq2Seq | RecurrentSeq2Seq


def seq2seq(**changes: object) -> Seq2SeqConfig:
    return Seq2SeqConfig.from_dict(SHAPE.to_dict()).changed(**changes)


def decoder_only(attention: AttentionConfig, norm: NormName) -> Callable[[torch.Generator], Model]:
    config = replace(SHAPE, attention=attention, norm=norm, positions="learned", activation="gelu")
    return lambda generator: build_decoder(config, generator)


MODELS: dict[str, Callable[[torch.Generator], Model]] = {
    "softmax": decoder_only(SoftmaxConfig(), "pre"),
    "performer": decoder_only(PerformerConfig(), "post"),
    "hybrid": decoder_only(HybridConfig(window=3, features=16), "pre"),
    "longformer": decoder_only(LongformerConfig(window=3, global_tokens=1), "pre"),
    "llama": lambda g: build_decoder(SHAPE.changed(**LLAMA), g),
    "llama-performer": lambda g: build_decoder(SHAPE.changed(**LLAMA, attention=PerformerConfig()), g),
    "one-each": lambda g: build_decoder(
        SHAPE.changed(attention=(PerformerConfig(), LongformerConfig(window=2, global_tokens=1))), g
    ),
    "encoder-decoder": lambda g: build_seq2seq(seq2seq(), g),
    "llama-encoder-decoder": lambda g: build_seq2seq(seq2seq(**LLAMA), g),
    "performer-encoder-decoder": lambda g: build_seq2seq(seq2seq(attention=PerformerConfig()), g),
    "wide-heads": lambda g: build_seq2seq(seq2seq(key_size=5, value_size=11, norm="pre"), g),
    "two-vocabularies": lambda g: build_seq2seq(seq2seq(source_vocabulary_size=31, decoder_layers=1), g),
    "gru": lambda g: build_recurrent(RecurrentConfig(vocabulary_size=VOCABULARY, hidden_size=16), g),
    "lstm": lambda g: build_recurrent(
        RecurrentConfig(
            vocabulary_size=VOCABULARY, hidden_size=16, layers=2, cell="lstm", scorer="dot", tied=False
        ),
        g,
    ),
}


@pytest.fixture(params=MODELS.values(), ids=MODELS.keys())
def model(request: pytest.FixtureRequest, generator: torch.Generator) -> Model:
    """Weights large enough that every token matters."""
    built: Model = request.param(generator)
    with torch.no_grad():
        for parameter in built.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape, generator=generator))
    return built.eval()


def ids(batch: int, length: int, seed: int = 1) -> torch.Tensor:
    chance = torch.Generator().manual_seed(seed)
    return torch.randint(1, VOCABULARY, (batch, length), generator=chance)


def scores(model: Model, target: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
    """Logits at each place, from a padded source where the model reads one."""
    if isinstance(model, Decoder):
        return model(target, mask)
    prompt = begin(model, target)
    assert prompt.source is not None
    return model(prompt.source, target, prompt.source_mask, mask)


def begin(model: Model, target: torch.Tensor) -> Prompt:
    if isinstance(model, Decoder):
        return Prompt(target)
    batch = target.shape[0]
    lengths = torch.tensor([9, 5, 2])[:batch, None]
    return Prompt(target, source=ids(batch, 9, seed=7), source_mask=torch.arange(9) < lengths)


def test_changing_a_later_token_changes_no_earlier_score_bit_for_bit(model: Model) -> None:
    target = ids(2, 12)
    before = scores(model, target)
    for place in (11, 6, 1):
        changed = target.clone()
        changed[:, place:] = ids(2, 12 - place, seed=5)
        after = scores(model, changed)
        assert torch.equal(after[:, :place], before[:, :place])
        assert not torch.equal(after[:, place], before[:, place])


def test_gradients_of_a_score_reach_no_later_token(model: Model) -> None:
    table = model.embedding.token if isinstance(model, Decoder) else model.target_embedding
    seen: list[torch.Tensor] = []

    def keep(_module: nn.Module, _inputs: object, output: torch.Tensor) -> torch.Tensor:
        seen.append(output.detach().requires_grad_())
        return seen[0]

    with table.register_forward_hook(keep):
        scores(model, ids(2, 12))[:, 6].square().sum().backward()
    reached = seen[0].grad
    assert reached is not None
    assert (reached[:, 7:] == 0).all()
    assert (reached[:, :7].abs().sum(dim=-1) > 0).all()


@pytest.mark.parametrize("pieces", [[1] * 12, [5, 1, 1, 3, 2], [12]], ids=["singly", "in pieces", "at once"])
def test_step_by_step_equals_all_at_once(model: Model, pieces: list[int]) -> None:
    target = ids(3, 12)
    expected = scores(model, target)
    state, place = model.start(begin(model, target)), 0
    for piece in pieces:
        found, state = model.step(target[:, place : place + piece], state)
        place += piece
        torch.testing.assert_close(found, expected[:, place - 1], atol=1e-5, rtol=1e-4)


def test_a_state_stays_as_it_was_when_a_step_is_taken_from_it(model: Model) -> None:
    target = ids(3, 5)
    _, state = model.step(target, model.start(begin(model, target)))
    first, _ = model.step(target[:, :1], state)
    model.step(target[:, 1:2], state)
    again, _ = model.step(target[:, :1], state)
    assert torch.equal(first, again)


def test_a_reordered_state_goes_on_as_the_rows_it_was_made_of(model: Model) -> None:
    target, rows = ids(3, 6), torch.tensor([2, 0, 0, 1, 2])
    _, state = model.step(target, model.start(begin(model, target)))
    following = ids(3, 1, seed=3)
    plain, _ = model.step(following, state)
    turned, _ = model.step(following[rows], state.reorder(rows))
    torch.testing.assert_close(turned, plain[rows], atol=1e-5, rtol=1e-4)


def test_what_stands_in_the_targets_padding_changes_no_real_score(model: Model) -> None:
    target = ids(3, 8)
    mask = torch.arange(8) < torch.tensor([8, 5, 1])[:, None]
    whole = scores(model, target, mask)
    for row in range(3):
        length = int(mask[row].sum())
        alone = scores(model, target[:, :length])[row]
        torch.testing.assert_close(whole[row, :length], alone, atol=1e-5, rtol=1e-4)


def test_tokens_masked_in_front_have_no_say(model: Model) -> None:
    """Which place a token holds stays the same; what is masked is not seen."""
    target = ids(2, 8)
    mask = (torch.arange(8) >= 3).expand(2, 8)
    before = scores(model, target, mask)
    changed = target.clone()
    changed[:, :3] = ids(2, 3, seed=9)
    assert torch.equal(scores(model, changed, mask)[:, 3:], before[:, 3:])


def test_every_model_is_decodable(model: Model) -> None:
    assert isinstance(model, Decodable)


def test_every_parameter_learns(model: Model) -> None:
    scores(model, ids(3, 6)).log_softmax(-1)[..., 1].sum().backward()
    idle = [name for name, p in model.named_parameters() if p.grad is None or not p.grad.any()]
    # A bias of keys adds the same to all logits of a query, which softmax does not see.
    assert [name for name in idle if not name.endswith("key.bias")] == []


def test_the_memory_is_projected_once_for_all_steps(generator: torch.Generator) -> None:
    model = build_seq2seq(seq2seq(), generator).eval()
    calls: list[int] = []
    for layer in model.decoder.layers:
        layer.cross_attention.key.register_forward_hook(lambda *_: calls.append(1))
    target = ids(3, 6)
    state = model.start(begin(model, target))
    for place in range(6):
        _, state = model.step(target[:, place : place + 1], state)
    assert len(calls) == len(model.decoder.layers)


def test_performers_state_does_not_grow(generator: torch.Generator) -> None:
    model = build_decoder(replace(SHAPE, attention=PerformerConfig()), generator).eval()
    state = model.start(Prompt(ids(1, 1)))
    sizes = []
    for tokens in (ids(1, 1), ids(1, 30)):
        _, state = model.step(tokens, state)
        own = state.layers[0].attention
        sizes.append(sum(getattr(own, field.name).numel() for field in fields(own)))
    assert sizes[0] == sizes[1]


def test_a_source_is_asked_for_where_it_is_read_and_refused_where_it_is_not(
    generator: torch.Generator,
) -> None:
    prompt = Prompt(ids(1, 2))
    with pytest.raises(InvalidConfig, match="needs a source"):
        build_seq2seq(seq2seq(), generator).start(prompt)
    with pytest.raises(InvalidConfig, match="reads no source"):
        build_decoder(SHAPE, generator).start(replace(prompt, source=ids(1, 2)))


@pytest.mark.parametrize("has_memory", [False, True])
def test_a_layer_says_when_a_memory_is_lacking_or_too_much(
    has_memory: bool, generator: torch.Generator
) -> None:
    hidden = torch.randn(1, 3, 16, generator=generator)
    decoder = build_decoder(SHAPE, generator) if has_memory else build_seq2seq(seq2seq(), generator)
    with pytest.raises(InvalidConfig, match="no memory" if has_memory else "a memory"):
        decoder.decoder(hidden, memory=hidden if has_memory else None)


class OnlyWhole(nn.Module):
    """A mechanism that knows no steps."""

    forward = SoftmaxAttention.forward
    weights = SoftmaxAttention.weights


def test_a_mechanism_without_steps_is_named_when_decoding_starts(generator: torch.Generator) -> None:
    model = build_decoder(SHAPE, generator)
    model.decoder.layers[1].attention.mechanism = OnlyWhole()
    with pytest.raises(InvalidConfig, match="OnlyWhole cannot decode step by step"):
        model.start(Prompt(ids(1, 1)))


def test_heads_of_another_width_have_projections_of_that_width(generator: torch.Generator) -> None:
    model = build_decoder(replace(SHAPE, key_size=3, value_size=5), generator)
    attention = model.decoder.layers[0].attention
    assert isinstance(attention, MultiHeadAttention)
    assert [p.out_features for p in (attention.query, attention.key, attention.value)] == [6, 6, 10]
    assert (attention.output.in_features, attention.output.out_features) == (10, 16)


def test_dropout_acts_while_training_and_only_then(model: Model) -> None:
    target = ids(2, 6)
    assert torch.equal(scores(model, target), scores(model, target))
    torch.manual_seed(1)
    assert not torch.equal(scores(model.train(), target), scores(model, target))


def test_half_precision_decodes_under_autocast(model: Model) -> None:
    target = ids(2, 6)
    expected = scores(model, target)[:, -1]
    with torch.autocast("cpu", torch.bfloat16):
        state = model.start(begin(model, target))
        _, state = model.step(target[:, :4], state)
        found, _ = model.step(target[:, 4:], state)
    assert found.isfinite().all()
    assert torch.corrcoef(torch.stack([found.float().flatten(), expected.flatten()]))[0, 1] > 0.98
