"""Every model is saved with its whole config and read back bit for bit; what does not fit is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from toy_checkpoints import SHAPE, saved
from transformers import BertConfig, BertModel

from model_configs import CONFIGS, DECODERS, ENCODERS, SEQ2SEQ, SIZE
from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer import (
    Decoder,
    Encoder,
    LoraConfig,
    RecurrentConfig,
    RecurrentSeq2Seq,
    Seq2Seq,
    add_lora,
)
from paperformer.transformer.config import DecoderConfig, EncoderConfig, Seq2SeqConfig, SoftmaxConfig
from paperformer.transformer.config.tensors import tensors_of
from paperformer.transformer.pretrained.own import tensors_in

IDS = torch.tensor([[2, 7, 5, 11, 3, 9], [2, 4, 8, 3, 6, 1]])


def built(config: Any) -> Any:
    kinds: dict[type, Any] = {
        EncoderConfig: Encoder,
        DecoderConfig: Decoder,
        Seq2SeqConfig: Seq2Seq,
        RecurrentConfig: RecurrentSeq2Seq,
    }
    model = kinds[type(config)].from_config(config, seed=3).eval()
    generator = torch.Generator().manual_seed(4)
    with torch.no_grad():  # no tensor stays zero, so that each of them counts
        for parameter in model.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator), alpha=0.1)
    return model


@torch.no_grad()
def answer(model: Any) -> torch.Tensor:
    both = isinstance(model, Seq2Seq | RecurrentSeq2Seq)
    result: torch.Tensor = model(IDS, IDS[:, :4]) if both else model(IDS)
    return result


def config_file(folder: Path, **changes: Any) -> None:
    path = folder / "config.json"
    said = json.loads(path.read_text())
    said["config"] |= changes
    path.write_text(json.dumps(said))


@pytest.mark.parametrize("name", CONFIGS)
def test_every_attention_and_stack_comes_back_exactly(name: str, tmp_path: Path) -> None:
    model = built(CONFIGS[name])
    again = type(model).from_pretrained(model.save_pretrained(tmp_path / "model"))
    assert again.config == CONFIGS[name]
    before, after = model.state_dict(), again.state_dict()  # tied ones under all their names
    assert list(after) == list(before)
    assert all(torch.equal(after[key], tensor) for key, tensor in before.items())
    assert torch.equal(answer(again), answer(model))
    assert not again.training


@pytest.mark.parametrize("name", CONFIGS)
def test_the_tensors_of_a_config_are_those_of_the_model(name: str) -> None:
    model = built(CONFIGS[name])
    said = {one.name: one.shape for one in tensors_of(CONFIGS[name])}
    assert said == {key: tuple(tensor.shape) for key, tensor in tensors_in(model).items()}
    learned = {one.name for one in tensors_of(CONFIGS[name]) if one.learned}
    assert learned == dict(model.named_parameters()).keys()


def test_a_tied_matrix_is_written_once_and_stays_tied(tmp_path: Path) -> None:
    model = built(SEQ2SEQ["seq2seq"])
    model.save_pretrained(tmp_path)
    assert [n for n in load_file(tmp_path / "model.safetensors") if "token" in n or "head" in n] == [
        "source_embedding.token.weight"
    ]
    again = Seq2Seq.from_pretrained(tmp_path)
    assert again.head.weight is again.source_embedding.token.weight is again.target_embedding.token.weight


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16, torch.float64])
def test_the_type_of_the_numbers_is_kept(kind: torch.dtype, tmp_path: Path) -> None:
    model = built(ENCODERS["encoder-performer"]).to(kind)
    again = Encoder.from_pretrained(model.save_pretrained(tmp_path))
    assert {tensor.dtype for tensor in again.state_dict().values()} == {kind}
    assert all(torch.equal(again.state_dict()[n], tensor) for n, tensor in model.state_dict().items())


def test_an_encoder_with_another_attention_keeps_it_wherever_its_weights_came_from(tmp_path: Path) -> None:
    saved(BertModel, BertConfig(**SHAPE), tmp_path / "bert")
    loaded = Encoder.from_pretrained(tmp_path / "bert", attention="performer", seed=7)
    exchanged = Encoder.from_pretrained(tmp_path / "bert").with_attention("hybrid", seed=8)
    for number, model in enumerate((loaded, exchanged)):
        again = Encoder.from_pretrained(model.save_pretrained(tmp_path / str(number)))
        assert again.config.attention == model.config.attention
        assert torch.equal(answer(again), answer(model))  # the random directions too


def test_a_checkpoint_of_others_that_was_not_changed_keeps_the_names_of_its_family(tmp_path: Path) -> None:
    saved(BertModel, BertConfig(**SHAPE), tmp_path / "bert")
    Encoder.from_pretrained(tmp_path / "bert").save_pretrained(tmp_path / "again")
    assert BertModel.from_pretrained(tmp_path / "again").config.model_type == "bert"


def test_a_model_can_be_saved_where_it_was_loaded_from(tmp_path: Path) -> None:
    built(DECODERS["decoder-softmax"]).save_pretrained(tmp_path)
    model = Decoder.from_pretrained(tmp_path)
    with torch.no_grad():
        model.embedding.token.weight.add_(1.0)
    model.save_pretrained(tmp_path)
    assert torch.equal(answer(Decoder.from_pretrained(tmp_path)), answer(model))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.json", "model.safetensors"]


def test_a_saved_model_can_be_loaded_with_other_settings(tmp_path: Path) -> None:
    model = built(ENCODERS["encoder-performer"])
    model.save_pretrained(tmp_path)
    exact = Encoder.from_pretrained(tmp_path, attention="softmax", layers=1, max_positions=20)
    assert (exact.config.layers, exact.config.attention) == (1, SoftmaxConfig())
    assert torch.equal(exact.embedding.position.table.weight[12:], model.embedding.position.table.weight[:8])
    query = "encoder.layers.0.attention.query.weight"
    assert torch.equal(exact.state_dict()[query], model.state_dict()[query])
    with pytest.raises(ModelMismatch, match=r"of another shape embedding\.token\.weight"):
        Encoder.from_pretrained(tmp_path, vocabulary_size=24)


def test_what_a_config_does_not_describe_is_not_saved(tmp_path: Path) -> None:
    model = built(ENCODERS["encoder-softmax"])
    model.embedding.position.extend(20)
    with pytest.raises(ModelMismatch, match=r"position\.table\.weight \(20 x 16 instead of 12 x 16\)"):
        model.save_pretrained(tmp_path / "one")
    other = built(ENCODERS["encoder-softmax"])
    add_lora(other, LoraConfig(rank=2))
    with pytest.raises(ModelMismatch, match="has adapters"):
        other.save_pretrained(tmp_path / "two")
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelMismatch, match="cannot be written"):
        built(ENCODERS["encoder-softmax"]).save_pretrained(tmp_path / "file")


def test_a_model_of_another_kind_is_named_with_the_class_that_reads_it(tmp_path: Path) -> None:
    built(DECODERS["decoder-softmax"]).save_pretrained(tmp_path)
    for kind in (Encoder, Seq2Seq, RecurrentSeq2Seq):
        with pytest.raises(ModelMismatch, match="the model is a decoder") as caught:
            kind.from_pretrained(tmp_path)
        assert caught.value.remedy == "Load it with Decoder.from_pretrained"


def test_missing_unknown_and_misshapen_tensors_are_one_error(tmp_path: Path) -> None:
    built(ENCODERS["encoder-softmax"]).save_pretrained(tmp_path)
    weights = load_file(tmp_path / "model.safetensors")
    del weights["embedding.norm.bias"]
    weights["surplus"] = torch.zeros(2)
    weights["embedding.norm.weight"] = torch.zeros(15)
    save_file(weights, tmp_path / "model.safetensors")
    with pytest.raises(ModelMismatch) as caught:
        Encoder.from_pretrained(tmp_path)
    assert "\n" not in str(caught.value)
    assert (
        "missing embedding.norm.bias; unknown surplus; "
        "of another shape embedding.norm.weight (15 instead of 16)"
    ) in str(caught.value)


HOSTILE: list[dict[str, Any]] = [
    {"hidden_size": 10**12},  # more than any machine holds: refused by its shape, before room is made
    {"vocabulary_size": 2**62},
    {"layers": 10**15},
    {"layers": "2"},
    {"layers": True},
    {"heads": 3},
    {"gated": "no"},
    {"dropout": float("nan")},
    {"dropout": True},
    {"activation": ["gelu"]},
    {"attention": {"mechanism": ["softmax"]}},
    {"attention": {"mechanism": "__class__"}},
    {"attention": {"mechanism": "performer", "features": 10**15}},
    {"attention": {"mechanism": "performer", "regularised": 1}},
    {"attention": [{"mechanism": "softmax"}]},
    {"attention": "softmax"},
    {"layout": {"buckets": 10**12}},
    {"layout": []},
    {"positions": "rotary", "rotary": {"theta": float("inf")}},
    {"_origin": "x"},
    {"recurrent": 5},
]


@pytest.mark.parametrize("changes", HOSTILE, ids=str)
def test_hostile_settings_are_refused_in_one_line(changes: dict[str, Any], tmp_path: Path) -> None:
    built(ENCODERS["encoder-softmax"]).save_pretrained(tmp_path)
    config_file(tmp_path, **changes)
    with pytest.raises(ModelMismatch) as caught:
        Encoder.from_pretrained(tmp_path)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", "\xff", "null", "[" * 100_000, '{"model_type": "paperformer"}',
        '{"model_type": "paperformer", "version": 1, "kind": []}',
        '{"model_type": "paperformer", "version": 2, "kind": "encoder", "config": {}}',
        '{"model_type": "paperformer", "version": 1, "kind": "encoder", "config": []}',
        '{"model_type": "paperformer", "version": 1, "kind": "encoder", "config": {}}',
        '{"model_type": ["paperformer"]}',
    ],
)  # fmt: skip
def test_hostile_config_files_are_refused_in_one_line(text: str, tmp_path: Path) -> None:
    built(ENCODERS["encoder-softmax"]).save_pretrained(tmp_path)
    (tmp_path / "config.json").write_bytes(text.encode("latin-1"))
    for kind in (Encoder, Decoder, Seq2Seq, RecurrentSeq2Seq):
        with pytest.raises(ModelMismatch) as caught:
            kind.from_pretrained(tmp_path)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\x00" * 8, b"\xff" * 64, b"PK\x03\x04"])
def test_damaged_weights_are_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    built(ENCODERS["encoder-softmax"]).save_pretrained(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(content)
    with pytest.raises(ModelMismatch, match="cannot be read"):
        Encoder.from_pretrained(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(ModelMismatch, match="cannot be read"):
        Encoder.from_pretrained(tmp_path)


def test_weights_that_are_no_fractions_are_refused(tmp_path: Path) -> None:
    built(ENCODERS["encoder-softmax"]).save_pretrained(tmp_path)
    weights = load_file(tmp_path / "model.safetensors")
    save_file({n: t.to(torch.int32) for n, t in weights.items()}, tmp_path / "model.safetensors")
    with pytest.raises(ModelMismatch, match="no floating-point numbers in"):
        Encoder.from_pretrained(tmp_path)


def test_true_and_false_are_no_numbers_and_numbers_are_neither() -> None:
    with pytest.raises(InvalidConfig, match="layers is True"):
        EncoderConfig(**{**SIZE, "layers": True})
    with pytest.raises(InvalidConfig, match="gated is 1"):
        EncoderConfig(**SIZE, gated=1)  # type: ignore[arg-type]
