"""Training a translator: what it leaves behind, how it resumes, and what it says when it cannot."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from toy_corpus import TINY, TRAINING, write_config, write_pairs

from paperformer.errors import InvalidConfig, ModelMismatch, PaperformerError, TrainingFailed
from paperformer.learning.checkpoint import load_checkpoint
from paperformer.text.subword_training import train_subwords
from paperformer.translation import train
from paperformer.translation.config import load_translation_config
from paperformer.translation.model_folder import MANIFEST, load_translator, save_subwords


def losses(folder: Path) -> list[float]:
    records = [json.loads(line) for line in (folder / "run/metrics.jsonl").read_text().splitlines()]
    return [record["loss"] for record in records if "loss" in record]


def epochs(folder: Path) -> list[dict[str, float]]:
    records = [json.loads(line) for line in (folder / "run/metrics.jsonl").read_text().splitlines()]
    return [record for record in records if "perplexity" in record]


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_translator(folder / "run/model").model.state_dict()


def refused(config: Path, kind: type[PaperformerError] = InvalidConfig) -> str:
    with pytest.raises(kind) as caught:
        train.run(config)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_training_leaves_a_model_a_log_and_a_report_of_the_corpus(tmp_path: Path) -> None:
    told: list[dict[str, float]] = []
    folder = train.run(write_config(tmp_path), lambda figures: told.append(dict(figures)))
    assert {path.name for path in folder.iterdir()} == {"model.json", "weights.safetensors", "subwords.json"}
    assert told[0]["pairs_read"] == told[0]["pairs_kept"] == 120
    assert json.loads((tmp_path / "run/corpus.json").read_text())["pairs_read"] == 120
    assert [record["epoch"] for record in told if "perplexity" in record] == [1, 2]
    assert losses(tmp_path)
    manifest = json.loads((folder / "model.json").read_text())
    assert (manifest["source"], manifest["target"], manifest["architecture"]) == ("en", "de", "transformer")


def test_it_learns(tmp_path: Path) -> None:
    config = write_config(tmp_path, training=TRAINING | {"epochs": 12})
    told: list[dict[str, float]] = []
    train.run(config, lambda figures: told.append(dict(figures)))
    perplexities = [record["perplexity"] for record in told if "perplexity" in record]
    assert perplexities[-1] < 0.2 * perplexities[0]


@pytest.mark.parametrize("changes", [
    {"vocabulary": {"size": 300, "joint": False}},
    {"vocabulary": {"size": 300, "kind": "wordpiece"}},
    {"vocabulary": {"size": 300, "dropout": 0.2}},
    {"model": {"preset": "recurrent", "changes": {"hidden_size": 16}}},
    {"validation": []},
    {"training": TRAINING | {"average_last": 2, "stop_on": "bleu", "patience": 1}},
    {"training": TRAINING | {"average": 0.9, "precision": "bfloat16", "accumulate": 2}},
    {"model": {"preset": "recurrent", "changes": {"hidden_size": 16}}, "training": TRAINING | {"r_drop": 5}},
], ids=["separate", "wordpiece", "dropout", "recurrent", "unvalidated", "averaged", "mixed",
        "regularised"])  # fmt: skip
def test_every_kind_of_training_gives_a_model_that_loads(tmp_path: Path, changes: dict[str, Any]) -> None:
    pytest.importorskip("sacrebleu")
    parts = load_translator(train.run(write_config(tmp_path, **changes)))
    assert all(bool(tensor.isfinite().all()) for tensor in parts.model.state_dict().values())
    assert (parts.subwords[0] is parts.subwords[1]) == (changes.get("vocabulary", {}).get("joint", True))


def test_an_interrupted_training_takes_the_same_steps_as_one_that_was_not(tmp_path: Path) -> None:
    settings = TRAINING | {"epochs": 6, "checkpoint_seconds": 1e-9}
    whole, halted = tmp_path / "whole", tmp_path / "halted"
    changes: dict[str, Any] = {
        "model": {"preset": "tiny", "changes": {"hidden_size": 16, "heads": 2, "layers": 1, "dropout": 0.3}},
        "vocabulary": {"size": 300, "dropout": 0.1},
        "training": settings,
    }
    train.run(write_config(whole, **changes))
    config = write_config(halted, **changes)

    def interrupt(figures: Any) -> None:
        if figures.get("step", 0) >= 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train.run(config, interrupt)
    state = load_checkpoint(halted / "run")
    assert state is not None
    assert 0 < state["progress"]["step"] <= 10
    train.run(config)
    assert losses(halted) == losses(whole)
    for name, tensor in weights(whole).items():
        assert torch.equal(tensor, weights(halted)[name])


KILLED = """
import os, signal, sys
from pathlib import Path
import torch._dynamo  # by the first optimiser
from paperformer.translation import train

for last in map(int, sys.argv[2:]):

    def die(figures):
        if figures.get("step", 0) >= last and "loss" in figures:
            os.kill(os.getpid(), signal.SIGKILL)

    if os.fork() == 0:
        try:
            train.run(Path(sys.argv[1]), die)
        finally:
            os._exit(0)
    print(os.waitstatus_to_exitcode(os.wait()[1]))
