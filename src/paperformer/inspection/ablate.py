"""What each part of a model is good for: the model is trained without it, several times, and compared.

The task is any function of a variant and a seed that gives figures, so that the same table can be made of
anything that trains. Results are kept as they come; an ablation that was interrupted goes on.
"""

from __future__ import annotations

import hashlib
import json
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from paperformer.errors import InvalidConfig, TrainingDiverged, TrainingFailed
from paperformer.inspection.ablation_config import AblationConfig, chosen_variants, load_ablation_config
from paperformer.inspection.ablation_table import Result, Row, as_markdown, summarised
from paperformer.inspection.tiny_task import TinyTask, vocabulary_size
from paperformer.inspection.translation_task import TranslationTask
from paperformer.inspection.variants import WHOLE, Variant, variant_shape
from paperformer.transformer.config import Seq2SeqConfig

RESULTS, TABLE, PLOT = "results.jsonl", "ablation.md", "ablation.png"
TaskFunction = Callable[[Variant, int], Mapping[str, float]]
Report = Callable[["Progress"], None]
Watch = Callable[[Mapping[str, float]], None]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an ablation is.

    Args:
        result: The training that just ended.
        rows: The table so far, without variants that no training has ended of.
        figures: What it shows.
        done: How many trainings have ended,
        total: of how many.
        seconds_left: For the others: as long as the same variant took before, or else the mean one.
    """

    result: Result
    rows: Sequence[Row]
    figures: Sequence[str]
    done: int
    total: int
    seconds_left: float


class Task(Protocol):
    """What the models of an ablation learn.

    Args:
        whole: The whole model.
        figures: What its table shows of each training; the first is what is drawn.
        identity: Tells it from any other task: a training that another one made is made again.
    """

    @property
    def whole(self) -> Seq2SeqConfig: ...
    @property
    def figures(self) -> Sequence[str]: ...
    @property
    def identity(self) -> str: ...

    def __call__(self, variant: Variant, seed: int) -> Mapping[str, float]: ...


def run(config_path: Path, report: Report | None = None, watch: Watch | None = None) -> tuple[str, Path]:
    """Compare as the YAML file says; the table, and the folder of results, table and plot.

    Args:
        config_path: See ``AblationConfig``.
        report: Told after each training how far the ablation is.
        watch: Told of every record of a training, while it lasts.

    Raises:
        InvalidConfig: the configuration says something that cannot be.
        ModelMismatch: the vocabulary that it names is missing or damaged.
        TrainingFailed: the folder cannot be written.
    """
    from paperformer.inspection.ablation_plot import plot  # before hours of training, not after

    config = load_ablation_config(config_path)
    folder = Path(config.output)
    task = _task(config, folder, watch)
    variants = chosen_variants(config, task.whole)
    for variant in variants:
        variant_shape(task.whole, variant)  # what cannot be is told now, not after hours

    def after_each(progress: Progress) -> None:
        _write(folder / TABLE, as_markdown(progress.rows, task.figures))
        if report is not None:
            report(progress)

    results = ablate(
        task, variants, config.seeds, folder,
        figures=task.figures, identity=task.identity, report=after_each,
    )  # fmt: skip
    rows = summarised(results, variants, task.figures)
    table = as_markdown(rows, task.figures)
    plot(rows, task.figures[0], folder / PLOT)
    return table, folder


def _task(config: AblationConfig, folder: Path, watch: Watch | None) -> Task:
    if config.translation is not None:
        return TranslationTask.prepared_for(config.translation, config.model, folder, config.threads, watch)
    whole = Seq2SeqConfig.from_dict({"vocabulary_size": vocabulary_size(config.task), **config.model})
    return TinyTask(config.task, whole, config.threads, watch)


def ablate(
    task: TaskFunction,
    variants: Sequence[Variant],
    seeds: Sequence[int],
    folder: Path,
    *,
    figures: Sequence[str] = (),
    identity: str = "",
    report: Report | None = None,
) -> list[Result]:
    """Train every variant with every seed, seed by seed, so that an early look sees all of them.

    Args:
        task: Trains a variant and gives its figures. ``TrainingDiverged`` is a result too.
        variants: What to compare.
        seeds: How often.
        folder: Results are appended to its ``results.jsonl``; those that are there are not made again.
        figures: What the table shows that is reported.
        identity: Tells this ablation from another.
        report: Told after each training how far the ablation is.

    Raises:
        InvalidConfig: the whole model cannot be built or trained; of a variant that is a result.
        TrainingFailed: the folder cannot be written.
    """
    known = _read(folder / RESULTS)
    order = [(variant, seed, _key(identity, variant, seed)) for seed in seeds for variant in variants]
    clock = _Clock([variant.name for variant, _, key in order if key not in known])
    results: list[Result] = []
    for variant, seed, key in order:
        result = known.get(key)
        if result is None:
            begun = time.monotonic()
            result, lasting = _trained(task, variant, seed)
            if lasting:
                _append(folder / RESULTS, {"key": key, **asdict(result)})
            clock.ended(variant.name, time.monotonic() - begun)
        elif "seconds" in result.figures:
            clock.known(variant.name, result.figures["seconds"])
        results.append(result)
        if report is not None:
            seen = [
                variant for variant in variants if any(variant.name == other.variant for other in results)
            ]
            rows = summarised(results, seen, figures)
            report(Progress(result, rows, figures, len(results), len(order), clock.left()))
    return results


def _key(identity: str, variant: Variant, seed: int) -> str:
    return hashlib.sha256(json.dumps([identity, asdict(variant), seed]).encode()).hexdigest()[:16]


class _Clock:
    """How long the trainings to come will take, by those before them.

    Args:
        names: Their variants, in order.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._to_come, self._seconds = list(names), dict[str, float]()

    def known(self, variant: str, seconds: float) -> None:
        """A training of an earlier run took so long."""
        self._seconds[variant] = seconds

    def ended(self, variant: str, seconds: float) -> None:
        """The next training took so long."""
        self._to_come.pop(0)
        self._seconds[variant] = seconds

    def left(self) -> float:
        if not self._seconds:
            return 0.0
        mean = statistics.fmean(self._seconds.values())
        return sum(self._seconds.get(variant, mean) for variant in self._to_come)


def _trained(task: TaskFunction, variant: Variant, seed: int) -> tuple[Result, bool]:
    """What became of a training, and whether it would end so again."""
    try:
        return Result(variant.name, seed, dict(task(variant, seed))), True
    except TrainingDiverged as error:
        return Result(variant.name, seed, {}, failed=error.message), True
    except InvalidConfig as error:
        if variant.name == WHOLE:  # what is wrong with that one is wrong with all
            raise
        return Result(variant.name, seed, {}, failed=error.message), False


def _read(path: Path) -> dict[str, Result]:
    """What is there already, by key; a line that a kill cut short is none."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"{path}: cannot be read ({error})", "Choose another output folder") from error
    known: dict[str, Result] = {}
    for line in lines:
        try:
            values = json.loads(line)
            key = values.pop("key")
            known[key] = Result(**values)
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return known


def _append(path: Path, values: Mapping[str, object]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        cut_short = path.exists() and path.stat().st_size and not path.read_bytes().endswith(b"\n")
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if cut_short else "") + json.dumps(values) + "\n")
    except OSError as error:
        raise TrainingFailed(
            f"{path} cannot be written ({error.strerror})", "Choose another output folder"
        ) from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TrainingFailed(
            f"{path} cannot be written ({error.strerror})", "Choose another output folder"
        ) from error
