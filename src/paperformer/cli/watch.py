"""``paperformer watch``: read the documents that arrive in a folder."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import ExitCode, Misuse, describe, printable
from paperformer.cli.options import (
    FilePath,
    fields_option,
    known_parties_option,
    min_confidence_option,
    model_option,
    ocr_engine_option,
    ocr_option,
    password_option,
)
from paperformer.cli.schema import known_fields

if TYPE_CHECKING:
    from paperformer.extraction.known_parties.party import KnownParty


@click.command("watch")
@click.argument("inbox", metavar="IN", type=FilePath(exists=True, file_okay=False, path_type=Path))
@click.argument("answers", metavar="OUT", type=FilePath(file_okay=False, path_type=Path))
@click.option(
    "--failed", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Folder for files that cannot be read, each with its reason.  [default: OUT/failed]",
)  # fmt: skip
@click.option(
    "--settle", type=click.FloatRange(min=0), default=2.0, show_default=True, metavar="SECONDS",
    help="A file is complete when it has not changed for so many seconds.",
)  # fmt: skip
@click.option(
    "--poll", type=click.FloatRange(min=0.05), default=1.0, show_default=True, metavar="SECONDS",
    help="How often to look for new files.",
)  # fmt: skip
@click.option("--once", is_flag=True, help="Read what is there and exit: for cron.")
@fields_option
@click.option(
    "--max-results", type=click.IntRange(min=1), default=3, show_default=True, metavar="N",
    help="Candidates per field, best first.",
)  # fmt: skip
@min_confidence_option
@ocr_option
@ocr_engine_option
@click.option("--split", is_flag=True, help="Answer for each document in a file: the answer is a list.")
@password_option
@model_option
@known_parties_option
def command(
    inbox: Path,
    answers: Path,
    failed: Path | None,
    settle: float,
    poll: float,
    once: bool,
    fields: str | None,
    max_results: int,
    min_confidence: float,
    ocr: Literal["auto", "always", "never"],
    ocr_engine: str,
    split: bool,
    password: str | None,
    model: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
) -> None:
    """Read the documents that arrive in the folder IN, and write their answers to OUT.

    The answer to IN/march/scan.pdf is OUT/march/scan.pdf.json. Documents stay where they are; one that cannot
    be read is moved to OUT/failed with its reason beside it. Files that are still being written are waited
    for. A file is read once, also when the command is stopped and started again: OUT keeps a journal. A file
    that changes is read again, and its earlier answer stays.

    Ctrl-C (or SIGTERM) ends the command after the document in hand.
    """
    from paperformer.extraction.batch import TaskReader
    from paperformer.extraction.options import ReadingOptions
    from paperformer.service.watch import WatchConfig, watch

    if inbox.resolve() == answers.resolve():
        raise Misuse("IN and OUT are the same folder. Choose another OUT")
    options = ReadingOptions(
        model=model,
        ocr=ocr,
        ocr_engine=ocr_engine,
        fields=known_fields(fields, model),
        max_results=max_results,
        min_confidence=min_confidence,
        split=split,
        password=password,
        known_parties=known_parties,
    )
    config = WatchConfig(
        inbox=inbox,
        answers=answers,
        failed=failed or answers / "failed",
        settle_seconds=settle,
        poll_seconds=poll,
        split=split,
        once=once,
    )
    count = 0
    with _asked_to_end() as is_ending, TaskReader(options) as reader:
        if not once:
            click.echo(f"paperformer: watching {printable(str(inbox))}; Ctrl-C ends it", err=True)
        for report in watch(config, reader.read, is_ending):
            if report.error is not None:
                count += 1
                click.echo(f"paperformer: {describe(report.name, report.error)}", err=True)
            else:
                click.echo(f"paperformer: {printable(report.name)}: read", err=True)
    if once and count:
        click.get_current_context().exit(ExitCode.FAILED)


@contextmanager
def _asked_to_end() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C or SIGTERM has come; they do not break off the document in hand."""
    asked: list[int] = []
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = {kind: signal.signal(kind, lambda number, _: asked.append(number)) for kind in kinds}
    try:
        yield lambda: bool(asked)
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
