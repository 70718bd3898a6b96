"""Translating as the task of an ablation: what it measures, and that a kill costs little."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

pytest.importorskip("matplotlib", reason="pictures: pip install 'paperformer[inspect]'")
pytest.importorskip("sacrebleu", reason="scores: pip install 'paperformer[translate]'")

import torch
from torch import Tensor, nn
from toy_ablation import write_translation_config

from paperformer.errors import InvalidConfig, TrainingDiverged
from paperformer.inspection.ablate import PLOT, RESULTS, TABLE, run
from paperformer.inspection.ablation_config import load_ablation_config
from paperformer.inspection.translation_task import RUNS, TranslationTask
from paperformer.inspection.variants import WHOLE, Variant
from paperformer.translation.batches import Batch
from paperformer.translation.task import TranslationTask as Loss

LOSS = Loss.loss
AFTER_AN_EPOCH = 6  # batches: there is a checkpoint
REPEATED = {"bleu", "perplexity", "parameters", "steps"}  # seconds are not


def task_of(config_path: Path, folder: Path) -> TranslationTask:
    config = load_ablation_config(config_path)
    assert config.translation is not None
    return TranslationTask.prepared_for(config.translation, config.model, folder, config.threads)


def repeated(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: figures[name] for name in REPEATED}


class Killed:
    """The loss, until so many batches have been seen."""

    def __init__(self, most: int | None = None) -> None:
        self.count, self.most = 0, most

    def __call__(self, task: Loss, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        self.count += 1
        if self.most is not None and self.count > self.most:
            raise KeyboardInterrupt
        return LOSS(task, model, batch)


def counted(monkeypatch: pytest.MonkeyPatch, most: int | None = None) -> Killed:
    killed = Killed(most)
    monkeypatch.setattr(Loss, "loss", lambda *arguments: killed(*arguments))
    return killed


def test_table_plot_and_results_tell_bleu_and_perplexity_of_every_variant(tmp_path: Path) -> None:
    table, folder = run(write_translation_config(tmp_path))
    lines = table.splitlines()
    assert lines[0] == "| variant | bleu | difference | perplexity | parameters | trainings |"
    names = [line.split(" | ")[0] for line in lines[2:]]
    assert names == ["| whole model", "| no residual", "| RNN with attention"]
    assert (folder / TABLE).read_text() == table
    assert (folder / PLOT).stat().st_size > 1000
    results = [json.loads(line)["figures"] for line in (folder / RESULTS).read_text().splitlines()]
    assert all(1 < result["perplexity"] < 1000 and 0 <= result["bleu"] <= 100 for result in results)
    assert results[0]["parameters"] == results[1]["parameters"] != results[2]["parameters"]
    assert not list((folder / RUNS).iterdir()), "checkpoints are cleared away"


def test_an_ablation_that_was_killed_goes_on_amid_the_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = write_translation_config(tmp_path)
    seen = counted(monkeypatch)
    wanted = task_of(config, tmp_path / "never-killed")(Variant(WHOLE), 0)
    steps, first_epoch = seen.count, seen.count // 2
    assert wanted["steps"] == steps
    counted(monkeypatch, most=first_epoch + 2)
    with pytest.raises(KeyboardInterrupt):
        run(config)
    again = counted(monkeypatch)
    run(config)
    results = (tmp_path / "out" / RESULTS).read_text().splitlines()
    assert repeated(json.loads(results[0])["figures"]) == repeated(wanted)
    assert len(results) == 3
    assert again.count == 3 * steps - first_epoch, "the first epoch is not trained again"


def test_what_is_finished_is_not_trained_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = write_translation_config(tmp_path)
    first = run(config)
    again = counted(monkeypatch)
    assert run(config) == first
    assert again.count == 0


@pytest.mark.parametrize("changed", ["epochs", "beam", "corpus", "threads"])
def test_another_length_search_or_corpus_is_another_ablation_and_another_machine_is_not(
    tmp_path: Path, changed: str
) -> None:
    path = write_translation_config(tmp_path)
    before = task_of(path, tmp_path / "a").identity
    settings = yaml.safe_load(path.read_text())
    if changed == "epochs":
        settings["translation"]["training"]["epochs"] = 3
    elif changed == "beam":
        settings["translation"]["search"] = {"beam": 2}
    elif changed == "threads":
        settings["threads"] = 2
    else:
        settings["translation"]["validation"] = settings["translation"]["train"]
    path.write_text(yaml.safe_dump(settings))
    assert (task_of(path, tmp_path / "b").identity == before) == (changed == "threads")


def test_the_best_weights_are_measured_greedily_unless_one_says_otherwise(tmp_path: Path) -> None:
    config = load_ablation_config(write_translation_config(tmp_path))
    assert config.translation is not None
    assert config.translation.search.beam == 1


def test_a_training_that_diverges_is_a_result_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = Killed()

    def lost(task: Loss, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        loss, tokens = learned(task, model, batch)
        return loss * (torch.nan if learned.count > AFTER_AN_EPOCH else 1.0), tokens

    monkeypatch.setattr(Loss, "loss", lost)
    task = task_of(write_translation_config(tmp_path), tmp_path / "out")
    with pytest.raises(TrainingDiverged):
        task(Variant(WHOLE), 0)
    assert not list((tmp_path / "out" / RUNS).iterdir())


def test_a_variant_that_cannot_be_is_told_before_anything_is_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained = counted(monkeypatch)
    own = [{"name": "wide", "changes": {"hidden_size": 17}}]
    with pytest.raises(InvalidConfig, match="does not divide"):
        run(write_translation_config(tmp_path, variants=own))
    assert trained.count == 0
