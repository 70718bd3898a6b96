"""Pre-training from end to end: what it learns, how it resumes, and what can be done with the result."""

import json
import math
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
import yaml
from toy_language import DOES, WHAT, WHO, write_config, write_documents, write_sayings, write_text

from paperformer.errors import InvalidConfig, ModelMismatch, PaperformerError, TrainingFailed
from paperformer.learning import finetune
from paperformer.learning.config import EncoderChoice
from paperformer.learning.language import pretrain
from paperformer.learning.language.folder import LANGUAGE, load_language_model, load_tokenizer
from paperformer.learning.language.generate import Decoding, write_on
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.learning.start import starting_point
from paperformer.learning.trainer import Trainer
from paperformer.text.subword_training import train_subwords
from toy_documents import record_of, write_jsonl
from toy_model import save_bert, save_toy, toy_model, toy_tokenizer

Run = tuple[Path, list[Mapping[str, float]]]


def trained(config: Path) -> Run:
    reports: list[Mapping[str, float]] = []
    return pretrain.run(config, reports.append), reports


@pytest.fixture(scope="module")
def causal(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("causal")
    text = write_text(folder / "text.txt")
    held_out = write_text(folder / "more.txt", 60)
    data = [
        {"path": str(text), "document": "line"},
        {"path": str(held_out), "document": "line", "hold_out": 1},
    ]
    return trained(write_config(folder / "c.yaml", data=data, training={"epochs": 8}))


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("layout")
    data = [{"path": str(write_documents(folder / "d.jsonl")), "hold_out": 0.2}]
    return trained(
        write_config(
            folder / "c.yaml",
            objective="layout",
            data=data,
            max_tokens=64,
            model={"layers": 2, "narrow_after": 1, "block": 16},
            masking={"unit": "word"},
            training={"epochs": 20},
        )
    )


def test_a_causal_model_comes_close_to_the_entropy_of_the_language(causal: Run) -> None:
    folder, reports = causal
    figures = load_language_model(folder).manifest.figures
    assert figures == reports[-1]
    # Two choices of three in each sentence are chance; all the rest can be known.
    asked_a_sentence = figures["tokens"] / 60
    bound = 2 * math.log(3) / asked_a_sentence
    assert figures["loss"] < 1.15 * bound
    assert figures["perplexity"] == pytest.approx(math.exp(figures["loss"]))
    sizes = len((folder.parents[1] / "more.txt").read_bytes()) - 60  # line feeds part texts
    assert figures["bits_per_byte"] == pytest.approx(
        figures["loss"] * figures["tokens"] / math.log(2) / sizes
    )


def test_it_writes_sentences_of_the_language(causal: Run) -> None:
    model = load_language_model(causal[0])
    for who in range(3):
        for does in range(3):
            said = write_on(model, f"{WHO[who]} {DOES[does]}", Decoding(max_tokens=20))
            assert said == f" {WHAT[(who + does) % 4]} ."


def test_a_model_of_llamas_blocks_comes_as_close(tmp_path: Path) -> None:
    """Texts share rows here, so that each counts its rotary places from its own beginning."""
    text, more = write_text(tmp_path / "text.txt"), write_text(tmp_path / "more.txt", 60)
    data = [{"path": str(text), "document": "line"}, {"path": str(more), "document": "line", "hold_out": 1}]
    blocks = {"positions": "rotary", "norm": "pre", "norm_kind": "rms", "gated": True, "activation": "silu",
              "key_value_heads": 1, "biases": "none"}  # fmt: skip
    config = write_config(
        tmp_path / "c.yaml", data=data, model=blocks, pack=True, training={"epochs": 8, "recompute": True}
    )
    folder, _ = trained(config)
    model = load_language_model(folder)
    figures = model.manifest.figures
    assert figures["loss"] < 1.15 * 2 * math.log(3) / (figures["tokens"] / 60)
    assert write_on(model, f"{WHO[0]} {DOES[1]}", Decoding(max_tokens=20)) == f" {WHAT[1]} ."


@pytest.mark.slow
def test_a_masked_model_finds_what_can_be_known(tmp_path: Path) -> None:
    text = write_sayings(tmp_path / "text.txt")
    data = [{"path": str(text), "document": "line"}, {"path": str(text), "document": "line", "hold_out": 1}]
    config = write_config(
        tmp_path / "c.yaml",
        objective="masked",
        data=data,
        masking={"rate": 0.2, "unit": "word"},
        training={"epochs": 15},
    )
    folder, reports = trained(config)
    assert set(reports[-1]) == {"tokens", "loss", "perplexity", "accuracy"}
    # One word of four is asked for, and the others tell it; a word's place alone is right half of the time.
    assert reports[-1]["accuracy"] > 0.8
    assert isinstance(load_language_model(folder).model, MaskedModel)


@pytest.mark.slow
def test_a_layout_model_tells_words_by_their_place_and_page(layout: Run) -> None:
    folder, reports = layout
    assert reports[-1]["accuracy"] > 0.75
    loaded = load_language_model(folder)
    assert isinstance(loaded.model, MaskedModel)
    assert any(bool((p != 0).any()) for p in loaded.model.encoder.embedding.layout.parameters())  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_layout_model_starts_a_fine_tuning_with_all_that_it_learned(layout: Run) -> None:
    folder, _ = layout
    start = starting_point(EncoderChoice(pretrained=str(folder)), ["total", "number"])
    assert start.fresh == ("head.",), "its layout tables are not fresh"
    trained_state = load_language_model(folder).model.state_dict()
    for name, tensor in start.model.state_dict().items():
        if name.startswith("encoder."):
            assert torch.equal(tensor, trained_state[name]), name
    assert start.model.config.narrow_after == 1
    longer = starting_point(
        EncoderChoice(pretrained=str(folder), changes={"max_positions": 100, "layers": 1, "narrow_after": 1}),
        ["a"],
    )
    table = longer.model.state_dict()["encoder.embedding.position.table.weight"]
    assert len(table) == 100
    assert torch.equal(table[:64], trained_state["encoder.embedding.position.table.weight"])


@pytest.mark.slow
def test_a_recipe_fine_tunes_from_it(layout: Run, tmp_path: Path) -> None:
    records = [
        record_of(str(n), ["invoice no", f"total due {n}.00"], {"total_incl_vat": [f"{n}.00"]})
        for n in range(20)
    ]
    config = {
        "output": str(tmp_path / "fine"),
        "data": [{"path": str(write_jsonl(tmp_path / "train.jsonl", records)), "hold_out": 4}],
        "encoder": {"pretrained": str(layout[0])},
        "max_tokens": 64,
        "training": {"epochs": 1, "tokens_per_batch": 400, "threads": 1},
    }
    path = tmp_path / "train.yaml"
    path.write_text(yaml.safe_dump(config))
    assert (finetune.run(path) / "model.onnx").is_file()


class Killed(Exception):
    """Stands for a kill."""


def test_a_training_that_was_killed_ends_with_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = write_text(tmp_path / "text.txt", 100)
    results = []
    for name in ("whole", "killed"):
        config = write_config(
            tmp_path / f"{name}.yaml",
            output=str(tmp_path / name),
            objective="masked",
            data=[{"path": str(text), "document": "line"}],
            model={"dropout": 0.1},
            training={"epochs": 2, "checkpoint_seconds": 1e-9},
        )
        if name == "killed":
            step, count = Trainer._step, 0

            def dying(self: Trainer[object], *arguments: object) -> None:
                nonlocal count
                count += 1
                if count == 5:  # in the midst of the second epoch
                    raise Killed
                step(self, *arguments)  # noqa: B023

            with monkeypatch.context() as patch:
                patch.setattr(Trainer, "_step", dying)
                with pytest.raises(Killed):
                    trained(config)
        results.append(load_language_model(trained(config)[0]).model.state_dict())
    assert all(torch.equal(results[0][name], results[1][name]) for name in results[0])


def test_tokens_are_cut_once(causal: Run) -> None:
    folder, _ = causal
    tokens = folder.parent / "tokens" / "train" / "ids.bin"
    before = tokens.stat().st_mtime_ns
    trained(folder.parents[1] / "c.yaml")  # nothing is left to train
    assert tokens.stat().st_mtime_ns == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bert", "model folder", "language model"])
def test_a_masked_training_starts_from_weights_that_are_there(kind: str, tmp_path: Path, layout: Run) -> None:
    starts = {
        "bert": lambda: save_bert(tmp_path / "bert", toy_tokenizer()),
        "model folder": lambda: save_toy(tmp_path / "ours", toy_model()),
        "language model": lambda: layout[0],
    }
    path = tmp_path / "c.yaml"
    values = yaml.safe_load(
        write_config(
            path,
            objective="layout",
            data=[{"path": str(write_documents(tmp_path / "d.jsonl", 8))}],
            start=str(starts[kind]()),
            training={"epochs": 1, "learning_rate": 1e-6, "head_learning_rate": 1e-6},
        ).read_text()
    )
    path.write_text(yaml.safe_dump({**values, "model": {}}))
    folder, _ = trained(path)
    assert load_language_model(folder).manifest.model["layout"] is not None
    begun = starting_point(EncoderChoice(pretrained=values["start"]), ["a"]).model.state_dict()
    ended = starting_point(EncoderChoice(pretrained=str(folder)), ["a"]).model.state_dict()
    name = "encoder.encoder.layers.0.attention.query.weight"
    torch.testing.assert_close(ended[name], begun[name], rtol=0, atol=1e-4)


BAD: dict[str, tuple[dict[str, object], type[PaperformerError], str]] = {
    "no such file": ({"data": [{"path": "absent.txt"}]}, InvalidConfig, "absent.txt: cannot be read"),
    "no data": ({"data": []}, InvalidConfig, "data: "),
    "no such objective": ({"objective": "next"}, InvalidConfig, "objective: "),
    "no such setting": ({"masks": 1}, InvalidConfig, "there is no setting masks"),
    "masking": ({"masking": {"rate": 1.5}}, InvalidConfig, "masking.rate: "),
    "a shape that cannot be": ({"model": {"heads": 5}}, InvalidConfig, "does not divide into 5 heads"),
    "a setting of no model": ({"model": {"colour": 1}}, InvalidConfig, "DecoderConfig has no colour"),
    "positions": (
        {"model": {"positions": "learned", "max_positions": 8}}, InvalidConfig,
        "max_tokens 32 is more than the model's 8 positions",
    ),
    "packing": (
        {"pack": True, "model": {"attention": {"mechanism": "performer"}}}, InvalidConfig,
        "pack: only softmax attention",
    ),
    "a small vocabulary": ({"tokenizer": {"size": 100}}, InvalidConfig, "of 100 subwords is too small"),
    "no vocabulary": ({"tokenizer": {"path": "absent.json"}}, ModelMismatch, "absent.json: no vocabulary"),
    "no start": ({"start": "absent"}, ModelMismatch, "absent: no causal language model"),
    "all held out": ({"hold_out": 1.0}, InvalidConfig, "the corpus holds no text"),
    "layout of text": ({"objective": "layout"}, InvalidConfig, "text.txt: holds no boxes"),
}  # fmt: skip


@pytest.mark.parametrize("changes", BAD.values(), ids=BAD)
def test_what_cannot_be_is_one_line(
    changes: tuple[dict[str, object], type[PaperformerError], str], tmp_path: Path
) -> None:
    settings, kind, said = changes
    source = {"path": str(write_text(tmp_path / "text.txt", 20)), "document": "line"}
    source |= {name: value for name, value in settings.items() if name == "hold_out"}
    others = {name: value for name, value in settings.items() if name != "hold_out"}
    with pytest.raises(kind) as caught:
        trained(write_config(tmp_path / "c.yaml", **{"data": [source], **others}))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nothing_left_to_learn_from_is_one_line(tmp_path: Path, causal: Run) -> None:
    source = {"path": str(write_text(tmp_path / "text.txt", 20)), "document": "line", "hold_out": 1}
    pieces = {"path": str(causal[0] / "tokenizer.json")}
    with pytest.raises(TrainingFailed, match="no text is left to learn from"):
        trained(write_config(tmp_path / "c.yaml", data=[source], tokenizer=pieces))


def test_another_configuration_does_not_go_on_in_the_same_folder(tmp_path: Path) -> None:
    data = [{"path": str(write_text(tmp_path / "text.txt", 20)), "document": "line"}]
    path = tmp_path / "c.yaml"
    trained(write_config(path, data=data, training={"epochs": 1}))
    with pytest.raises(TrainingFailed, match="holds a checkpoint of another configuration"):
        trained(write_config(path, data=data, training={"epochs": 1, "learning_rate": 1e-3}))


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        (LANGUAGE, None, "no language model"),
        (LANGUAGE, "{", "no language model"),
        (LANGUAGE, '{"name": "x"}', "Field required"),
        ("weights.safetensors", "", "missing or damaged"),
        ("weights.safetensors", None, "missing or damaged"),
        ("tokenizer.json", "{}", "no vocabulary of subwords"),
    ],
)
def test_a_damaged_folder_is_one_line(
    causal: Run, tmp_path: Path, file: str, content: str | None, said: str
) -> None:
    folder = shutil.copytree(causal[0], tmp_path / "model")
    (folder / file).unlink()
    if content is not None:
        (folder / file).write_text(content)
    with pytest.raises(ModelMismatch) as caught:
        load_language_model(folder)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_of_another_shape_are_refused(causal: Run, tmp_path: Path) -> None:
    folder = shutil.copytree(causal[0], tmp_path / "model")
    manifest = json.loads((folder / LANGUAGE).read_text())
    manifest["model"]["feedforward_size"] = 48
    (folder / LANGUAGE).write_text(json.dumps(manifest))
    with pytest.raises(ModelMismatch, match="the weights do not fit"):
        load_language_model(folder)


