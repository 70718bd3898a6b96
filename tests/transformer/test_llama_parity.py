"""Decoders of Llama's shape answer, write and save as the ``transformers`` library with the same weights."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from toy_checkpoints import batch, saved
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
)

from paperformer.errors import ModelMismatch
from paperformer.transformer import Decoder, LongformerConfig, SoftmaxConfig, generate
from paperformer.transformer.generation.protocol import Prompt

SHAPE: dict[str, Any] = {
    "vocab_size": 61,
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "intermediate_size": 40,
    "max_position_embeddings": 64,
    "initializer_range": 0.3,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "attn_implementation": "eager",
}
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 500.0,
    "factor": 4.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}
LINEAR = {"rope_type": "linear", "rope_theta": 10000.0, "factor": 3.0}
CASES: dict[str, tuple[Any, Any]] = {
    "llama": (LlamaForCausalLM, LlamaConfig(**SHAPE)),
    "llama, tied": (LlamaForCausalLM, LlamaConfig(**SHAPE, tie_word_embeddings=True)),
    "llama, one key head": (LlamaForCausalLM, LlamaConfig(**{**SHAPE, "num_key_value_heads": 1})),
    "llama, wide heads": (LlamaForCausalLM, LlamaConfig(**SHAPE, head_dim=12)),
    "llama 3": (LlamaForCausalLM, LlamaConfig(**SHAPE, rope_parameters=LLAMA3)),
    "llama, stretched": (LlamaForCausalLM, LlamaConfig(**SHAPE, rope_parameters=LINEAR)),
    "mistral": (MistralForCausalLM, MistralConfig(**SHAPE, sliding_window=None)),
    "mistral, window": (MistralForCausalLM, MistralConfig(**SHAPE, sliding_window=5)),
    "qwen2": (Qwen2ForCausalLM, Qwen2Config(**SHAPE)),
    "qwen2, window above": (
        Qwen2ForCausalLM,
        Qwen2Config(**SHAPE, use_sliding_window=True, sliding_window=5, max_window_layers=1),
    ),
}


@pytest.fixture(params=CASES)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, Decoder]:
    """Theirs, and ours of its checkpoint."""
    theirs = saved(*CASES[request.param], tmp_path / "theirs")
    return theirs, Decoder.from_pretrained(tmp_path / "theirs")


def test_logits_and_gradients_equal_the_reference(pair: tuple[Any, Decoder]) -> None:
    theirs, ours = pair
    ids, mask = batch(61, 40)
    found, expected = ours(ids, mask)[mask], theirs(ids, attention_mask=mask.long()).logits[mask]
    assert expected.std() > 0.3
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)
    for logits in (found, expected):
        torch.nn.functional.cross_entropy(logits, ids[mask]).backward()
    their_parameters = dict(theirs.named_parameters())
    names = ours._origin.family.names if ours._origin else None
    assert names is not None
    for our, parameter in ours.named_parameters():
        their = names.theirs(our)
        reference = their_parameters.get(f"model.{their}", their_parameters.get(str(their)))
        assert reference is not None
        torch.testing.assert_close(parameter.grad, reference.grad, atol=1e-5, rtol=1e-4, msg=our)


def test_the_text_written_greedily_is_the_same(pair: tuple[Any, Decoder]) -> None:
    theirs, ours = pair
    begin = torch.tensor([[1, 7, 30, 12], [1, 55, 3, 9]])
    written = generate(ours, begin, max_tokens=20)
    expected = theirs.generate(
        begin, attention_mask=torch.ones_like(begin), max_new_tokens=20, do_sample=False, eos_token_id=None,
        pad_token_id=0,
    )  # fmt: skip
    assert [list(row.tokens) for row in written] == expected[:, 4:].tolist()


def test_step_by_step_equals_all_at_once(pair: tuple[Any, Decoder]) -> None:
    _, ours = pair
    ids, _ = batch(61, 14)
    whole = ours(ids)
    state, place = ours.start(Prompt(ids)), 0
    for piece in (5, 1, 1, 4, 3):
        found, state = ours.step(ids[:, place : place + piece], state)
        place += piece
        torch.testing.assert_close(found, whole[:, place - 1], atol=1e-5, rtol=1e-4)


def test_saving_gives_the_same_names_tensors_and_settings(pair: tuple[Any, Decoder], tmp_path: Path) -> None:
    _, ours = pair
    ours.save_pretrained(tmp_path / "ours")
    before, after = (load_file(tmp_path / f / "model.safetensors") for f in ("theirs", "ours"))
    assert after.keys() == before.keys()
    assert all(torch.equal(after[name], tensor) for name, tensor in before.items())
    configs = [json.loads((tmp_path / f / "config.json").read_text()) for f in ("theirs", "ours")]
    assert configs[0] == configs[1]


def test_a_window_is_an_attention_of_its_own_layer_by_layer(tmp_path: Path) -> None:
    window = LongformerConfig(window=4, global_tokens=0)
    for name, expected in (
        ("mistral, window", (window, window, window)),
        ("qwen2, window above", (SoftmaxConfig(), window, window)),
    ):
        saved(*CASES[name], tmp_path / name)
        assert Decoder.from_pretrained(tmp_path / name).config.attentions == expected


def test_another_attention_takes_the_weights(tmp_path: Path) -> None:
    saved(*CASES["llama"], tmp_path)
    exact = Decoder.from_pretrained(tmp_path)
    linear = Decoder.from_pretrained(tmp_path, attention={"mechanism": "performer"}, layers=2)
    theirs = dict(exact.named_parameters())
    assert all(torch.equal(theirs[name], weight) for name, weight in linear.named_parameters())
    assert linear(torch.tensor([[1, 7]])).isfinite().all()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"attention_bias": True}, "attention_bias or mlp_bias is true"),
        ({"rope_parameters": {"rope_type": "yarn", "rope_theta": 10000.0}}, "scaled by 'yarn'"),
        ({"hidden_act": "quick_gelu"}, "activation 'quick_gelu'"),
        ({"model_type": "opt"}, "model_type is 'opt'"),
    ],
)
def test_what_our_decoder_cannot_be_is_named(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    saved(*CASES["llama"], tmp_path)
    stated = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**stated, **changes}))
    with pytest.raises(ModelMismatch, match=said):
        Decoder.from_pretrained(tmp_path)
