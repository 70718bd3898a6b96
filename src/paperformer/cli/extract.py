"""``paperformer extract``: documents in, fields out."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import click

from paperformer.cli.failure import Misuse, describe, printable
from paperformer.cli.inputs import STANDARD_INPUT, Input, find_inputs
from paperformer.cli.options import (
    FilePath,
    fields_option,
    known_parties_option,
    model_option,
    ocr_engine_option,
    ocr_option,
    password_option,
)
from paperformer.cli.pictures import check_folder
from paperformer.documents.limits import Limits
from paperformer.documents.source import is_folder

if TYPE_CHECKING:
    from paperformer.cli.progress import Bar
    from paperformer.cli.writers import Writer
    from paperformer.extraction.batch import Outcome, ReadingOptions, Task
    from paperformer.extraction.known_parties.party import KnownParty

Output = Literal["table", "json", "jsonl", "csv"]
_NAMED = 3  # files that are passed over, of each kind


@click.command("extract")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=FilePath(readable=False))
@click.option(
    "--output", "-o", type=click.Choice(get_args(Output)), default="table", show_default=True,
    help="table for people; json is one object for a single file (null where it cannot be read), else an "
    "array (with --split always); jsonl one object a line; csv one row a candidate.",
)  # fmt: skip
@fields_option
@click.option(
    "--max-results", type=click.IntRange(min=1), metavar="N",
    help="Candidates per field, best first.  [default: 1 in a table, else 3]",
)  # fmt: skip
@click.option(
    "--min-confidence", type=click.FloatRange(0, 1), metavar="P", default=0.05, show_default=True,
    help="Leave out candidates that are less probable.", callback=lambda _, __, value: _a_number(value),
)  # fmt: skip
@click.option(
    "--overlay", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Draw the pages with what was found on them into this folder.",
)  # fmt: skip
@ocr_option
@ocr_engine_option
@click.option(
    "--einvoice", type=click.Choice(["auto", "ignore", "only"]), default="auto", show_default=True,
    help="What to make of e-invoice XML inside a PDF.",
)  # fmt: skip
@click.option(
    "--split", is_flag=True,
    help="Answer for each document that a file holds: a pile of receipts or invoices in one PDF, several "
    "receipts on one picture.",
)  # fmt: skip
@password_option
@click.option(
    "--max-pixels", type=click.IntRange(min=1), metavar="N", default=Limits().pixels_per_page,
    show_default=True, help="Pictures of more pixels are refused.",
)  # fmt: skip
@model_option
@known_parties_option
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="Number of processes; each takes about 1 GB of memory.",
)  # fmt: skip
@click.option("--debug", is_flag=True, help="Print the traceback of errors that are Paperformer's own.")
def command(
    paths: tuple[str, ...],
    output: Output,
    fields: str | None,
    max_results: int | None,
    min_confidence: float,
    overlay: Path | None,
    ocr: Literal["auto", "always", "never"],
    ocr_engine: str,
    einvoice: Literal["auto", "ignore", "only"],
    split: bool,
    password: str | None,
    max_pixels: int,
    model: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
    jobs: int,
    debug: bool,
) -> None:
    """Read the fields of documents.

    A PATH is a PDF, PNG, JPEG, WebP, TIFF, HEIC, AVIF or e-invoice XML file, a mail (.eml, .msg) or ZIP
    archive with such files, a folder of them, or - for standard input. Answers come in the order of the
    files, each as soon as it is ready. A file that cannot be read is one line on stderr; the others go on,
    and the exit code is 1. So is a file of more than 200 MB or 500 pages (from Python, Limits allows more).

    A file is taken for one document, with a warning where it seems to hold several; --split parts them, where
    page counters begin anew, or numbers, days and totals are others, and pictures where a strip without text
    lies between receipts. Of the files in a mail, an archive or a PDF with attachments the one answers that
    most probably is an invoice or receipt; --split answers for each.
    """
    if paths.count(STANDARD_INPUT) > 1:
        raise Misuse("`-` stands for standard input, which can be read once. Give it once")
    from paperformer.extraction.batch import ReadingOptions

    options = ReadingOptions(
        model=model,
        ocr=ocr,
        ocr_engine=ocr_engine,
        einvoice=einvoice,
        fields=known_fields(fields, model),
        max_results=max_results or (1 if output == "table" else 3),
        min_confidence=min_confidence,
        split=split,
        limits=Limits(pixels_per_page=max_pixels),
        password=password,
        known_parties=known_parties,
    )
    if overlay is not None:
        check_folder(overlay)
    passed = defaultdict[str, list[str]](list)
    inputs = list(find_inputs(paths, without=overlay, passed=lambda kind, name: passed[kind].append(name)))
    _tell_passed_over(passed)
    _tell_uncalibrated(model)
    single = len(paths) == 1 and not is_folder(paths[0]) and not split
    failed = _run(inputs, options, _affordable(jobs, len(inputs)), overlay, _writer(output, single), debug)
    if failed:
        click.get_current_context().exit(1)


def _a_number(value: float) -> float:
    if math.isnan(value):  # no range of click's leaves it out
        raise click.BadParameter("nan is no probability")
    return value


def _tell_passed_over(passed: Mapping[str, Sequence[str]]) -> None:
    """Say which files of the folders may be documents and are of a kind that is not read, by kind."""
    for kind, names in passed.items():
        some = ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
        click.echo(f"paperformer: {printable(some)}: passed over, no {kind} files are read", err=True)


def _tell_uncalibrated(model: Path | None) -> None:
    """Say that a model's confidences are not to be trusted, where nobody has calibrated it."""
    from paperformer.extraction.model_folder import CALIBRATION, MANIFEST

    if model is not None and (model / MANIFEST).is_file() and not (model / CALIBRATION).is_file():
        lacking = f"{model} has no {CALIBRATION}: confidences are not calibrated"
        click.echo(f"paperformer: {printable(lacking)}", err=True)