def test_a_causal_model_is_no_start_for_reading_documents(causal: Run) -> None:
    with pytest.raises(ModelMismatch, match="a causal model has no encoder"):
        starting_point(EncoderChoice(pretrained=str(causal[0])), ["a"])


@pytest.mark.slow
def test_a_masked_model_does_not_write(layout: Run) -> None:
    with pytest.raises(ModelMismatch, match="a layout model fills gaps and does not write"):
        write_on(load_language_model(layout[0]), "invoice", Decoding())


def test_a_training_that_gets_no_better_stops_and_tells_its_pace_in_tokens(tmp_path: Path) -> None:
    text = write_text(tmp_path / "text.txt", 20)
    config = write_config(
        tmp_path / "c.yaml",
        data=[
            {"path": str(text), "document": "line"},
            {"path": str(text), "document": "line", "hold_out": 1},
        ],
        training={
            "epochs": 50,
            "patience": 2,
            "average": 0.0,
            "schedule": "constant",
            "learning_rate": 5.0,
            "tokens_per_batch": 32,
        },
    )
    reports = trained(config)[1]
    assert 3 <= sum("epoch" in report for report in reports) < 50
    logged = [report for report in reports if "learning_rate" in report]
    assert logged
    assert all("tokens_per_second" in report for report in logged)


