"""How a training tells what it does: a bar where someone watches, a line a record where not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Report = Callable[[Mapping[str, float]], None]
PACE = "_per_second"


@contextmanager
def training_progress() -> Iterator[Report]:
    """What a trainer reports to.

    On a terminal the steps are a bar with pace and time left, and only evaluations are lines.
    """
    if not sys.stderr.isatty():
        yield lambda figures: click.echo(_line(figures), err=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("training"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=False) as progress:
        task = progress.add_task("training", total=None, pace="")
        yield lambda figures: _show(progress, task, figures)


def _show(progress: Progress, task: TaskID, figures: Mapping[str, float]) -> None:
    if "steps" not in figures:
        progress.console.print(_line(figures), highlight=False)
        return
    progress.update(task, completed=figures["step"], total=figures["steps"], pace=_pace(figures))


def _pace(figures: Mapping[str, float]) -> str:
    """``loss 3.21, 8,120 tokens/s, 0:41:07 left``."""
    parts = [f"loss {figures['loss']:.3f}"] if "loss" in figures else []
    for name, value in figures.items():
        if name.endswith(PACE):
            parts.append(f"{value:,.0f} {name.removesuffix(PACE)}/s")
    if "seconds_left" in figures:
        minutes, seconds = divmod(round(figures["seconds_left"]), 60)
        parts.append(f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left")
    return ", ".join(parts)


def _line(figures: Mapping[str, float]) -> str:
    return "  ".join(f"{name} {_short(value)}" for name, value in figures.items())


def _short(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.4g}"
