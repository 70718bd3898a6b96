"""How far an ablation is: a table that grows where someone watches, a line for each training where not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from paperformer.cli.training_progress import clock, show, training_bar

if TYPE_CHECKING:
    from rich.console import RenderableType

    from paperformer.inspection.ablate import Progress
    from paperformer.inspection.ablation_table import Row

Report = Callable[["Progress"], None]
Watch = Callable[[Mapping[str, float]], None]


@contextmanager
def ablation_progress() -> Iterator[tuple[Report, Watch | None]]:
    """What an ablation reports to, and what watches a training of it; the latter at a terminal only."""
    if not sys.stderr.isatty():
        yield (lambda progress: click.echo(line(progress), err=True)), None
        return
    from rich.console import Console, Group
    from rich.live import Live

    console = Console(stderr=True)
    bar = training_bar(console)
    with Live(bar, console=console, redirect_stdout=False) as live:
        yield (
            lambda progress: live.update(Group(running_table(progress), bar)),
            lambda figures: show(bar, figures),
        )


def line(progress: Progress) -> str:
    """``3 of 30, about 0:02:40 left: no residual, seed 0: exact 0.12  loss 1.9``."""
    result = progress.result
    said = "  ".join(f"{name} {value:.4g}" for name, value in result.figures.items()) or "failed"
    return f"{_far(progress)}: {result.variant}, seed {result.seed}: {said}"


def running_table(progress: Progress) -> RenderableType:
    """The variants so far: mean and spread of each figure, and what the first one differs by."""
    from rich.table import Table

    table = Table(title=_far(progress), title_justify="left")
    table.add_column("variant")
    for name in (*progress.figures, "difference", "trainings"):
        table.add_column(name, justify="right")
    first = progress.figures[0]
    for row in progress.rows:
        known = bool(row.values[first]) and row is not progress.rows[0]
        difference = f"{row.mean(first) - progress.rows[0].mean(first):+.3f}" if known else ""
        cells = [_cell(row, name) for name in progress.figures]
        table.add_row(row.variant, *cells, difference, str(len(row.values[first]) + row.failures))
    return table


def _far(progress: Progress) -> str:
    left = f", about {clock(progress.seconds_left)} left" if progress.done < progress.total else ""
    return f"{progress.done} of {progress.total}{left}"


def _cell(row: Row, figure: str) -> str:
    return f"{row.mean(figure):.3f} ± {row.spread(figure):.3f}" if row.values[figure] else "failed"
