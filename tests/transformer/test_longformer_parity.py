"""Longformer checkpoints in our Longformer answer as ``transformers``' does, global tokens included."""

from pathlib import Path

import pytest
import torch
from toy_checkpoints import SHAPE, batch, saved
from transformers import BertConfig, BertModel, LongformerConfig, LongformerForMaskedLM, LongformerModel

from paperformer.transformer.attention.global_tokens import global_attention
from paperformer.transformer.config import LongformerConfig as OurLongformerConfig
from paperformer.transformer.config import SoftmaxConfig
from paperformer.transformer.pretrained.load import load_pretrained
from paperformer.transformer.pretrained.match import parameters_of

# attention_window counts both sides; one segment type as in the published checkpoints.
LONGFORMER = LongformerConfig(**SHAPE, attention_window=8, type_vocab_size=1)
GLOBAL = OurLongformerConfig(window=4, global_tokens=3)
CHOSEN = torch.zeros(3, 40, dtype=torch.bool).index_fill_(1, torch.tensor([0, 7]), True)
CHOSEN[0, 31] = True


@pytest.mark.parametrize("length", [5, 8, 17, 40])
def test_states_equal_the_reference_with_global_tokens(
    tmp_path: Path, generator: torch.Generator, length: int
) -> None:
    theirs = saved(LongformerModel, LONGFORMER, tmp_path)
    ours = load_pretrained(tmp_path, generator, attention=GLOBAL).model.eval()
    ids, mask = batch(61, length)
    chosen = CHOSEN[:, :length] & mask
    with torch.no_grad(), global_attention(ours, chosen):
        found = ours(ids, mask)[mask]
        expected = theirs(
            ids, attention_mask=mask.long(), global_attention_mask=chosen.long()
        ).last_hidden_state[mask]
    assert expected.std() > 0.3
    torch.testing.assert_close(found, expected, atol=1e-4, rtol=0)


def test_gradients_equal_the_reference(tmp_path: Path, generator: torch.Generator) -> None:
    theirs = saved(LongformerModel, LONGFORMER, tmp_path)
    ours = load_pretrained(tmp_path, generator, attention=GLOBAL)
    ids, mask = batch(61, 40)
    chosen = CHOSEN & mask
    target = torch.randn(int(mask.sum()), 24, generator=generator)
    with global_attention(ours.model, chosen):
        found = ours.model.eval()(ids, mask)[mask]
    expected = theirs(ids, attention_mask=mask.long(), global_attention_mask=chosen.long())
    for states in (found, expected.last_hidden_state[mask]):
        (states - target).square().mean().backward()
    parameters, compared = parameters_of(ours.model), 0
    for their, parameter in theirs.named_parameters():
        our = ours.family.names.ours(their)
        if our is None:
            continue
        reference = parameter.grad
        assert reference is not None
        if our == "embedding.position.table.weight":
            reference = reference[2:]
        gradient = parameters[our].grad
        if our.endswith("projections.key.bias"):  # softmax ignores what all keys share: ours leaves it out
            assert gradient is None
            gradient = torch.zeros_like(reference)
        torch.testing.assert_close(gradient, reference, atol=1e-4, rtol=1e-3, msg=our)
        compared += 1
    assert compared == len(parameters)


def test_without_further_word_the_first_token_is_global(tmp_path: Path, generator: torch.Generator) -> None:
    theirs = saved(LongformerForMaskedLM, LONGFORMER, tmp_path)
    ours = load_pretrained(tmp_path, generator, head="masked_language")
    assert ours.config.attention == OurLongformerConfig(window=4, global_tokens=1)
    ids, mask = batch(61, 40)
    first = torch.zeros_like(ids)
    first[:, 0] = 1
    with torch.no_grad():
        found = ours.model.eval()(ids, mask)[mask]
        expected = theirs(ids, attention_mask=mask.long(), global_attention_mask=first).logits[mask]
    torch.testing.assert_close(found, expected, atol=1e-4, rtol=1e-4)


def test_weights_of_bert_start_a_longformer_as_the_paper_does(
    tmp_path: Path, generator: torch.Generator
) -> None:
    """The global projections start as the others; a window over everything is then softmax attention."""
    saved(BertModel, BertConfig(**SHAPE), tmp_path)
    exact = load_pretrained(tmp_path, generator).model.eval()
    wide = OurLongformerConfig(window=50, global_tokens=2)
    long = load_pretrained(tmp_path, generator, attention=wide).model.eval()
    ids, mask = batch(61, 40)
    with torch.no_grad():
        torch.testing.assert_close(long(ids, mask)[mask], exact(ids, mask)[mask], atol=1e-5, rtol=0)


def test_another_mechanism_leaves_the_global_projections_out(
    tmp_path: Path, generator: torch.Generator
) -> None:
    saved(LongformerModel, LONGFORMER, tmp_path)
    loaded = load_pretrained(tmp_path, generator, attention=SoftmaxConfig())
    assert not any("projections" in name for name in parameters_of(loaded.model))
    assert sum("_global" in name for name in loaded.unused) == 3 * 3 * 2
