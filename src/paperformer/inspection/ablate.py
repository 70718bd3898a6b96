"""What each part of a model is good for: the model is trained without it, several times, and compared.

The task is any function of a variant and a seed that gives figures, so that the same table can be made of
anything that trains. Results are kept as they come; an ablation that was interrupted goes on.
"""

from __future__ import annotations

import hashlib
import json
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from paperformer.errors import InvalidConfig, TrainingFailed
from paperformer.inspection.ablation_config import AblationConfig, chosen_variants, load_ablation_config
from paperformer.inspection.tiny_task import TinyTask, vocabulary_size
from paperformer.inspection.variants import Variant
from paperformer.transformer.config import Seq2SeqConfig

RESULTS, TABLE, PLOT = "results.jsonl", "ablation.md", "ablation.png"
TaskFunction = Callable[[Variant, int], Mapping[str, float]]
Report = Callable[[str, Mapping[str, float]], None]


@dataclass(frozen=True, slots=True)
class Result:
    """One training.

    Args:
        variant: Its name.
        seed: Of everything that is chance.
        figures: What the task says of it; empty where it failed.
        failed: Why it did not come to its end.
    """

    variant: str
    seed: int
    figures: Mapping[str, float]
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """All trainings of a variant: the figure's mean, standard deviation and values, by seed."""

    variant: str
    values: tuple[float, ...]
    failures: int
    parameters: int | None

    @property
    def mean(self) -> float:
        """Not a number where all failed."""
        return statistics.fmean(self.values) if self.values else math.nan

    @property
    def spread(self) -> float:
        """The standard deviation of the values; 0 of a single one."""
        return statistics.stdev(self.values) if len(self.values) > 1 else 0.0


def run(config_path: Path, report: Report | None = None) -> tuple[list[Row], Path]:
    """Compare as the YAML file says; the table's rows, and the folder of results, table and plot.

    Raises:
        InvalidConfig: the configuration says something that cannot be.
        TrainingFailed: the folder cannot be written.
    """
    from paperformer.inspection.ablation_plot import plot  # before hours of training, not after

    config = load_ablation_config(config_path)
    whole = Seq2SeqConfig.from_dict({"vocabulary_size": vocabulary_size(config.task), **config.model})
    variants = chosen_variants(config, whole)
    folder = Path(config.output)
    task = TinyTask(config.task, whole, config.threads)
    results = ablate(task, variants, config.seeds, folder, identity=_identity(config, whole), report=report)
    rows = summarised(results, variants, "exact")
    _write(folder / TABLE, as_markdown(rows, "exact"))
    plot(rows, "exact", folder / PLOT)
    return rows, folder


def ablate(
    task: TaskFunction,
    variants: Sequence[Variant],
    seeds: Sequence[int],
    folder: Path,
    *,
    identity: str = "",
    report: Report | None = None,
) -> list[Result]:
    """Train every variant with every seed, seed by seed, so that an early look sees all of them.

    Args:
        task: Trains a variant and gives its figures. ``TrainingFailed`` is a result too: it diverged.
        variants: What to compare.
        seeds: How often.
        folder: Results are appended to its ``results.jsonl``; those that are there are not made again.
        identity: Tells this ablation from another.
        report: Told of each training's name and figures.

    Raises:
        InvalidConfig: a variant cannot be built.
        TrainingFailed: the folder cannot be written.
    """
    known = _read(folder / RESULTS)
    results = []
    for seed in seeds:
        for variant in variants:
            key = hashlib.sha256(json.dumps([identity, asdict(variant), seed]).encode()).hexdigest()[:16]
            result = known.get(key) or _trained(task, variant, seed)
            if key not in known:
                _append(folder / RESULTS, {"key": key, **asdict(result)})
            results.append(result)
            if report is not None:
                report(f"{variant.name}, seed {seed}", result.figures)
    return results


def summarised(results: Sequence[Result], variants: Sequence[Variant], figure: str) -> list[Row]:
    """A row for each variant, in their order."""
    rows = []
    for variant in variants:
        own = [result for result in results if result.variant == variant.name]
        done = [result.figures for result in own if not result.failed]
        parameters = int(done[0]["parameters"]) if done and "parameters" in done[0] else None
        values = tuple(figures[figure] for figures in done)
        rows.append(Row(variant.name, values, len(own) - len(done), parameters))
    return rows


def as_markdown(rows: Sequence[Row], figure: str) -> str:
    """The table: mean and standard deviation, and the difference to the first row."""
    head = f"| variant | {figure} | difference | parameters | trainings |\n|---|---|---|---|---|\n"
    return head + "".join(_line(row, rows[0]) for row in rows)


def _line(row: Row, first: Row) -> str:
    mean = f"{row.mean:.3f} ± {row.spread:.3f}" if row.values else "failed"
    difference = "" if row is first or not row.values else f"{row.mean - first.mean:+.3f}"
    count = f"{len(row.values)}" + (f", {row.failures} failed" if row.failures else "")
    parameters = "" if row.parameters is None else f"{row.parameters:,}"
    return f"| {row.variant} | {mean} | {difference} | {parameters} | {count} |\n"


def _trained(task: TaskFunction, variant: Variant, seed: int) -> Result:
    try:
        return Result(variant.name, seed, dict(task(variant, seed)))
    except TrainingFailed as error:
        return Result(variant.name, seed, {}, failed=error.message)


def _identity(config: AblationConfig, whole: Seq2SeqConfig) -> str:
    return json.dumps([config.task.model_dump(), whole.to_dict()], sort_keys=True)


def _read(path: Path) -> dict[str, Result]:
    """What is there already, by key; a line that a kill cut short is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
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
