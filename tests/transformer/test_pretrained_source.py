"""Checkpoints come from folders, files and the hub; whatever is wrong with them is one line."""

import json
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from toy_checkpoints import SHAPE, saved
from transformers import BertConfig, BertModel

from paperformer.errors import ModelMismatch
from paperformer.transformer.pretrained.load import load_pretrained
from paperformer.transformer.pretrained.match import parameters_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved(BertModel, BertConfig(**SHAPE), tmp_path)
    return tmp_path


def same(one: Path | str, other: Path | str, generator: torch.Generator) -> bool:
    first, second = (parameters_of(load_pretrained(where, generator).model) for where in (one, other))
    return first.keys() == second.keys() and all(torch.equal(p, second[n]) for n, p in first.items())


def as_torch_file(folder: Path, to: Path) -> Path:
    to.mkdir()
    torch.save(load_file(folder / "model.safetensors"), to / "pytorch_model.bin")
    (to / "config.json").write_text((folder / "config.json").read_text())
    return to


def test_a_torch_file_holds_the_same(folder: Path, tmp_path: Path, generator: torch.Generator) -> None:
    assert same(folder, as_torch_file(folder, tmp_path / "torch"), generator)


def test_a_file_of_weights_may_be_named_itself(folder: Path, generator: torch.Generator) -> None:
    assert same(folder, folder / "model.safetensors", generator)
    assert same(folder, str(folder / "model.safetensors"), generator)


def test_several_files_with_an_index_are_one_checkpoint(
    folder: Path, tmp_path: Path, generator: torch.Generator
) -> None:
    weights = load_file(folder / "model.safetensors")
    half = sorted(weights)[: len(weights) // 2]
    files = {name: "a.safetensors" if name in half else "b.safetensors" for name in weights}
    split = tmp_path / "split"
    split.mkdir()
    for file in set(files.values()):
        save_file({n: t for n, t in weights.items() if files[n] == file}, split / file)
    (split / "model.safetensors.index.json").write_text(json.dumps({"weight_map": files}))
    (split / "config.json").write_text((folder / "config.json").read_text())
    assert same(folder, split, generator)


def test_an_index_cannot_point_out_of_its_folder(folder: Path, generator: torch.Generator) -> None:
    (folder / "model.safetensors").unlink()
    index = {"weight_map": {"x": "../elsewhere.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(ModelMismatch, match="no weight_map of files beside it"):
        load_pretrained(folder, generator)


class Harm:
    """What runs code when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("harm was done",))


def test_a_torch_file_cannot_run_code(
    folder: Path, tmp_path: Path, generator: torch.Generator, capsys: pytest.CaptureFixture[str]
) -> None:
    where = as_torch_file(folder, tmp_path / "torch")
    torch.save({"x": Harm()}, where / "pytorch_model.bin")
    with pytest.raises(ModelMismatch, match=r"pytorch_model\.bin cannot be read") as caught:
        load_pretrained(where, generator)
    assert "harm" not in capsys.readouterr().out
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"no weights", b"PK\x03\x04 torn"])
def test_a_damaged_torch_file_is_one_line(
    folder: Path, tmp_path: Path, generator: torch.Generator, content: bytes
) -> None:
    where = as_torch_file(folder, tmp_path / "torch")
    (where / "pytorch_model.bin").write_bytes(content)
    with pytest.raises(ModelMismatch, match=r"pytorch_model\.bin cannot be read"):
        load_pretrained(where, generator)


def test_more_than_tensors_is_refused(folder: Path, tmp_path: Path, generator: torch.Generator) -> None:
    where = as_torch_file(folder, tmp_path / "torch")
    torch.save({"epoch": 3}, where / "pytorch_model.bin")
    with pytest.raises(ModelMismatch, match="more than named tensors"):
        load_pretrained(where, generator)


def test_a_hub_id_is_fetched_through_the_hubs_client(
    folder: Path, generator: torch.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def snapshot_download(name: str, *, allow_patterns: list[str]) -> str:
        asked.append((name, allow_patterns[0]))
        return str(folder)

    monkeypatch.setattr("huggingface_hub.snapshot_download", snapshot_download)
    assert same(folder, "someone/some-model", generator)
    assert asked == [("someone/some-model", "config.json")]


def test_offline_a_hub_id_is_one_clear_line(
    generator: torch.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelMismatch, match="someone/nowhere-to-be-found is no folder here") as caught:
        load_pretrained("someone/nowhere-to-be-found", generator)
    assert "Give a folder, or go online" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_without_the_hubs_client_a_hub_id_is_one_clear_line(
    generator: torch.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelMismatch, match="huggingface_hub is not installed") as caught:
        load_pretrained("someone/some-model", generator)
    assert "pip install 'paperformer[train]'" in str(caught.value)
