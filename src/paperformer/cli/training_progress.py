"""How a training tells what it does: a bar where someone watches, a line a record where not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

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

    with training_bar(Console(stderr=True)) as progress:
        yield lambda figures: show(progress, figures)


def training_bar(console: Console) -> Progress:
    """A bar of one training's steps."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("training"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    progress = Progress(*columns, console=console, redirect_stdout=False)
    progress.add_task("training", total=None, pace="")
    return progress


def show(progress: Progress, figures: Mapping[str, float]) -> None:
    """A record of the log: its step moves the bar, other figures are a line above it."""
    if "steps" not in figures:
        progress.console.print(_line(figures), highlight=False)
        return
    progress.update(
        progress.task_ids[0], completed=figures["step"], total=figures["steps"], pace=_pace(figures)
    )


def _pace(figures: Mapping[str, float]) -> str:
    """``loss 3.21, 8,120 tokens/s, 0:41:07 left``."""
    parts = [f"loss {figures['loss']:.3f}"] if "loss" in figures else []
    for name, value in figures.items():
        if name.endswith(PACE):
            parts.append(f"{value:,.0f} {name.removesuffix(PACE)}/s")
    if "seconds_left" in figures:
        parts.append(f"{clock(figures['seconds_left'])} left")
    return ", ".join(parts)


def clock(seconds: float) -> str:
    """``0:41:07``."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _line(figures: Mapping[str, float]) -> str:
    return "  ".join(f"{name} {_short(value)}" for name, value in figures.items())


def _short(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.4g}"
