"""Every family, with the same weights, answers as the ``transformers`` library: states, heads, gradients."""

from pathlib import Path
from typing import Any

import pytest
import torch
from toy_checkpoints import DISTILBERT_SHAPE, SHAPE, batch, saved
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
    DistilBertConfig,
    DistilBertForMaskedLM,
    DistilBertModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaForSequenceClassification,
    RobertaModel,
)

from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.build_head import HeadName
from paperformer.transformer.config import PerformerConfig
from paperformer.transformer.pretrained.load import Pretrained, load_pretrained
from paperformer.transformer.pretrained.match import parameters_of
from paperformer.transformer.pretrained.save import their_weights

BERT = BertConfig(**SHAPE, num_labels=5)
ROBERTA = RobertaConfig(**SHAPE, type_vocab_size=1, num_labels=5)
DISTILBERT = DistilBertConfig(**DISTILBERT_SHAPE, num_labels=5)
BODIES = [(BertModel, BERT), (RobertaModel, ROBERTA), (DistilBertModel, DISTILBERT)]
HEADS: list[tuple[Any, Any, HeadName]] = [
    (BertForMaskedLM, BERT, "masked_language"),
    (RobertaForMaskedLM, ROBERTA, "masked_language"),
    (DistilBertForMaskedLM, DISTILBERT, "masked_language"),
    (BertForTokenClassification, BERT, "tagging"),
    (BertForSequenceClassification, BERT, "classification"),
    (RobertaForSequenceClassification, ROBERTA, "classification"),
]


def name(value: Any) -> str:
    return str(getattr(value, "__name__", getattr(value, "model_type", value)))


def compared_gradients(ours: Pretrained, theirs: torch.nn.Module) -> dict[str, tuple[Any, Any]]:
    """Ours and theirs for every parameter that both have, by our name."""
    names, found = ours.family.names, {}
    parameters = parameters_of(ours.model)
    for their, parameter in theirs.named_parameters():
        our = names.ours(their, ours.head)
        if our is not None and our in parameters:
            found[our] = (parameters[our].grad, parameter.grad)
    assert found.keys() == parameters.keys()
    return found


@pytest.mark.parametrize(("kind", "shape"), BODIES, ids=name)
def test_states_and_gradients_equal_the_reference(
    kind: Any, shape: Any, tmp_path: Path, generator: torch.Generator
) -> None:
    theirs = saved(kind, shape, tmp_path)
    ours = load_pretrained(tmp_path, generator)
    ids, mask = batch(61, 40)
    found = ours.model.eval()(ids, mask)[mask]
    expected = theirs(ids, attention_mask=mask.long()).last_hidden_state[mask]
    assert expected.std() > 0.3  # the states are no constants
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=0)

    target = torch.randn(expected.shape, generator=generator)
    for states in (found, expected):
        (states - target).square().mean().backward()
    for our, (gradient, reference) in compared_gradients(ours, theirs).items():
        if our == "embedding.position.table.weight":
            reference = reference[len(ours.first_positions) :]
        torch.testing.assert_close(gradient, reference, atol=1e-5, rtol=1e-4, msg=our)


@pytest.mark.parametrize(("kind", "shape", "head"), HEADS, ids=name)
def test_scores_and_gradients_of_heads_equal_the_reference(
    kind: Any, shape: Any, head: HeadName, tmp_path: Path, generator: torch.Generator
) -> None:
    theirs = saved(kind, shape, tmp_path)
    ours = load_pretrained(tmp_path, generator, head=head)
    ids, mask = batch(61, 40)
    rows = slice(None) if head == "classification" else mask
    found = ours.model.eval()(ids, mask)[rows]
    expected = theirs(ids, attention_mask=mask.long()).logits[rows]
    assert found.shape[-1] == (61 if head == "masked_language" else 5)
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)

    truth = torch.randint(0, found.shape[-1], found.shape[:1], generator=generator)
    for scores in (found, expected):
        torch.nn.functional.cross_entropy(scores, truth).backward()
    for our, (gradient, reference) in compared_gradients(ours, theirs).items():
        if our == "embedding.position.table.weight":
            reference = reference[len(ours.first_positions) :]
        torch.testing.assert_close(gradient, reference, atol=1e-5, rtol=1e-4, msg=our)


@pytest.mark.parametrize(("kind", "shape"), BODIES, ids=name)
def test_any_mechanism_takes_the_weights(
    kind: Any, shape: Any, tmp_path: Path, generator: torch.Generator
) -> None:
    saved(kind, shape, tmp_path)
    exact = load_pretrained(tmp_path, generator)
    swapped = load_pretrained(tmp_path, generator, attention=PerformerConfig())
    assert any(isinstance(module, PerformerAttention) for module in swapped.model.modules())
    expected = parameters_of(exact.model)
    assert parameters_of(swapped.model).keys() == expected.keys()
    assert all(torch.equal(p, expected[n]) for n, p in parameters_of(swapped.model).items())


def test_roberta_counts_its_positions_after_the_padding(tmp_path: Path, generator: torch.Generator) -> None:
    theirs = saved(RobertaModel, ROBERTA, tmp_path)
    ours = load_pretrained(tmp_path, generator)
    table = theirs.embeddings.position_embeddings.weight
    assert ours.config.max_positions == 40
    assert torch.equal(ours.encoder.embedding.position(1)[0], table[2])
    assert torch.equal(ours.first_positions, table[:2])


def test_positions_are_stretched_from_the_first_tokens_on(tmp_path: Path, generator: torch.Generator) -> None:
    saved(RobertaModel, ROBERTA, tmp_path)
    plain = load_pretrained(tmp_path, generator).encoder.embedding.position(40)
    grown = load_pretrained(tmp_path, generator, max_positions=100).encoder.embedding.position(100)
    torch.testing.assert_close(grown, torch.cat([plain, plain, plain[:20]]), atol=0, rtol=0)
    spread = load_pretrained(tmp_path, generator, max_positions=100, stretch="interpolate")
    assert torch.equal(spread.encoder.embedding.position(100)[:40], plain)


def test_the_decoder_is_the_token_table(tmp_path: Path, generator: torch.Generator) -> None:
    saved(BertForMaskedLM, BERT, tmp_path)
    loaded = load_pretrained(tmp_path, generator, head="masked_language")
    assert loaded.model.head.decoder.weight is loaded.encoder.embedding.token.weight
    assert not any("decoder.weight" in their for their in their_weights(loaded))
