"""``paperformer extract``: documents in, fields out."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import click

from paperformer.cli.batches import BatchSettings, batch_options, check_batch, run_resumable
from paperformer.cli.einvoices import EInvoiceOptions, check_einvoices, einvoice_options
from paperformer.cli.extract_notes import tell_labels, tell_passed_over, tell_refused, tell_uncalibrated
from paperformer.cli.extract_tasks import ExtractTasks
from paperformer.cli.failure import ExitCode, Misuse, describe, printable
from paperformer.cli.inputs import STANDARD_INPUT, Input, find_inputs
from paperformer.cli.jobs import affordable
from paperformer.cli.options import (
    FilePath,
    fields_option,
    known_parties_option,
    label_confidence_option,
    memory_option,
    min_confidence_option,
    model_option,
    ocr_engine_option,
    ocr_option,
    password_option,
    without_option,
)
from paperformer.cli.outputs import Output, check_outputs, output_of, writing
from paperformer.cli.pictures import check_folder
from paperformer.cli.schema import known_fields, schema_of
from paperformer.documents.limits import Limits
from paperformer.documents.source import is_folder
from paperformer.errors import InvoiceRefused, PaperformerError

if TYPE_CHECKING:
    from paperformer.cli.progress import Bar
    from paperformer.cli.writers import Writer
    from paperformer.extraction.batch import Outcome
    from paperformer.extraction.invoicing.profiles import ProfileName
    from paperformer.extraction.known_parties.party import KnownParty
    from paperformer.extraction.options import ReadingOptions
    from paperformer.extraction.result import Extraction
    from paperformer.fields.schema import Schema


@click.command("extract")
@click.argument("paths", metavar="PATH...", nargs=-1, type=FilePath(readable=False))
@click.option(
    "--output", "-o", type=click.Choice(get_args(Output)),
    help="table for people; json is one object for a single file (null where it cannot be read), else an "
    "array (with --split always); jsonl one object per line; csv one row per candidate; csv-wide one row per "
    "document; xlsx a workbook of documents and their lines; ubl, cii and facturx an e-invoice of each "
    "document (docs/einvoice.md); datev, beancount and hledger bookings of all "
    "(docs/bookkeeping.md); parquet is for --resume.  "
    "[default: what the suffix of --to tells, else table; jsonl with --resume]",
)  # fmt: skip
@click.option(
    "--to", type=FilePath(path_type=Path), metavar="FILE",
    help="Write the answers to this file, not to standard output; e-invoices of several documents into this "
    "folder.",
)  # fmt: skip
@click.option(
    "--lines", type=FilePath(dir_okay=False, path_type=Path), metavar="FILE.csv",
    help="With --output csv-wide: write the line items and the VAT breakdown to this table.",
)  # fmt: skip
@fields_option
@click.option(
    "--max-results", type=click.IntRange(min=1), metavar="N",
    help="Candidates per field, best first.  [default: 1 in a table, else 3]",
)  # fmt: skip
@min_confidence_option
@click.option(
    "--evidence",
    is_flag=True,
    help="With --output json or jsonl: write the reasons for and against each candidate (docs/answer.md).",
)
@click.option(
    "--overlay", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Draw the pages with what was found on them into this folder.",
)  # fmt: skip
@click.option(
    "--out", type=FilePath(file_okay=False, path_type=Path), metavar="DIR",
    help="Write each document with its answers into this folder, as `train`, `evaluate` and `parties` read "
    "it: a .json file to be corrected. One that is there already stays as it is.",
)  # fmt: skip
@label_confidence_option("With --out: answers that are less sure are listed apart, as `unsure`.")
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
@einvoice_options
@model_option
@known_parties_option
@memory_option
@without_option
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
    help="Number of processes; each takes about 1 GB of memory.",
)  # fmt: skip
@batch_options(resumed=True)
@click.option("--debug", is_flag=True, help="Print the traceback of errors that are Paperformer's own.")
def command(
    paths: tuple[str, ...],
    output: Output | None,
    to: Path | None,
    lines: Path | None,
    fields: str | None,
    max_results: int | None,
    min_confidence: float,
    evidence: bool,
    overlay: Path | None,
    out: Path | None,
    label_confidence: float,
    ocr: Literal["auto", "always", "never"],
    ocr_engine: str,
    einvoice: Literal["auto", "ignore", "only"],
    split: bool,
    password: str | None,
    max_pixels: int,
    profile: ProfileName,
    force: bool,
    terms: dict[str, str],
    template: Path | None,
    model: Path | None,
    known_parties: tuple[KnownParty, ...] | None,
    memory: Path | None,
    without: tuple[str, ...],
    jobs: int,
    batch: BatchSettings,
    debug: bool,
) -> None:
    """Read the fields of documents.

    A PATH is a PDF, PNG, JPEG, WebP, TIFF, GIF, BMP, HEIC, AVIF or e-invoice XML file, one of these in a
    signed wrapper (.p7m), a mail (.eml, .msg) or ZIP archive with such files, a folder of them, or - for
    standard input. Answers come in the order of the files, each as soon as it is ready. A file that cannot be
    read is one line on stderr; the others go on, and the exit code is 1. So is a file of more than 200 MB or
    500 pages (from Python, Limits allows more). A name that begins with - comes after --, as in
    `paperformer extract -- -scan.pdf`.

    A file is taken for one document, with a warning where it seems to hold several; --split parts them, where
    page counters begin anew, or numbers, days and totals are others, and pictures where a strip without text
    lies between receipts. Of the files in a mail, an archive or a PDF with attachments the one answers that
    most probably is an invoice or receipt; --split answers for each.

    With --resume a PATH may also be a pattern ('scans/**/*.pdf') or an address (s3://bucket/folder), and
    answers come in any order. See docs/batches.md.
    """
    if paths.count(STANDARD_INPUT) > 1:
        raise Misuse("`-` stands for standard input, which can be read once. Give it once")
    from paperformer.extraction.options import ReadingOptions

    check_batch(paths, batch, to=to, lines=lines, overlay=overlay, out=out)
    form = output_of(output, to) if batch.resume is None else output or "jsonl"
    single = len(paths) == 1 and not is_folder(paths[0]) and not split
    einvoices = EInvoiceOptions(profile, force, terms)
    if batch.resume is None:
        check_outputs(form, to, lines)
    if evidence and form not in ("json", "jsonl"):
        raise Misuse(f"--evidence is no part of {form}. Give --output json or jsonl")
    check_einvoices(form, single, to, einvoices, template)
    options = ReadingOptions(
        model=model,
        ocr=ocr,
        ocr_engine=ocr_engine,
        einvoice=einvoice,
        fields=known_fields(fields, model),
        max_results=max_results or (1 if form == "table" else 3),
        min_confidence=min_confidence,
        split=split,
        limits=Limits(pixels_per_page=max_pixels),
        password=password,
        known_parties=known_parties,
        memory=memory,
        without=without,
        evidence=evidence,
        label_confidence=label_confidence,
    )
    for folder, option in ((overlay, "--overlay"), (out, "--out")):
        if folder is not None:
            check_folder(folder, option)
    if batch.resume is not None:
        tell_uncalibrated(model)
        run_resumable(paths, batch.resume, form, options, jobs, batch, debug)
        return
    passed = defaultdict[str, list[str]](list)
    inputs = list(find_inputs(paths, without=overlay, passed=lambda kind, name: passed[kind].append(name)))
    tell_passed_over(passed)
    tell_uncalibrated(model)
    tasks = ExtractTasks(overlay, out)
    with writing(
        form, single, to, lines, lambda: _columns(model, options.fields), einvoices, template
    ) as writer:
        done = _run(inputs, options, affordable(jobs, len(inputs)), tasks, writer, debug)
    if out is not None and done.labelled:
        tell_labels(out, done.labelled)
    if done.failed:
        click.get_current_context().exit(ExitCode.FAILED)


def _columns(model: Path | None, fields: Sequence[str] | None) -> Schema:
    schema = schema_of(model)
    return schema if fields is None else schema.subset(fields)


def _run(
    inputs: Sequence[Input],
    options: ReadingOptions,
    jobs: int,
    tasks: ExtractTasks,
    writer: Writer,
    debug: bool,
) -> _Done:
    """Read and write everything."""
    from paperformer.cli.progress import progress_bar

    done = _Done()
    with progress_bar(len(inputs)) as bar:
        try:
            for outcome in _outcomes(inputs, options, jobs, tasks):
                done.failed += _show(outcome, writer, bar, debug)
                done.labelled += sum(not answer.kept for answer in outcome.answers)
        finally:
            if not isinstance(sys.exc_info()[1], OSError):  # a closed pipe takes nothing more
                writer.finish()
    return done


def _show(outcome: Outcome, writer: Writer, bar: Bar, debug: bool) -> int:
    """Write one outcome; 1 where something failed."""
    with bar.stepped():
        refused = 0
        for answer in outcome.answers:
            refused += _write(answer.extraction, answer.pictures, writer)
            for path in answer.kept:
                left = "is there already and was left as it is. Delete it, or give another folder"
                click.echo(f"paperformer: {printable(str(path))}: {left}", err=True)
        if outcome.error is None:
            return min(refused, 1)
        click.echo(f"paperformer: {describe(outcome.name, outcome.error)}", err=True)
        if debug and outcome.trace:
            click.echo(outcome.trace, err=True)
        return 1


def _write(extraction: Extraction, pictures: Sequence[Path], writer: Writer) -> int:
    """Write one answer; 1 where no e-invoice can be made of it."""
    try:
        writer.write(extraction, pictures)
    except InvoiceRefused as error:
        tell_refused(extraction.file, error.message)
        return 1
    except PaperformerError as error:
        click.echo(f"paperformer: {describe(extraction.file, error)}", err=True)
        return 1
    return 0


def _outcomes(
    inputs: Sequence[Input], options: ReadingOptions, jobs: int, tasks: ExtractTasks
) -> Iterator[Outcome]:
    """An outcome for every input, in order: what cannot even be tried keeps its place among the others."""
    from paperformer.extraction.batch import Outcome, read_all

    readable = [entry for entry in inputs if entry.error is None]
    read = read_all(tasks.of(readable), options, jobs=jobs) if readable else iter(())
    for entry in inputs:
        yield Outcome(entry.name, error=entry.error) if entry.error is not None else next(read)


@dataclass
class _Done:
    """How many inputs failed, and how many documents were written with their answers."""

    failed: int = 0
    labelled: int = 0
