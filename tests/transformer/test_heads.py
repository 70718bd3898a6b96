"""Heads are what their equations say; tied ones share the token table with the encoder."""

import copy

import pytest
import torch
from torch.nn.functional import gelu, layer_norm

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_decoder, build_encoder
from paperformer.transformer.build_head import (
    HeadName,
    add_head,
    build_causal_language_head,
    build_classification_head,
    build_masked_language_head,
    build_tagging_head,
    build_with_head,
)
from paperformer.transformer.config import DecoderConfig, EncoderConfig
from paperformer.transformer.language_head import MaskedLanguageHead

IDS = torch.arange(1, 21).view(2, 10)


def test_the_masked_language_head_is_its_equation(tiny: EncoderConfig, generator: torch.Generator) -> None:
    token = torch.nn.Embedding(97, 32)
    head = build_masked_language_head(tiny, token, generator)
    torch.nn.init.normal_(head.decoder.bias, generator=generator)
    h = torch.randn(2, 5, 32, generator=generator)
    transformed = layer_norm(gelu(h @ head.dense.weight.T + head.dense.bias), (32,), eps=1e-12)
    torch.testing.assert_close(head(h), transformed @ token.weight.T + head.decoder.bias)


def test_the_causal_head_compares_states_with_token_vectors(generator: torch.Generator) -> None:
    token = torch.nn.Embedding(97, 32)
    head = build_causal_language_head(token)
    h = torch.randn(2, 5, 32, generator=generator)
    torch.testing.assert_close(head(h), h @ token.weight.T)
    assert [name for name, _ in head.named_parameters()] == ["decoder.weight"]


def test_a_language_model_has_the_causal_head(generator: torch.Generator) -> None:
    config = DecoderConfig(vocabulary_size=30, hidden_size=16, layers=1, heads=2, feedforward_size=24)
    model = build_decoder(config, generator).eval()
    states = model.decoder(model.embedding(IDS))
    head = build_causal_language_head(model.embedding.token)
    torch.testing.assert_close(model(IDS), head(states))


def test_tagging_scores_each_token_by_itself(tiny: EncoderConfig, generator: torch.Generator) -> None:
    head = build_tagging_head(tiny, 7, generator).eval()
    h = torch.randn(2, 5, 32, generator=generator)
    assert head(h).shape == (2, 5, 7)
    torch.testing.assert_close(head(h)[1, 3], h[1, 3] @ head.scores.weight.T + head.scores.bias)


def test_classification_reads_the_first_token_only(tiny: EncoderConfig, generator: torch.Generator) -> None:
    head = build_classification_head(tiny, 7, generator).eval()
    h = torch.randn(2, 5, 32, generator=generator)
    pooled = (h[:, 0] @ head.pooler.dense.weight.T + head.pooler.dense.bias).tanh()
    torch.testing.assert_close(head(h), pooled @ head.scores.weight.T + head.scores.bias)
    other = torch.cat([h[:, :1], h[:, 1:] + 1], dim=1)
    assert torch.equal(head(other), head(h))


def test_a_tied_table_is_one_parameter_that_both_sides_train(
    tiny: EncoderConfig, generator: torch.Generator
) -> None:
    model = build_with_head(tiny, "masked_language", generator).eval()
    token, head = model.encoder.embedding.token, model.head
    assert isinstance(head, MaskedLanguageHead)
    assert head.decoder.weight is token.weight
    model(IDS).square().mean().backward()
    assert token.weight.grad is not None
    assert token.weight.grad[50:].any()  # tokens that are not in the input, reached by the decoder
    twin = copy.deepcopy(model)
    assert twin.head.decoder.weight is twin.encoder.embedding.token.weight


@pytest.mark.parametrize(
    ("head", "labels", "shape"),
    [("masked_language", None, (2, 10, 97)), ("tagging", 5, (2, 10, 5)), ("classification", 3, (2, 3))],
)
def test_every_head_stands_on_an_encoder(
    tiny: EncoderConfig,
    generator: torch.Generator,
    head: HeadName,
    labels: int | None,
    shape: tuple[int, ...],
) -> None:
    model = build_with_head(tiny, head, generator, labels=labels)
    assert model(IDS).shape == shape


def test_a_new_head_leaves_its_encoder_as_it_was(tiny: EncoderConfig, generator: torch.Generator) -> None:
    encoder = build_encoder(tiny, generator).eval()
    before = encoder(IDS)
    model = add_head(encoder, tiny, "masked_language", generator).eval()
    assert torch.equal(model.encoder(IDS), before)


def test_heads_repeat_from_a_seed(tiny: EncoderConfig) -> None:
    torch.manual_seed(0)
    first = build_with_head(tiny, "tagging", torch.Generator().manual_seed(3), labels=4)
    torch.manual_seed(1)
    second = build_with_head(tiny, "tagging", torch.Generator().manual_seed(3), labels=4)
    state = second.state_dict()
    assert all(torch.equal(tensor, state[name]) for name, tensor in first.state_dict().items())


@pytest.mark.parametrize(("head", "labels"), [("masked_language", 3), ("tagging", None)])
def test_labels_belong_to_heads_that_have_them(
    tiny: EncoderConfig, generator: torch.Generator, head: HeadName, labels: int | None
) -> None:
    with pytest.raises(InvalidConfig, match="labels"):
        build_with_head(tiny, head, generator, labels=labels)
