"""The trainings of an ablation as a table: a row for each variant, mean and spread of each figure."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperformer.inspection.variants import Variant

LARGE = 10_000.0  # a perplexity may be anything: such a one is told by its order


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
    """All trainings of a variant.

    Args:
        variant: Its name.
        values: Of each figure one a training, by seed; those that failed have none.
        failures: How many failed.
        parameters: Of the model, where it is known.
    """

    variant: str
    values: Mapping[str, tuple[float, ...]]
    failures: int
    parameters: int | None

    def mean(self, figure: str) -> float:
        """Not a number where all failed."""
        values = self.values[figure]
        return statistics.fmean(values) if values else math.nan

    def spread(self, figure: str) -> float:
        """The standard deviation of the values; 0 of a single one."""
        values = self.values[figure]
        return statistics.stdev(values) if len(values) > 1 else 0.0


def summarised(results: Sequence[Result], variants: Sequence[Variant], figures: Sequence[str]) -> list[Row]:
    """A row for each variant, in their order."""
    rows = []
    for variant in variants:
        own = [result for result in results if result.variant == variant.name]
        done = [result.figures for result in own if not result.failed]
        parameters = int(done[0]["parameters"]) if done and "parameters" in done[0] else None
        values = {figure: tuple(result[figure] for result in done) for figure in figures}
        rows.append(Row(variant.name, values, len(own) - len(done), parameters))
    return rows


def as_markdown(rows: Sequence[Row], figures: Sequence[str]) -> str:
    """The table: mean and standard deviation of each figure, of the first the difference to the first row."""
    first, *others = figures
    names = ["variant", first, "difference", *others, "parameters", "trainings"]
    head = f"| {' | '.join(names)} |\n{'|---' * len(names)}|\n"
    return head + "".join(_line(row, rows[0], figures) for row in rows)


def _line(row: Row, whole: Row, figures: Sequence[str]) -> str:
    first, *others = figures
    known = bool(row.values[first])
    difference = f"{row.mean(first) - whole.mean(first):+.3f}" if known and row is not whole else ""
    failed = f", {row.failures} failed" if row.failures else ""
    cells = [
        row.variant,
        _cell(row, first),
        difference,
        *(_cell(row, figure) for figure in others),
        "" if row.parameters is None else f"{row.parameters:,}",
        f"{len(row.values[first])}{failed}",
    ]
    return f"| {' | '.join(cells)} |\n"


def _cell(row: Row, figure: str) -> str:
    if not row.values[figure]:
        return "failed"
    mean = _number(row.mean(figure))
    return f"{mean} ± {_number(row.spread(figure))}" if len(row.values[figure]) > 1 else mean


def _number(value: float) -> str:
    return f"{value:.3f}" if abs(value) < LARGE else f"{value:.3g}"
