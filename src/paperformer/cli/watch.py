"""``paperformer watch``: read the documents that arrive in a folder or a mailbox."""

from __future__ import annotations

import functools
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import ExitCode, Misuse, describe, printable
from paperformer.cli.mail_options import MailOptions, mailbox_options
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
from paperformer.documents.limits import Limits
from paperformer.service.mailbox_address import SCHEMES

if TYPE_CHECKING:
    from paperformer.extraction.known_parties.party import KnownParty
    from paperformer.service.watch import ReadTask, Report

    _Watch = Callable[[ReadTask, Callable[[], bool]], Iterator[Report]]


@click.command("watch")
@click.argument("inbox", metavar="IN", type=FilePath(readable=False))
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
    "--poll", type=click.FloatRange(min=0.05), metavar="SECONDS",
    help="How often to look for new files or mails.  [default: 1 for a folder, 60 for a mailbox]",
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
@mailbox_options
def command(
    inbox: str,
    answers: Path,
    failed: Path | None,
    settle: float,
    poll: float | None,
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
    mail: MailOptions,
) -> None:
    """Read the documents that arrive in the folder or mailbox IN, and write their answers to OUT.

    The answer to IN/march/scan.pdf is OUT/march/scan.pdf.json. Documents stay where they are; one that cannot
    be read is moved to OUT/failed with its reason beside it. Files that are still being written are waited
    for. A file is read once, also when the command is stopped and started again: OUT keeps a journal. A file
    that changes is read again, and its earlier answer stays.

    IN may also be a mailbox: imaps://user@host/INBOX, or imap:// for STARTTLS. Unread mails are read, with
    what is attached to them, and marked as read; the others are flagged too. The password comes from the
    environment variable PAPERFORMER_IMAP_PASSWORD or from --imap-password-file. See docs/mailbox.md.

    Ctrl-C (or SIGTERM) ends the command after the document in hand.
    """
    from paperformer.extraction.batch import TaskReader
    from paperformer.extraction.options import ReadingOptions

    is_mailbox = inbox.startswith(SCHEMES)
    mail.check(is_mailbox=is_mailbox)
    if not is_mailbox:
        _check_folder(inbox, answers)
    options = ReadingOptions(
        model=model,
        ocr=ocr,
        ocr_engine=ocr_engine,
        fields=known_fields(fields, model),
        max_results=max_results,
        min_confidence=min_confidence,
        split=split,
        limits=Limits(file_bytes=mail.most_bytes) if is_mailbox else Limits(),
        password=password,
        known_parties=known_parties,
    )
    failed = failed or answers / "failed"
    run: _Watch
    if is_mailbox:
        from paperformer.service.mail_watch import watch_mailbox

        mailbox = mail.config(inbox, answers, failed, poll=poll, split=split, once=once)
        run = functools.partial(watch_mailbox, mailbox)
    else:
        from paperformer.service.watch import WatchConfig, watch

        config = WatchConfig(
            inbox=Path(inbox),
            answers=answers,
            failed=failed,
            settle_seconds=settle,
            poll_seconds=poll or 1.0,
            split=split,
            once=once,
        )
        run = functools.partial(watch, config)
    count = 0
    with _asked_to_end() as is_ending, TaskReader(options) as reader:
        if not once:
            click.echo(f"paperformer: watching {printable(inbox)}; Ctrl-C ends it", err=True)
        for report in run(reader.read, is_ending):
            if report.error is not None:
                count += 1
                click.echo(f"paperformer: {describe(report.name, report.error)}", err=True)
            else:
                click.echo(f"paperformer: {printable(report.name)}: read", err=True)
    if once and count:
        click.get_current_context().exit(ExitCode.FAILED)


def _check_folder(inbox: str, answers: Path) -> None:
    if not Path(inbox).is_dir():
        raise Misuse(f"{inbox} is no folder, nor the address of a mailbox. Give one that is there")
    if Path(inbox).resolve() == answers.resolve():
        raise Misuse("IN and OUT are the same folder. Choose another OUT")


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
