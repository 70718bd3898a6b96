"""``paperformer compare``: what another version, model or option answers differently."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from paperformer.cli.failure import ExitCode, Misuse, describe, printable
from paperformer.cli.options import FilePath, fields_option
from paperformer.cli.schema import known_fields
from paperformer.errors import InvalidConfig

if TYPE_CHECKING:
    from paperformer.comparison.compare import ComparedFile
    from paperformer.comparison.comparison import Comparison


@click.command("compare")
@click.argument("a")
@click.argument("b")
@click.argument("folder", metavar="[FOLDER]", required=False, type=FilePath(exists=True))
@click.option(
    "--clone", type=FilePath(exists=True, file_okay=False, path_type=Path), default=Path(), metavar="DIR",
    help="The git clone whose commits A and B may name.  [default: the current folder's]",
)  # fmt: skip
@fields_option
@click.option(
    "--least-change", type=click.FloatRange(0, 1), metavar="P", default=0.01, show_default=True,
    help="Confidences of equal answers that differ by less are taken for the same.",
)  # fmt: skip
@click.option(
    "--deadline", type=click.FloatRange(1), metavar="SECONDS", default=300.0, show_default=True,
    help="A document that takes a side longer is an error of that side.",
)  # fmt: skip
@click.option(
    "--memory", type=click.FloatRange(100), metavar="MB", default=4000.0, show_default=True,
    help="So is one that takes a side more memory, where the system tells (Linux).",
)  # fmt: skip
@click.option(
    "--html", type=FilePath(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write a page with both answers on the pictures of the pages: one file, without scripts.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
def command(
    a: str,
    b: str,
    folder: str | None,
    clone: Path,
    fields: str | None,
    least_change: float,
    deadline: float,
    memory: float,
    html: Path | None,
    output: Literal["table", "json"],
) -> None:
    """Compare the answers of two versions, models or sets of options.

    A and B are each one of: `this` (the version that runs); the Python or virtual environment of another
    install; a commit of a git clone (HEAD~1, v0.1), which is checked out into a temporary worktree and run in
    this environment; a model folder; options of this version (ocr=never,min_confidence=0.8); or a .jsonl file
    that `extract` wrote. Options may follow: HEAD~1,ocr=never. A commit's code is run: name only those you
    trust.

    FOLDER is a folder of documents, or one document. Without it, A and B are both .jsonl files. Right answers
    (invoice.json beside invoice.pdf, as for `evaluate`) tell which differences are gained and which are lost.

    Differences are no failure: the exit code is 1 only if a document can be read by neither side. See
    docs/compare.md.
    """
    from paperformer.cli.progress import progress_bar
    from paperformer.comparison.compare import ComparisonConfig, compare
    from paperformer.comparison.process import ReadingLimits
    from paperformer.comparison.side import side_of

    try:
        side_a, side_b = side_of(a, clone), side_of(b, clone)
    except InvalidConfig as error:
        raise Misuse(str(error)) from error
    if folder is None and (side_a.answers is None or side_b.answers is None):
        raise Misuse("there is nothing to read. Give a FOLDER, or two .jsonl files of answers")
    files = None if folder is None else _files(folder)
    config = ComparisonConfig(
        fields=None if fields is None else known_fields(fields, None),
        least_change=least_change,
        limits=ReadingLimits(deadline, memory),
    )
    with _ended_by_sigterm(), progress_bar(None if files is None else len(files), "comparing") as bar:
        comparison = compare(side_a, side_b, files, config, bar.reached)
    _show(comparison, output)
    if html is not None:
        _write_page(comparison, html)
    for document in comparison.documents:
        if document.failed:
            click.echo(
                f"paperformer: {printable(f'{document.name}: neither side: {document.error_a}')}", err=True
            )
    if any(document.failed for document in comparison.documents):
        click.get_current_context().exit(ExitCode.FAILED)


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM interrupts as Ctrl-C does, so that processes and worktrees are taken away."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _files(folder: str) -> list[ComparedFile]:
    """The documents; what a folder holds that cannot be opened is said."""
    from paperformer.cli.inputs import find_inputs
    from paperformer.comparison.compare import ComparedFile

    inputs = list(find_inputs((folder,)))
    for compared in inputs:
        if compared.error is not None:
            click.echo(f"paperformer: {describe(compared.name, compared.error)}", err=True)
    files = [ComparedFile(compared.name, compared.path) for compared in inputs if compared.error is None]
    if not files:
        raise Misuse(f"{folder} holds no document. Give another folder")
    return files


def _show(comparison: Comparison, output: str) -> None:
    if output == "json":
        import json

        click.echo(json.dumps(comparison.to_dict(), indent=2, ensure_ascii=False))
        return
    from paperformer.cli.comparison_tables import comparison_tables

    click.echo("\n".join(comparison_tables(comparison)), nl=False)


def _write_page(comparison: Comparison, path: Path) -> None:
    from paperformer.comparison.page import comparison_page

    try:
        path.write_text(comparison_page(comparison), encoding="utf-8")
    except OSError as error:
        raise Misuse(f"{path} cannot be written ({error.strerror}). Choose another file") from error