"""  # one process loads torch, and each training is a fork of it


@pytest.mark.slow
def test_a_training_that_is_killed_again_and_again_writes_the_same_model(tmp_path: Path) -> None:
    """With all that depends on chance: dropout, words cut by chance; and the mean of earlier weights."""
    changes: dict[str, Any] = {
        "model": {"preset": "tiny", "changes": TINY | {"dropout": 0.3}},
        "vocabulary": {"size": 300, "dropout": 0.1},
        "training": TRAINING | {"epochs": 8, "checkpoint_seconds": 1e-9, "average_last": 2},
    }
    train.run(write_config(tmp_path / "whole", **changes))
    config = write_config(tmp_path / "killed", **changes)
    command = [sys.executable, "-c", KILLED, str(config), "10", "20", "30"]
    deaths = subprocess.run(command, capture_output=True, check=True).stdout.split()
    assert str(int(-signal.SIGKILL)).encode() in deaths
    train.run(config)
    assert losses(tmp_path / "killed") == losses(tmp_path / "whole")
    for name, tensor in weights(tmp_path / "whole").items():
        assert torch.equal(tensor, weights(tmp_path / "killed")[name])


def test_a_folder_that_holds_another_training_is_refused(tmp_path: Path) -> None:
    train.run(write_config(tmp_path))
    assert "another configuration" in refused(write_config(tmp_path, pairs=121), TrainingFailed)


def test_a_training_whose_rate_has_no_end_can_be_made_longer(tmp_path: Path) -> None:
    longer = TRAINING | {"epochs": 4}
    train.run(write_config(tmp_path / "one"))
    train.run(write_config(tmp_path / "one", training=longer))
    train.run(write_config(tmp_path / "whole", training=longer))
    assert losses(tmp_path / "one")[-1] == losses(tmp_path / "whole")[-1]
    falling = TRAINING | {"schedule": "linear"}
    train.run(write_config(tmp_path / "falling", training=falling))
    again = write_config(tmp_path / "falling", training=falling | {"epochs": 4})
    assert "another configuration" in refused(again, TrainingFailed)


def test_the_vocabulary_of_another_model_can_be_taken(tmp_path: Path, untrained_folder: Path) -> None:
    config = write_config(tmp_path, subwords=str(untrained_folder))
    parts = load_translator(train.run(config))
    assert parts.subwords[0].fingerprint() == load_translator(untrained_folder).subwords[0].fingerprint()
    assert (tmp_path / "run" / "corpus.json").exists()
    other = write_config(tmp_path, subwords=str(untrained_folder), vocabulary={"kind": "wordpiece"})
    assert "its subwords are bpe, not wordpiece" in refused(other, ModelMismatch)


def test_a_training_can_begin_with_the_weights_of_another_model(tmp_path: Path) -> None:
    first = train.run(write_config(tmp_path / "first", training=TRAINING | {"epochs": 12}))
    told: list[dict[str, float]] = []
    model = {"preset": "tiny", "changes": TINY | {"dropout": 0.1}, "pretrained": str(first)}
    config = write_config(tmp_path / "second", model=model, training=TRAINING | {"epochs": 1})
    second = train.run(config, lambda figures: told.append(dict(figures)))
    before = [record["perplexity"] for record in epochs(tmp_path / "first")]
    after = [record["perplexity"] for record in told if "perplexity" in record]
    assert after[0] < 1.5 * before[-1] < before[0] / 2
    assert (second / "subwords.json").read_bytes() == (first / "subwords.json").read_bytes()


def test_what_is_dropped_may_be_other_than_in_the_model_to_begin_with(tmp_path: Path) -> None:
    """Also where that one was saved before there was such a setting."""
    first = train.run(write_config(tmp_path / "first", training=TRAINING | {"epochs": 1}))
    manifest = json.loads((first / MANIFEST).read_text("utf-8"))
    for name in ("token_dropout", "activation_dropout"):
        del manifest["shape"][name]
    (first / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    changes = TINY | {"token_dropout": 0.1, "attention": {"mechanism": "softmax", "dropout": 0.1}}
    model = {"preset": "tiny", "changes": changes, "pretrained": str(first)}
    train.run(write_config(tmp_path / "second", model=model, training=TRAINING | {"epochs": 1}))


def test_a_shape_with_several_values_in_a_setting_is_its_own(tmp_path: Path) -> None:
    attention = {"mechanism": "longformer", "window": 2, "dilation": [1, 2]}
    model = {"changes": TINY | {"attention": attention, "cross_attention": {"mechanism": "softmax"}}}
    first = train.run(write_config(tmp_path / "first", model=model))
    train.run(write_config(tmp_path / "second", model=model | {"pretrained": str(first)}))


@pytest.mark.parametrize(("changes", "said"), [
    ({"model": {"changes": TINY | {"layers": 2}}}, "layers: 1"),
    ({"model": {"changes": TINY | {"heads": 4}}}, "heads: 2"),
    ({"model": {"changes": TINY}, "prepare": "moses"}, "prepare: none"),
    ({"model": {"preset": "recurrent", "changes": {"hidden_size": 16}}}, "another shape"),
    ({"model": {"changes": TINY}, "subwords": "{other}"}, "other subwords"),
    ({"model": {"changes": TINY, "pretrained": "nowhere"}}, "nowhere: no translator"),
], ids=["layers", "heads", "prepare", "recurrent", "subwords", "missing"])  # fmt: skip
def test_a_model_that_does_not_fit_to_begin_with_is_one_line(
    tmp_path: Path, untrained_folder: Path, changes: dict[str, Any], said: str
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    save_subwords(other, (train_subwords(["x y z"], 300),) * 2)
    model = {"pretrained": str(untrained_folder)} | changes["model"]
    subwords = changes.get("subwords", "").format(other=other) or None
    rest = {name: value for name, value in changes.items() if name not in {"model", "subwords"}}
    config = write_config(tmp_path, model=model, subwords=subwords, **rest)
    assert said in refused(config, ModelMismatch)


def test_a_vocabulary_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    assert "no vocabulary of subwords" in refused(
        write_config(tmp_path, subwords=str(tmp_path / "nowhere")), ModelMismatch
    )


def test_unequal_line_counts_are_one_line(tmp_path: Path) -> None:
    paths = write_pairs(tmp_path, "more", 10, 1)
    with Path(paths["target"]).open("a") as file:
        file.write("one too many\n")
    assert "has 10 lines and" in refused(write_config(tmp_path, train=[paths]))


def test_an_output_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    message = refused(write_config(tmp_path, output=str(tmp_path / "file/run")), TrainingFailed)
    assert "cannot be written" in message


FULL = """
import resource, sys
from pathlib import Path
from paperformer.errors import TrainingFailed
from paperformer.translation import train

