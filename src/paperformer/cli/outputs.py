"""Destination and format of answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, TextIO

import click

from paperformer.cli.bookkeeping import Books, load_template
from paperformer.cli.einvoices import EINVOICES, EInvoiceOptions, EInvoices
from paperformer.cli.failure import Misuse, printable

if TYPE_CHECKING:
    from paperformer.cli.writers import Writer
    from paperformer.fields.schema import Schema

Output = Literal[
    "table", "json", "jsonl", "csv", "csv-wide", "xlsx", "ubl", "cii", "facturx", "datev", "beancount",
    "hledger", "parquet",
]  # fmt: skip
_BY_SUFFIX: dict[str, Output] = {
    ".json": "json", ".jsonl": "jsonl", ".csv": "csv", ".xlsx": "xlsx", ".txt": "table",
}  # fmt: skip


def output_of(output: Output | None, to: Path | None) -> Output:
    """The form asked for; where none is, the one that the file's suffix tells, a table where it has none.

    Raises:
        Misuse: the suffix tells no form.
    """
    if output is not None:
        return output
    if to is None or not to.suffix or to.is_dir():
        return "table"
    if to.suffix.lower() not in _BY_SUFFIX:
        known = ", ".join(_BY_SUFFIX)
        raise Misuse(f"the suffix of {printable(str(to))} tells no output, as {known} do. Give --output")
    return _BY_SUFFIX[to.suffix.lower()]


def check_outputs(output: Output, to: Path | None, lines: Path | None) -> None:
    """Refuse what cannot be written, before anything is read.

    Raises:
        Misuse: it cannot.
    """
    if output == "parquet":
        raise Misuse("Parquet is written by a batch. Give --resume DIR, or another --output")
    if lines is not None and output != "csv-wide":
        raise Misuse("--lines is a second table, of --output csv-wide. Give both")
    if output == "xlsx" and to is None and sys.stdout.isatty():
        raise Misuse("a workbook is nothing for a terminal. Give it a file: --to answers.xlsx")
    if to is not None and to.is_dir() and output not in EINVOICES:
        raise Misuse(f"{to} is a folder. Give --to a file")
    if to is not None and lines is not None and to.resolve() == lines.resolve():
        raise Misuse("--to and --lines are the same file. Give two")


@contextmanager
def writing(
    output: Output,
    single: bool,
    to: Path | None,
    lines: Path | None,
    schema: Callable[[], Schema],
    einvoices: EInvoiceOptions,
    template: Path | None,
) -> Iterator[Writer]:
    """The writer of one run, its files open.

    Args:
        output: In which form.
        single: Whether there is one document: JSON is no array then.
        to: The file to write; None is standard output.
        lines: Where line items go, with ``csv-wide``.
        schema: The fields that have a column in tables of one row per document.
        einvoices: How e-invoices and bookings are written.
        template: The folder of the template for bookings; None is the one included.

    Raises:
        Misuse: a file cannot be written.
    """
    from paperformer.cli import tables, writers

    with ExitStack() as stack:

        def text(mark: bool = False) -> TextIO:
            return stack.enter_context(_opened(to, mark)) if to is not None else writers.utf8_output()

        match output:
            case "table":
                yield tables.Table(text() if to is not None else tables.table_output())
            case "json":
                yield writers.Json(text(), array=not single)
            case "jsonl":
                yield writers.JsonLines(text())
            case "csv":
                yield writers.Csv(text(), warn)
            case "csv-wide":
                from paperformer.cli.spreadsheets import WideCsv

                second = None if lines is None else stack.enter_context(_opened(lines, mark=True))
                yield WideCsv(text(mark=True), second, schema(), warn)
            case "xlsx":
                from paperformer.cli.spreadsheets import Workbook

                stream = sys.stdout.buffer if to is None else stack.enter_context(_opened_binary(to))
                yield Workbook(stream, schema(), warn)
            case "ubl" | "cii" | "facturx":
                yield EInvoices(output, to, einvoices, single=single)
            case "datev" | "beancount" | "hledger":
                loaded = load_template(output, template)
                stream = sys.stdout.buffer if to is None else stack.enter_context(_opened_binary(to))
                yield Books(stream, loaded, force=einvoices.force, known=einvoices.known)


def warn(name: str, warning: str) -> None:
    """Say on stderr what the output has no place for."""
    click.echo(f"paperformer: {printable(name)}: warning: {printable(warning)}", err=True)


def _opened(path: Path, mark: bool = False) -> TextIO:
    """A file for text; with a byte order mark, by which Excel knows UTF-8."""
    try:
        return path.open("w", encoding="utf-8-sig" if mark else "utf-8", newline="")
    except OSError as error:
        raise _unwritable(path, error) from error


def _opened_binary(path: Path) -> IO[bytes]:
    try:
        return path.open("wb")
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> Misuse:
    return Misuse(f"{path} cannot be written ({error.strerror}). Choose another file")
