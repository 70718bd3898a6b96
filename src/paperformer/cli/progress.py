"""A progress bar on stderr, where that is a terminal and there is more than one document to read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """A bar that steps aside while something is printed. Made by ``progress_bar``."""

    def __init__(self, progress: Progress | None, task: TaskID | None) -> None:
        self._progress = progress
        self._task = task

    @contextmanager
    def stepped(self) -> Iterator[None]:
        """Print within: the bar is taken off the terminal, and comes back one step further."""
        if self._progress is None or self._task is None:
            yield
            return
        self._progress.stop()
        yield
        self._progress.advance(self._task)
        self._progress.start()

    def reached(self, done: int, total: int | None) -> None:
        """Stand at ``done`` of ``total``; None where that is not known yet."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=total)


@contextmanager
def progress_bar(total: int | None, doing: str = "reading") -> Iterator[Bar]:
    """A bar of ``total`` steps, None where that is not known yet; nothing where nobody would see it."""
    if (total is not None and total < 2) or not sys.stderr.isatty():
        yield Bar(None, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # Redirecting stdout would send the answers to stderr.
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, refresh_per_second=2
    ) as progress:
        yield Bar(progress, progress.add_task(doing, total=total))