def fill(figures):
    if figures.get("epoch") == 1:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

try:
    train.run(Path(sys.argv[1]), fill)
except TrainingFailed as error:
    print(error)
"""


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_the_training_can_go_on_later(tmp_path: Path) -> None:
    config = write_config(tmp_path, training=TRAINING | {"epochs": 3, "checkpoint_seconds": 1e-9})
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(config)], capture_output=True, text=True, check=False
    )
    (line,) = done.stdout.splitlines()
    assert "cannot be written" in line, done.stderr
    state = load_checkpoint(tmp_path / "run")
    assert state is not None
    before = state["progress"]["step"]
    assert before > 0
    whole = write_config(tmp_path / "whole", training=TRAINING | {"epochs": 3, "checkpoint_seconds": 1e-9})
    train.run(whole)
    train.run(config)
    for name, tensor in weights(tmp_path / "whole").items():
        assert torch.equal(tensor, weights(tmp_path)[name])


@pytest.mark.parametrize(("text", "said"), [
    ("output: [", "no valid YAML"),
    ("{output: x, target: de, train: [{tsv: x}]}", "source is missing"),
    ("{output: x, source: en, target: de, train: [{tsv: x}], beams: 3}", "there is no setting beams"),
    ("{output: x, source: en, target: de, train: [{tsv: x}], model: {preset: huge}}", "model.preset"),
    ("{output: x, source: en, target: de, train: []}", "train:"),
    ("{output: '${NOT_SET}/x', source: en, target: de, train: [{tsv: x}]}", "variable NOT_SET is not set"),
    ("{output: x, source: en, target: de, train: [{tsv: x}], training: {seed: -1}}", "training.seed"),
    ("{output: x, source: en, target: de, train: [{tsv: x}], training: {patience: 1}}", "need validation"),
    ("{output: x, source: en, target: de, train: [{tsv: x}], training: {stop_on: bleu}}", "need validation"),
    ("{output: x, source: en, target: de, train: [{tsv: x}], model: {changes: {vocabulary_size: 9}}}",
     "vocabulary_size follows from the vocabulary"),
])  # fmt: skip
def test_a_configuration_that_cannot_be_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    with pytest.raises(InvalidConfig) as caught:
        load_translation_config(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_variable_that_is_not_set_may_stand_in_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("# in ${NOT_SET}\n{output: x, source: en, target: de, train: [{tsv: x}]}  # ${NOT_SET}\n")
    assert load_translation_config(path).output == "x"


def test_a_setting_that_the_model_does_not_have_is_one_line(tmp_path: Path) -> None:
    assert "has no layer" in refused(
        write_config(tmp_path, model={"preset": "tiny", "changes": {"layer": 1}})
    )


@pytest.mark.slow
def test_two_processes_train_one_model(tmp_path: Path) -> None:
    """Without dropout they learn what one process learns from twice as many batches a step."""
    changes = {"training": TRAINING | {"epochs": 3}}
    config = write_config(tmp_path / "two", **changes)
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
    done = subprocess.run(
        [*command, "-m", "paperformer.cli", "translate", "train", str(config)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    train.run(write_config(tmp_path / "one", training=TRAINING | {"epochs": 3, "accumulate": 2}))
    torch.testing.assert_close(weights(tmp_path / "two"), weights(tmp_path / "one"), atol=1e-5, rtol=1e-4)
