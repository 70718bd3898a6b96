"""GPT-2 and Marian checkpoints answer, write and save as ``transformers`` with the same weights."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from toy_checkpoints import batch, saved
from transformers import GPT2Config, GPT2LMHeadModel, MarianConfig, MarianMTModel

from paperformer.errors import ModelMismatch
from paperformer.transformer import Decoder, Seq2Seq, generate

GPT2: dict[str, Any] = {
    "vocab_size": 61, "n_embd": 24, "n_layer": 3, "n_head": 4, "n_positions": 42, "initializer_range": 0.3,
    "bos_token_id": 1, "eos_token_id": 2, "attn_implementation": "eager",
}  # fmt: skip
MARIAN: dict[str, Any] = {
    "vocab_size": 61, "d_model": 24, "encoder_layers": 3, "decoder_layers": 2, "encoder_attention_heads": 4,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 40, "decoder_ffn_dim": 40, "max_position_embeddings": 42,
    "init_std": 0.3, "pad_token_id": 60, "eos_token_id": 0, "decoder_start_token_id": 60,
    "forced_eos_token_id": None,    "attn_implementation": "eager",
}  # fmt: skip
GPT2_CASES = {
    "gpt2": GPT2Config(**GPT2),
    "gpt2, other width and exact gelu": GPT2Config(**GPT2, n_inner=30, activation_function="gelu"),
}
MARIAN_CASES = {
    "marian": MarianConfig(**MARIAN),
    "opus-mt": MarianConfig(**MARIAN, scale_embedding=True, activation_function="swish"),
}


@pytest.mark.parametrize("name", GPT2_CASES)
def test_gpt2_gives_the_same_logits_and_comes_back_under_the_same_names(name: str, tmp_path: Path) -> None:
    theirs = saved(GPT2LMHeadModel, GPT2_CASES[name], tmp_path / "theirs")
    ours = Decoder.from_pretrained(tmp_path / "theirs")
    ids, mask = batch(61, 42)
    with torch.no_grad():
        expected = theirs(ids, attention_mask=mask.long()).logits[mask]
        torch.testing.assert_close(ours(ids, mask)[mask], expected, atol=1e-5, rtol=1e-5)
    ours.save_pretrained(tmp_path / "ours")
    same_files(tmp_path / "theirs", tmp_path / "ours")


def test_gpt2_writes_the_same_text(tmp_path: Path) -> None:
    theirs: Any = saved(GPT2LMHeadModel, GPT2_CASES["gpt2"], tmp_path)
    ours = Decoder.from_pretrained(tmp_path)
    begin = torch.tensor([[5, 9]])
    expected = theirs.generate(begin, max_new_tokens=12, do_sample=False, eos_token_id=None, pad_token_id=0)
    assert list(generate(ours, begin, max_tokens=12)[0].tokens) == expected[0, 2:].tolist()


def translator(name: str, folder: Path) -> Any:
    theirs: Any = saved(MarianMTModel, MARIAN_CASES[name], folder)
    chance = torch.Generator().manual_seed(5)
    theirs.final_logits_bias.copy_(torch.randn(1, 61, generator=chance))
    theirs.save_pretrained(folder)
    return theirs


@pytest.mark.parametrize("name", MARIAN_CASES)
def test_marian_gives_the_same_logits_and_comes_back_under_the_same_names(name: str, tmp_path: Path) -> None:
    theirs = translator(name, tmp_path / "theirs")
    ours = Seq2Seq.from_pretrained(tmp_path / "theirs")
    source, mask = batch(60, 20)
    target = torch.randint(1, 60, (3, 13), generator=torch.Generator().manual_seed(6))
    with torch.no_grad():
        expected = theirs(source, attention_mask=mask.long(), decoder_input_ids=target).logits
        torch.testing.assert_close(ours(source, target, mask), expected, atol=1e-5, rtol=1e-5)
    ours.save_pretrained(tmp_path / "ours")
    same_files(tmp_path / "theirs", tmp_path / "ours")


def test_marian_writes_the_same_translation(tmp_path: Path) -> None:
    theirs = translator("opus-mt", tmp_path)
    ours = Seq2Seq.from_pretrained(tmp_path)
    source = torch.tensor([[5, 9, 33, 8, 0]])
    expected = theirs.generate(
        source, max_new_tokens=10, num_beams=1, do_sample=False, bad_words_ids=None, eos_token_id=None
    )
    found = generate(ours, torch.tensor([[60]]), source=source, max_tokens=10)[0].tokens
    assert list(found) == expected[0, 1:].tolist()


def test_another_attention_is_saved_with_our_config(tmp_path: Path) -> None:
    translator("marian", tmp_path / "theirs")
    ours = Seq2Seq.from_pretrained(tmp_path / "theirs", attention="performer", cross_attention="softmax")
    again = Seq2Seq.from_pretrained(ours.save_pretrained(tmp_path / "ours"))
    assert again.config == ours.config
    ids = torch.tensor([[3, 4, 5]])
    assert torch.equal(again(ids, ids), ours(ids, ids))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"model_type": "bart"}, "model_type is 'bart'"),
        ({"decoder_attention_heads": 2}, "differ in attention_heads"),
        ({"share_encoder_decoder_embeddings": False}, "tables of their own"),
        ({"activation_function": "tanh"}, "activation_function is 'tanh'"),
        ({"d_model": "wide"}, "hidden_size is 'wide'"),
    ],
)
def test_what_our_encoder_decoder_cannot_be_is_refused(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    translator("marian", tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(ModelMismatch, match=said):
        Seq2Seq.from_pretrained(tmp_path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"scale_attn_by_inverse_layer_idx": True}, "scale_attn_by_inverse_layer_idx"),
        ({"scale_attn_weights": False}, "scale_attn_weights"),
        ({"activation_function": "tanh"}, "activation_function is 'tanh'"),
        ({"n_embd": None}, "hidden_size"),
    ],
)
def test_what_our_decoder_cannot_be_is_refused(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    saved(GPT2LMHeadModel, GPT2_CASES["gpt2"], tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(ModelMismatch, match=said):
        Decoder.from_pretrained(tmp_path)


def same_files(one: Path, other: Path) -> None:
    before, after = (load_file(folder / "model.safetensors") for folder in (one, other))
    assert after.keys() == before.keys()
    assert all(torch.equal(after[name], tensor) for name, tensor in before.items())
    assert json.loads((one / "config.json").read_text()) == json.loads((other / "config.json").read_text())
