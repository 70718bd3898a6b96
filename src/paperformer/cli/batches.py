"""``extract --resume``: a batch that goes on where it stopped. ``cluster extract`` shares it."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paperformer.cli.failure import ExitCode, Failure, Misuse, describe, printable
from paperformer.cli.inputs import STANDARD_INPUT, SUFFIXES
from paperformer.cli.jobs import affordable
from paperformer.cli.options import FilePath
from paperformer.errors import PaperformerError

if TYPE_CHECKING:
    from paperformer.cli.progress import Bar
    from paperformer.extraction.options import ReadingOptions
    from paperformer.extraction.resumable.admission import Report
    from paperformer.extraction.resumable.inputs import Inputs
    from paperformer.extraction.resumable.parts import Form
    from paperformer.extraction.resumable.store import Store, StoreConfig
    from paperformer.extraction.resumable.summary import Summary

Command = TypeVar("Command", bound=Callable[..., Any])

_RESUME = click.option(
    "--resume", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Read a batch into this folder, as parts with a manifest of what is done. The same command again "
    "continues it.",
)  # fmt: skip
_SETTINGS = (
    click.option(
        "--files-from", multiple=True, metavar="FILE",
        type=FilePath(exists=True, dir_okay=False, allow_dash=True),
        help="In a batch: a list of PATHs, one a line; - for standard input. Can be repeated.",
    ),
    click.option(
        "--deadline", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", default=300.0,
        show_default=True, help="In a batch: a document that takes longer by the clock is given up.",
    ),
    click.option(
        "--attempts", type=click.IntRange(min=1), metavar="N", default=3, show_default=True,
        help="In a batch: a document that failed in so many runs is not tried again.",
    ),
    click.option(
        "--part-size", type=click.IntRange(min=1), metavar="MB", default=64, show_default=True,
        help="In a batch: answers of one part, as JSON.",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchSettings:
    """What the options of a batch say."""

    files_from: tuple[str, ...]
    deadline: float
    attempts: int
    part_size: int
    resume: Path | None = None


def batch_options(*, resumed: bool) -> Callable[[Command], Command]:
    """The options of a batch, handed on as one argument ``batch``.

    Args:
        resumed: Whether ``--resume`` is among them, and makes a batch of what else would be none.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def wrapped(**given: Any) -> Any:
            names = BatchSettings.__dataclass_fields__.keys() & given.keys()
            batch = BatchSettings(**{name: given.pop(name) for name in names})
            return command(**given, batch=batch)

        for option in (*reversed(_SETTINGS), *([_RESUME] if resumed else [])):
            wrapped = option(wrapped)
        return wrapped  # type: ignore[return-value]

    return decorate


def check_batch(paths: Sequence[str], batch: BatchSettings, **others: Path | None) -> None:
    """Refuse options that do not go together.

    Raises:
        Misuse: they do not.
        click.UsageError: there is no PATH, and no batch that has a list of them.
    """
    if batch.resume is None and batch.files_from:
        raise Misuse("--files-from is for a batch. Give --resume DIR")
    if batch.resume is None and not paths:
        raise click.UsageError("Missing argument 'PATH...'.")
    for name, given in others.items():
        if batch.resume is not None and given is not None:
            raise Misuse(f"--{name} and --resume do not go together. Leave one out")


def run_resumable(
    paths: tuple[str, ...],
    folder: Path,
    form: str | None,
    options: ReadingOptions,
    jobs: int,
    batch: BatchSettings,
    debug: bool,
) -> None:
    """Read a batch into a folder, on this machine."""
    from paperformer.extraction.batch import TaskReader
    from paperformer.extraction.resumable.keys import settings_hash
    from paperformer.extraction.resumable.runner import BatchConfig, run_batch
    from paperformer.extraction.resumable.store import Store

    inputs = batch_inputs(paths, batch, folder)
    settings = settings_hash(options)
    config = BatchConfig(
        jobs=affordable(jobs, None), deadline=batch.deadline, attempts=batch.attempts, limits=options.limits
    )
    with Store(store_config(folder, form, batch)) as store:
        say_notes(store, settings)
        reports = run_batch(inputs, functools.partial(TaskReader, options), settings, store, config)
        summary = follow(reports, inputs, folder, debug)
    end(summary)


