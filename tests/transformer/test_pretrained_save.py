"""What was loaded is saved under the same names, and read again by the library that it came from."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from toy_checkpoints import DISTILBERT_SHAPE, SHAPE, batch, saved
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertModel,
    DistilBertConfig,
    DistilBertForMaskedLM,
    LongformerConfig,
    LongformerModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaModel,
)

from paperformer.errors import ModelMismatch
from paperformer.transformer.build_head import HeadName
from paperformer.transformer.config import LayoutConfig
from paperformer.transformer.pretrained.load import load_pretrained
from paperformer.transformer.pretrained.save import save_pretrained

BERT = BertConfig(**SHAPE)
ROBERTA = RobertaConfig(**SHAPE, type_vocab_size=1)
DISTILBERT = DistilBertConfig(**DISTILBERT_SHAPE)
CASES: list[tuple[Any, Any, HeadName | None]] = [
    (BertModel, BERT, None),
    (BertForPreTraining, BERT, None),
    (BertForPreTraining, BERT, "masked_language"),
    (RobertaModel, ROBERTA, None),
    (RobertaForMaskedLM, ROBERTA, "masked_language"),
    (DistilBertForMaskedLM, DISTILBERT, None),
    (DistilBertForMaskedLM, DISTILBERT, "masked_language"),
    (LongformerModel, LongformerConfig(**SHAPE, attention_window=4), None),
]


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


@pytest.mark.parametrize(("kind", "shape", "head"), CASES)
def test_saving_gives_the_same_names_tensors_and_settings(
    kind: Any, shape: Any, head: HeadName | None, tmp_path: Path, generator: torch.Generator
) -> None:
    saved(kind, shape, tmp_path / "theirs")
    save_pretrained(load_pretrained(tmp_path / "theirs", generator, head=head), tmp_path / "ours")
    before, after = weights(tmp_path / "theirs"), weights(tmp_path / "ours")
    assert after.keys() == before.keys()
    assert all(torch.equal(after[name], tensor) for name, tensor in before.items())
    configs = [json.loads((tmp_path / f / "config.json").read_text()) for f in ("theirs", "ours")]
    assert configs[0] == configs[1]


def test_the_types_of_the_file_are_kept(tmp_path: Path, generator: torch.Generator) -> None:
    saved(BertModel, BERT, tmp_path)
    half = {name: tensor.half() for name, tensor in weights(tmp_path).items()}
    save_file(half, tmp_path / "model.safetensors")
    save_pretrained(load_pretrained(tmp_path, generator), tmp_path / "ours")
    after = weights(tmp_path / "ours")
    assert all(torch.equal(after[n], t) and after[n].dtype == torch.float16 for n, t in half.items())


def test_names_under_which_tied_matrices_stand_twice_come_back(
    tmp_path: Path, generator: torch.Generator
) -> None:
    saved(BertForMaskedLM, BERT, tmp_path)
    twice = weights(tmp_path)
    twice["cls.predictions.decoder.weight"] = twice["bert.embeddings.word_embeddings.weight"].clone()
    twice["cls.predictions.decoder.bias"] = twice["cls.predictions.bias"].clone()
    save_file(twice, tmp_path / "model.safetensors")
    save_pretrained(load_pretrained(tmp_path, generator, head="masked_language"), tmp_path / "ours")
    after = weights(tmp_path / "ours")
    assert after.keys() == twice.keys()
    assert all(torch.equal(after[name], tensor) for name, tensor in twice.items())


def test_what_was_trained_and_stretched_is_read_by_the_other_library(
    tmp_path: Path, generator: torch.Generator
) -> None:
    saved(RobertaForMaskedLM, ROBERTA, tmp_path)
    loaded = load_pretrained(tmp_path, generator, head="masked_language", max_positions=90, layers=2)
    with torch.no_grad():
        for parameter in loaded.model.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator), alpha=0.01)
    save_pretrained(loaded, tmp_path / "ours")
    theirs = RobertaForMaskedLM.from_pretrained(tmp_path / "ours").eval()
    ids, mask = batch(61, 90)
    with torch.no_grad():
        found = loaded.model.eval()(ids, mask)[mask]
        expected = theirs(ids, attention_mask=mask.long()).logits[mask]
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)


def test_a_head_that_the_checkpoint_lacked_is_added(tmp_path: Path, generator: torch.Generator) -> None:
    saved(BertModel, BERT, tmp_path)
    loaded = load_pretrained(tmp_path, generator, head="masked_language", fresh_head=True)
    save_pretrained(loaded, tmp_path / "ours")
    before, after = weights(tmp_path), weights(tmp_path / "ours")
    assert after.keys() - before.keys() == {
        "cls.predictions.bias",
        "cls.predictions.transform.dense.weight",
        "cls.predictions.transform.dense.bias",
        "cls.predictions.transform.LayerNorm.weight",
        "cls.predictions.transform.LayerNorm.bias",
    }
    again = load_pretrained(tmp_path / "ours", generator, head="masked_language")
    assert torch.equal(again.model.head.dense.weight, loaded.model.head.dense.weight)


def test_parameters_without_a_name_in_the_family_are_listed(
    tmp_path: Path, generator: torch.Generator
) -> None:
    saved(BertModel, BERT, tmp_path)
    loaded = load_pretrained(tmp_path, generator, layout=LayoutConfig(buckets=3, pages=2))
    with pytest.raises(ModelMismatch, match=r"no name for embedding\.layout\.height\.weight, .*y1"):
        save_pretrained(loaded, tmp_path / "ours")