def test_a_causal_model_takes_wordpiece_too_for_it_leaves_no_word_unknown(tmp_path: Path) -> None:
    train_subwords(["the cat"] * 3, 300, kind="wordpiece").save(tmp_path / "tokenizer.json")
    loaded = load_tokenizer(tmp_path / "tokenizer.json", "causal")
    assert loaded.decode(loaded.encode(["the café"])[0]) == "the café"


@pytest.mark.slow
def test_two_processes_train_one_model_and_one_of_them_writes_it(tmp_path: Path) -> None:
    """Without dropout they learn what one process learns from twice as many batches a step."""
    data = [{"path": str(write_text(tmp_path / "text.txt"))}]
    for folder in ("two", "one"):
        (tmp_path / folder).mkdir()
    two = write_config(tmp_path / "two" / "c.yaml", data=data)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    done = subprocess.run(
        [*command, "-m", "paperformer.cli", "pretrain", str(two)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [str(tmp_path / "two" / "run" / "model")]
    assert done.stderr.count("held_out_tokens") == 1
    pretrain.run(write_config(tmp_path / "one" / "c.yaml", data=data, training={"accumulate": 2}))
    first, second = (load_language_model(tmp_path / name / "run" / "model").model for name in ("two", "one"))
    for name, tensor in first.state_dict().items():
        torch.testing.assert_close(tensor, second.state_dict()[name], atol=1e-5, rtol=1e-4)