def batch_inputs(paths: tuple[str, ...], batch: BatchSettings, folder: Path) -> Inputs:
    """The documents of a batch.

    Raises:
        Misuse: there are none, or standard input is to be a document.
    """
    from paperformer.extraction.resumable.inputs import Inputs

    if not paths and not batch.files_from:
        raise Misuse("nothing to read. Give a PATH, or a list of them with --files-from")
    if STANDARD_INPUT in paths:
        raise Misuse("`-` is one document, and a batch has many. Give a list of them with --files-from -")
    return Inputs(places=_Places(paths, batch.files_from), suffixes=SUFFIXES, without=folder)


def store_config(folder: Path, form: str | None, batch: BatchSettings) -> StoreConfig:
    """Where and how answers are kept.

    Raises:
        Misuse: a batch is not written in that form.
    """
    from paperformer.extraction.resumable.parquet import check_parquet
    from paperformer.extraction.resumable.store import StoreConfig

    forms: dict[str | None, Form] = {None: "jsonl", "jsonl": "jsonl", "parquet": "parquet"}
    if form not in forms:
        raise Misuse(f"a batch is not written as {form}. Give --output jsonl or parquet")
    if form == "parquet":
        check_parquet()
    return StoreConfig(folder=folder, form=forms[form], part_bytes=batch.part_size * 1_000_000)


def say_notes(store: Store, settings: str) -> None:
    """Say what had to be mended, and whether the folder has answers that were read otherwise."""
    notes = list(store.notes)
    if others := store.manifest.done_otherwise(settings):
        notes.append(f"{others:,} documents here were read with another model or other options; they stay")
    for note in notes:
        click.echo(f"paperformer: {printable(note)}", err=True)


def follow(
    reports: Iterable[Report],
    inputs: Inputs,
    folder: Path,
    debug: bool,
    seen: Callable[[Summary], object] = lambda _: None,
) -> Summary:
    """Show reports as they come, then the summary.

    Args:
        reports: Of each file.
        inputs: To count how many there are, at a terminal.
        folder: Where the summary is written.
        debug: Whether tracebacks are shown.
        seen: Called after each report.
    """
    from paperformer.cli.progress import progress_bar
    from paperformer.extraction.resumable.summary import Summary

    summary = Summary()
    with progress_bar(None) as bar:
        total = _Total(inputs)
        try:
            for report in reports:
                summary.add(report)
                _show(report, bar, debug)
                bar.reached(summary.files, total.count)
                seen(summary)
        except KeyboardInterrupt:
            _close(reports)
            _say(summary, folder)
            raise
    if not summary.files:
        raise Failure("no document was found. Check the PATH")
    _say(summary, folder)
    return summary


def end(summary: Summary) -> None:
    """End the command, after everything is closed; with exit code 1 where something failed."""
    if summary.failed:
        click.get_current_context().exit(ExitCode.FAILED)


def _close(reports: Iterable[Report]) -> None:
    close = getattr(reports, "close", None)
    if close is not None:
        close()


def _say(summary: Summary, folder: Path) -> None:
    for line in summary.lines():
        click.echo(f"paperformer: {printable(line)}", err=True)
    summary.write(folder)


def _show(report: Report, bar: Bar, debug: bool) -> None:
    if report.error is None or report.state == "given up":
        return
    with bar.stepped():
        click.echo(f"paperformer: {describe(report.name, report.error)}", err=True)
        if debug and report.trace:
            click.echo(report.trace, err=True)


@dataclass(frozen=True, slots=True)
class _Places:
    """What was given by name, then what the lists name. Lists are read line by line, each time anew."""

    paths: tuple[str, ...]
    lists: tuple[str, ...]

    def __iter__(self) -> Iterator[str]:
        from paperformer.extraction.resumable.inputs import names_in

        yield from self.paths
        for name in self.lists:
            if name == STANDARD_INPUT:
                yield from names_in(sys.stdin.buffer)
            else:
                with Path(name).open("rb") as stream:
                    yield from names_in(stream)


class _Total:
    """How many files there are: counted beside the reading, where somebody watches."""

    def __init__(self, inputs: Inputs) -> None:
        self.count: int | None = None
        once = isinstance(inputs.places, _Places) and STANDARD_INPUT in inputs.places.lists
        if sys.stderr.isatty() and not once:
            threading.Thread(target=self._count, args=(inputs,), daemon=True).start()

    def _count(self, inputs: Inputs) -> None:
        try:
            self.count = sum(1 for _ in inputs)
        except (PaperformerError, OSError):
            self.count = None  # the reading meets the same, and says so
