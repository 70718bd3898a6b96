"""A checkpoint that does not fit is refused, and everything wrong with it is listed."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertForMaskedLM, BertModel

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.pretrained.bert import load_bert, read_bert_config
from paperformer.transformer.pretrained.names import BERT, rename, rename_back

SHAPE = {
    "vocab_size": 31,
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 20,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    BertModel(BertConfig(**SHAPE)).save_pretrained(tmp_path)
    return tmp_path


def change_weights(folder: Path, **tensors: torch.Tensor | None) -> None:
    weights = load_file(folder / "model.safetensors") | tensors
    save_file({n: t for n, t in weights.items() if t is not None}, folder / "model.safetensors")


def change_config(folder: Path, **settings: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | settings))


def test_unknown_names_are_all_listed(folder: Path, generator: torch.Generator) -> None:
    change_weights(folder, **{"encoder.rotary.weight": torch.ones(1), "adapter.bias": torch.ones(1)})
    with pytest.raises(ModelMismatch, match=r"adapter\.bias, encoder\.rotary\.weight"):
        load_bert(folder, generator)


def test_missing_names_are_all_listed(folder: Path, generator: torch.Generator) -> None:
    change_weights(
        folder,
        **{"encoder.layer.1.output.dense.bias": None, "embeddings.token_type_embeddings.weight": None},
    )
    with pytest.raises(ModelMismatch) as caught:
        load_bert(folder, generator)
    assert "missing embedding.segment.weight, encoder.layers.1.feedforward.outer.bias" in str(caught.value)


def test_other_shapes_are_listed(folder: Path, generator: torch.Generator) -> None:
    change_weights(folder, **{"embeddings.LayerNorm.bias": torch.ones(3)})
    with pytest.raises(ModelMismatch, match=r"of another shape embedding\.norm\.bias"):
        load_bert(folder, generator)


def test_a_checkpoint_with_a_head_loads_its_encoder(tmp_path: Path, generator: torch.Generator) -> None:
    torch.manual_seed(0)
    whole = BertForMaskedLM(BertConfig(**SHAPE)).eval()
    whole.save_pretrained(tmp_path)
    ours, _ = load_bert(tmp_path, generator)
    ids = torch.randint(1, 31, (2, 20), generator=generator)
    with torch.no_grad():
        torch.testing.assert_close(ours.eval()(ids), whole.bert(ids).last_hidden_state, atol=1e-5, rtol=0)


def test_old_spellings_of_norms_are_understood(folder: Path, generator: torch.Generator) -> None:
    expected, _ = load_bert(folder, generator)
    weights = load_file(folder / "model.safetensors")
    spelled = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
    for new, old in spelled.items():
        weights = {name.replace(new, old): tensor for name, tensor in weights.items()}
    save_file(weights, folder / "model.safetensors")
    found, _ = load_bert(folder, generator)
    assert all(torch.equal(found.state_dict()[n], t) for n, t in expected.state_dict().items())


def test_renaming_back_is_the_inverse(folder: Path) -> None:
    theirs = {n: t for n, t in load_file(folder / "model.safetensors").items() if not n.startswith("pooler")}
    back = rename_back(rename(theirs, BERT), BERT)
    assert back.keys() == theirs.keys()
    assert all(torch.equal(back[name], tensor) for name, tensor in theirs.items())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"position_embedding_type": "relative_key"}, "positions are relative_key"),
        ({"hidden_act": "gelu_new"}, "activation 'gelu_new'"),
        ({"num_attention_heads": 3}, "does not divide into 3 heads"),
    ],
)
def test_shapes_that_our_encoder_cannot_be_are_refused(
    folder: Path, settings: dict[str, Any], message: str
) -> None:
    change_config(folder, **settings)
    with pytest.raises(ModelMismatch, match=message):
        read_bert_config(folder)


def test_a_setting_that_is_null_takes_the_default(folder: Path) -> None:
    change_config(folder, pad_token_id=None)
    assert read_bert_config(folder).padding_id == 0


def test_a_folder_without_a_checkpoint_is_one_clear_line(tmp_path: Path, generator: torch.Generator) -> None:
    with pytest.raises(ModelMismatch, match=r"config\.json cannot be read"):
        load_bert(tmp_path, generator)
    (tmp_path / "config.json").write_text("[1, 2")
    with pytest.raises(ModelMismatch, match=r"config\.json cannot be read"):
        load_bert(tmp_path, generator)


def test_damaged_weights_are_one_clear_line(folder: Path, generator: torch.Generator) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(ModelMismatch, match=r"model\.safetensors cannot be read"):
        load_bert(folder, generator)


def test_a_change_that_does_not_exist_is_refused(folder: Path, generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match="depth"):
        load_bert(folder, generator, depth=3)
