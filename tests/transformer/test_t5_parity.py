"""T5 checkpoints read, write and save as ``transformers`` with the same weights."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from toy_checkpoints import batch, saved
from transformers import MT5Config, MT5ForConditionalGeneration, T5Config, T5ForConditionalGeneration

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.inspection.look.configs import config_named
from paperformer.transformer import PerformerConfig, Seq2Seq, generate

# The width of a head is 16, whose root is a power of two; 24 is not 2 x 16, as in T5's small ones.
SHAPE: dict[str, Any] = {
    "vocab_size": 61, "d_model": 24, "d_kv": 16, "num_heads": 2, "d_ff": 40, "num_layers": 3,
    "num_decoder_layers": 2, "relative_attention_num_buckets": 8, "relative_attention_max_distance": 20,
    "initializer_factor": 1.0, "pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0,
}  # fmt: skip
CASES: dict[str, tuple[Any, Any]] = {
    "t5": (T5ForConditionalGeneration, T5Config(**SHAPE)),
    "t5 1.1": (
        T5ForConditionalGeneration,
        T5Config(**SHAPE, feed_forward_proj="gated-gelu", tie_word_embeddings=False),
    ),
    "gated silu": (T5ForConditionalGeneration, T5Config(**SHAPE, feed_forward_proj="gated-silu")),
    "mt5": (MT5ForConditionalGeneration, MT5Config(**SHAPE)),
}
OWN_HEAD = ("t5 1.1", "mt5")


def checkpoint(name: str, folder: Path, strength: float = 0.3, seed: int = 5) -> Any:
    """A random T5, in which every term matters; the later kinds have a head of their own."""
    kind, shape = CASES[name]
    theirs: Any = saved(kind, shape, folder)
    chance = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for part in (theirs.shared, theirs.encoder, theirs.decoder):
            for parameter in part.parameters():
                if parameter.ndim > 1:
                    parameter.copy_(torch.randn(parameter.shape, generator=chance) * strength)
        if name in OWN_HEAD:
            theirs.lm_head.weight = torch.nn.Parameter(torch.randn(61, 24, generator=chance) * 0.3)
    theirs.save_pretrained(folder)
    return theirs.eval()


@pytest.mark.parametrize("name", CASES)
def test_t5_gives_the_same_states_and_logits(name: str, tmp_path: Path) -> None:
    theirs = checkpoint(name, tmp_path)
    ours = Seq2Seq.from_pretrained(tmp_path)
    source, mask = batch(61, 50)  # farther than the last bucket begins
    target = torch.randint(2, 61, (3, 30), generator=torch.Generator().manual_seed(6))
    target[:, 0] = 0
    with torch.no_grad():
        expected = theirs(source, attention_mask=mask.long(), decoder_input_ids=target)
        states = ours.encode(source, mask)
        torch.testing.assert_close(
            states[mask], expected.encoder_last_hidden_state[mask], atol=1e-5, rtol=1e-5
        )
        torch.testing.assert_close(ours(source, target, mask), expected.logits, atol=1e-5, rtol=1e-5)
    assert expected.logits.std() > 0.1  # so that the tolerance says something
    assert ours.config.tied is (name not in OWN_HEAD)
    assert ours.config.head_scaled is (name in ("t5", "gated silu"))


@pytest.mark.parametrize("name", CASES)
def test_t5_writes_the_same_text(name: str, tmp_path: Path) -> None:
    theirs = checkpoint(name, tmp_path, strength=0.4, seed=7)
    ours = Seq2Seq.from_pretrained(tmp_path)
    source = torch.tensor([[5, 9, 33, 8, 1], [7, 44, 2, 60, 1]])
    expected = theirs.generate(source, max_new_tokens=12, num_beams=1, do_sample=False, eos_token_id=None)
    begin = torch.zeros(2, 1, dtype=torch.long)
    found = [list(one.tokens) for one in generate(ours, begin, source=source, max_tokens=12)]
    assert found == expected[:, 1:].tolist()
    assert found[0] != found[1]  # each answers to its own source


@pytest.mark.parametrize("name", CASES)
def test_t5_comes_back_under_the_same_names(name: str, tmp_path: Path) -> None:
    checkpoint(name, tmp_path / "theirs")
    ours = Seq2Seq.from_pretrained(tmp_path / "theirs")
    ours.save_pretrained(tmp_path / "ours")
    before, after = (load_file(tmp_path / one / "model.safetensors") for one in ("theirs", "ours"))
    assert after.keys() == before.keys()
    assert all(torch.equal(after[key], tensor) for key, tensor in before.items())
    again = Seq2Seq.from_pretrained(tmp_path / "ours")
    ids = torch.tensor([[3, 4, 5]])
    assert torch.equal(again(ids, ids), ours(ids, ids))
    said = (json.loads((tmp_path / one / "config.json").read_text()) for one in ("theirs", "ours"))
    assert next(said) == next(said)


def test_a_t5_with_another_attention_to_its_memory_is_saved_with_our_config(tmp_path: Path) -> None:
    checkpoint("t5", tmp_path / "theirs")
    ours = Seq2Seq.from_pretrained(tmp_path / "theirs", cross_attention=PerformerConfig(features=16))
    again = Seq2Seq.from_pretrained(ours.save_pretrained(tmp_path / "ours"))
    assert again.config == ours.config
    assert json.loads((tmp_path / "ours" / "config.json").read_text())["model_type"] == "paperformer"
    ids = torch.tensor([[3, 4, 5]])
    assert torch.equal(again(ids, ids), ours(ids, ids))


def test_half_precision_and_the_table_of_old_files_come_back_too(tmp_path: Path) -> None:
    theirs = checkpoint("t5", tmp_path / "theirs").to(torch.bfloat16)
    theirs.save_pretrained(tmp_path / "theirs")
    path = tmp_path / "theirs" / "model.safetensors"
    old = "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"
    save_file(load_file(path) | {old: torch.ones(8, 2)}, path, metadata={"format": "pt"})
    Seq2Seq.from_pretrained(tmp_path / "theirs").save_pretrained(tmp_path / "ours")
    before, after = load_file(path), load_file(tmp_path / "ours" / "model.safetensors")
    assert {key: tensor.dtype for key, tensor in after.items()} == {
        key: tensor.dtype for key, tensor in before.items()
    }
    assert all(torch.equal(after[key], tensor) for key, tensor in before.items())


def test_look_model_understands_its_config(tmp_path: Path) -> None:
    checkpoint("t5", tmp_path)
    config = config_named(str(tmp_path / "config.json"))
    assert config == Seq2Seq.from_pretrained(tmp_path).config


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"model_type": "umt5"}, "model_type is 'umt5'"),
        ({"feed_forward_proj": "gated-tanh"}, "feed_forward_proj is 'gated-tanh'"),
        ({"feed_forward_proj": 3}, "feed_forward_proj is '3'"),
        ({"d_model": "wide"}, "hidden_size is 'wide'"),
        ({"num_layers": 4}, "missing encoder.layers.3"),
        ({"dropout_rate": "much"}, "dropout is 'much'"),
        ({"relative_attention_num_buckets": 6}, "relative_buckets is 6"),
    ],
)
def test_what_our_encoder_decoder_cannot_be_is_refused(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    checkpoint("t5", tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(ModelMismatch, match=said):
        Seq2Seq.from_pretrained(tmp_path)


def test_a_mechanism_without_logits_is_refused_for_its_self_attention(tmp_path: Path) -> None:
    checkpoint("t5", tmp_path)
    with pytest.raises(InvalidConfig, match="performer attention cannot add the bias of relative positions"):
        Seq2Seq.from_pretrained(tmp_path, attention="performer")