def known_fields(fields: str | None, model: Path | None) -> tuple[str, ...] | None:
    """The names asked for, all of which the model's schema has.

    Raises:
        UnknownField: when one is not there.
    """
    if fields is None:
        return None
    from paperformer.cli.schema import schema_of

    names = tuple(name for name in (part.strip() for part in fields.split(",")) if name)
    if not names:
        raise click.BadParameter("no field is named", param_hint="'--fields'")
    return schema_of(model).subset(names).names


def _affordable(jobs: int, documents: int) -> int:
    from paperformer.extraction.memory import affordable_jobs, free_megabytes

    wanted = min(jobs, max(1, documents))
    if wanted == 1:
        return 1
    free = free_megabytes()
    bearable = affordable_jobs(wanted, free)
    if bearable < wanted:
        click.echo(f"paperformer: reading with --jobs {bearable}: {free} MB of memory are free", err=True)
    return bearable


def _writer(output: Output, single: bool) -> Writer:
    from paperformer.cli import tables, writers

    makers: dict[Output, Callable[[], Writer]] = {
        "table": lambda: tables.Table(tables.table_output()),
        "json": lambda: writers.Json(writers.utf8_output(), array=not single),
        "jsonl": lambda: writers.JsonLines(writers.utf8_output()),
        "csv": lambda: writers.Csv(writers.utf8_output(), _warn),
    }
    return makers[output]()


def _warn(name: str, warning: str) -> None:
    click.echo(f"paperformer: {printable(name)}: warning: {printable(warning)}", err=True)


def _run(
    inputs: Sequence[Input],
    options: ReadingOptions,
    jobs: int,
    overlay: Path | None,
    writer: Writer,
    debug: bool,
) -> int:
    """Read and write everything; how many inputs failed."""
    from paperformer.cli.progress import progress_bar

    failed = 0
    with progress_bar(len(inputs)) as bar:
        try:
            for outcome in _outcomes(inputs, options, jobs, overlay):
                failed += _show(outcome, writer, bar, debug)
        finally:
            if not isinstance(sys.exc_info()[1], OSError):  # a closed pipe takes nothing more
                writer.finish()
    return failed


def _show(outcome: Outcome, writer: Writer, bar: Bar, debug: bool) -> int:
    """Write one outcome; 1 where something failed."""
    with bar.stepped():
        for answer in outcome.answers:
            writer.write(answer.extraction, answer.pictures)
        if outcome.error is None:
            return 0
        click.echo(f"paperformer: {describe(outcome.name, outcome.error)}", err=True)
        if debug and outcome.trace:
            click.echo(outcome.trace, err=True)
        return 1


def _outcomes(
    inputs: Sequence[Input], options: ReadingOptions, jobs: int, overlay: Path | None
) -> Iterator[Outcome]:
    """An outcome for every input, in order: what cannot even be tried keeps its place among the others."""
    from paperformer.extraction.batch import Outcome, read_all

    readable = [entry for entry in inputs if entry.error is None]
    read = read_all(_tasks(readable, overlay), options, jobs=jobs) if readable else iter(())
    for entry in inputs:
        yield Outcome(entry.name, error=entry.error) if entry.error is not None else next(read)


def _tasks(inputs: Sequence[Input], overlay: Path | None) -> Iterator[Task]:
    from paperformer.cli.pictures import PictureNames
    from paperformer.extraction.batch import Task

    names = PictureNames()
    for entry in inputs:
        # One byte over the limit is enough to be told that it is too large.
        source = _standard_input(Limits().file_bytes + 1) if entry.path is None else entry.path
        yield Task(entry.name, source, overlay / names.stem(entry.name) if overlay is not None else None)


def _standard_input(most: int) -> bytes:
    # A shell may have closed it (`<&-`): then there is nothing to read, which the reader says.
    return sys.stdin.buffer.read(most) if sys.stdin is not None else b""
