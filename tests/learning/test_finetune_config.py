"""The YAML file of a fine-tuning, checked at the border."""

from pathlib import Path

import pytest

from paperformer.errors import InvalidConfig
from paperformer.learning.config import load_finetune_config

LEAST = "output: run\ndata: [{path: train.jsonl}]\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "train.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_output_and_data_are_enough(tmp_path: Path) -> None:
    config = load_finetune_config(written(tmp_path, LEAST))
    assert config.data[0].repeat == 1.0
    assert config.data[0].group_by == "supplier_name"
    assert config.encoder.pretrained == "default"
    assert config.training.epochs is None


def test_environment_variables_are_filled_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_DATA", "/data")
    text = "output: $MY_DATA/run\ndata: [{path: '${MY_DATA}/train.jsonl'}]\n"
    config = load_finetune_config(written(tmp_path, text))
    assert (config.output, config.data[0].path) == ("/data/run", "/data/train.jsonl")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it holds no settings"),
        ("- a list", "it holds no settings"),
        ("output: run", "data is missing"),
        ("output: run\ndata: []", "data"),
        ("data: [{path: x}]", "output is missing"),
        (LEAST + "colour: blue", "there is no setting colour"),
        (LEAST + "training: {epochs: 0}", "training.epochs"),
        (LEAST + "training: {epoch: 3}", "there is no setting training.epoch"),
        (LEAST + "training: {average: 1.0}", "training.average"),
        (LEAST + "training: {precision: half}", "training.precision"),
        (LEAST + "augmentation: {drop: 2}", "augmentation.drop"),
        (LEAST + "encoder: {stretch: wide}", "encoder.stretch"),
        (LEAST + "max_tokens: 3", "max_tokens"),
        ("output: run\ndata: [{path: x, repeat: 0}]", "data.0.repeat"),
        ("output: run\ndata: [{path: x, hold_out: -1}]", "data.0.hold_out"),
    ],
)
def test_what_cannot_be_is_one_line_that_names_the_setting(tmp_path: Path, text: str, told: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InvalidConfig) as caught:
        load_finetune_config(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: {told}")
    assert "\n" not in message


@pytest.mark.parametrize("text", ["output: [", "a: b: c", "\t- x", "x: !!python/object:os.system y"])
def test_what_is_no_yaml_is_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidConfig, match="no valid YAML") as caught:
        load_finetune_config(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"gone\.yaml: cannot be read"):
        load_finetune_config(tmp_path / "gone.yaml")


def test_bytes_that_are_no_text_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "train.yaml"
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(InvalidConfig, match="cannot be read"):
        load_finetune_config(path)


@pytest.mark.parametrize("data", ["x.jsonl", "[x.jsonl]", "[{path: x.jsonl}]"])
def test_data_may_be_a_path_alone(tmp_path: Path, data: str) -> None:
    config = load_finetune_config(written(tmp_path, f"output: run\ndata: {data}"))
    assert [source.path for source in config.data] == ["x.jsonl"]
