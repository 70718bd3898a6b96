"""A checkpoint that does not fit its family is one error that lists all that is wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from toy_checkpoints import DISTILBERT_SHAPE, SHAPE, saved
from transformers import BertConfig, BertForMaskedLM, BertModel, DistilBertConfig, DistilBertModel

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.pretrained.load import load_pretrained


@pytest.fixture
def bert(tmp_path: Path) -> Path:
    saved(BertForMaskedLM, BertConfig(**SHAPE), tmp_path)
    return tmp_path


def change_weights(folder: Path, **tensors: torch.Tensor | None) -> None:
    weights = load_file(folder / "model.safetensors") | tensors
    save_file({n: t for n, t in weights.items() if t is not None}, folder / "model.safetensors")


def change_config(folder: Path, **settings: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | settings))


def test_unknown_and_missing_names_stand_in_one_error(bert: Path, generator: torch.Generator) -> None:
    change_weights(
        bert,
        **{
            "adapter.weight": torch.ones(1),
            "bert.embeddings.LayerNorm.bias": None,
            "cls.predictions.transform.dense.bias": None,
        },
    )
    with pytest.raises(ModelMismatch) as caught:
        load_pretrained(bert, generator, head="masked_language")
    assert "missing embedding.norm.bias, head.dense.bias; unknown adapter.weight" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_heads_are_left_out_by_name_not_by_chance(bert: Path, generator: torch.Generator) -> None:
    load_pretrained(bert, generator)  # cls.predictions is a head that the table knows
    change_weights(bert, **{"predictor.weight": torch.ones(1)})
    with pytest.raises(ModelMismatch, match=r"unknown predictor\.weight"):
        load_pretrained(bert, generator)


def test_a_head_that_is_not_there_is_missing_unless_it_may_be_fresh(
    tmp_path: Path, generator: torch.Generator
) -> None:
    saved(BertModel, BertConfig(**SHAPE), tmp_path)
    with pytest.raises(ModelMismatch, match=r"missing head\.decoder\.bias, head\.dense\.bias"):
        load_pretrained(tmp_path, generator, head="masked_language")
    loaded = load_pretrained(tmp_path, generator, head="tagging", labels=7, fresh_head=True)
    assert loaded.model.head.scores.out_features == 7


def test_a_decoder_that_is_not_tied_is_refused(bert: Path, generator: torch.Generator) -> None:
    change_weights(bert, **{"cls.predictions.decoder.weight": torch.ones(61, 24)})
    with pytest.raises(ModelMismatch, match=r"not tied cls\.predictions\.decoder\.weight"):
        load_pretrained(bert, generator, head="masked_language")


def test_a_family_that_is_not_known_is_named(bert: Path, generator: torch.Generator) -> None:
    change_config(bert, model_type="gpt2")
    with pytest.raises(ModelMismatch, match=r"model_type is 'gpt2'.*distilbert"):
        load_pretrained(bert, generator)


def test_a_head_of_another_shape_than_ours_is_refused(tmp_path: Path, generator: torch.Generator) -> None:
    saved(DistilBertModel, DistilBertConfig(**DISTILBERT_SHAPE), tmp_path)
    with pytest.raises(InvalidConfig, match=r"distilbert has no classification head"):
        load_pretrained(tmp_path, generator, head="classification", labels=2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_position_embeddings": "many"}, "config.json"),
        ({"attention_window": [4, 8]}, r"attention_window is \[4, 8\]"),
        ({"attention_window": 5}, "attention_window is 5"),
    ],
)
def test_settings_that_cannot_be_are_named(
    bert: Path, generator: torch.Generator, settings: dict[str, Any], message: str
) -> None:
    change_config(bert, model_type="longformer", pad_token_id=1, **settings)
    with pytest.raises(ModelMismatch, match=message):
        load_pretrained(bert, generator)
