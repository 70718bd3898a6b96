"""Answers as e-invoices: UBL, CII or Factur-X, a file for each document and one that tells its sources."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args

import click

from paperformer.cli.bookkeeping import BOOKS
from paperformer.cli.failure import Misuse
from paperformer.cli.options import FilePath
from paperformer.cli.pictures import PictureNames, check_folder
from paperformer.errors import PaperformerError, UnknownField, write_remedy

if TYPE_CHECKING:
    from paperformer.extraction.invoicing.profiles import ProfileName
    from paperformer.extraction.result import Extraction

Command = TypeVar("Command", bound=Callable[..., Any])
EInvoiceOutput = Literal["ubl", "cii", "facturx"]
EINVOICES: Final = frozenset(get_args(EInvoiceOutput))


@dataclass(frozen=True, slots=True)
class EInvoiceOptions:
    """How e-invoices are written: the profile, whether in spite of problems, and what the user knows."""

    profile: ProfileName = "en16931"
    force: bool = False
    known: Mapping[str, str] = field(default_factory=dict)


def einvoice_options(command: Command) -> Command:
    """``--template``, ``--profile``, ``--force`` and ``--term``."""
    for option in (
        click.option(
            "--template", type=FilePath(exists=True, file_okay=False, path_type=Path), metavar="DIR",
            help="With --output datev, beancount or hledger: your template, see `paperformer templates`.",
        ),
        click.option(
            "--term", "terms", metavar="BT-n=VALUE", multiple=True, callback=_known_terms,
            help="With e-invoices and bookings: a term of EN 16931 that you know and the page does not "
            "say, such as BT-10=04011000-12345-34; electronic addresses as BT-49=0088:7300010000001. Repeat.",
        ),
        click.option(
            "--force", is_flag=True,
            help="With e-invoices and bookings: write though values are missing or "
            "doubtful, or sums fail. Doubtful ones are marked.",
        ),
        click.option(
            "--profile", type=click.Choice(["en16931", "peppol", "xrechnung"]), default="en16931",
            show_default=True, help="With --output ubl or cii: the specification that the e-invoice keeps.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def _known_terms(
    _context: click.Context, _parameter: click.Parameter, given: Sequence[str]
) -> dict[str, str]:
    from paperformer.extraction.invoicing.known_terms import known_terms

    try:
        return known_terms(given)
    except UnknownField as error:
        raise click.BadParameter(str(error)) from error


def check_einvoices(
    output: str, single: bool, to: Path | None, options: EInvoiceOptions, template: Path | None
) -> None:
    """Refuse what cannot be written, before anything is read.

    Raises:
        Misuse: it cannot.
    """
    if template is not None and output not in BOOKS:
        raise Misuse("--template is for bookings. Give --output datev, beancount or hledger")
    if output not in EINVOICES:
        if options.profile != "en16931":
            raise Misuse("--profile is for e-invoices. Give --output ubl or cii")
        if options != EInvoiceOptions() and output not in BOOKS:
            raise Misuse("--force and --term are for e-invoices and bookings. Give --output ubl, or another")
        return
    if output == "facturx" and options.profile != "en16931":
        raise Misuse("Factur-X is written in the profile EN 16931. Leave out --profile, or use --output cii")
    if output == "facturx" and to is None and sys.stdout.isatty():
        raise Misuse("a PDF is nothing for a terminal. Give it a file: --to invoice.pdf")
    if single:
        return
    if to is None:
        raise Misuse("each document becomes a file of its own. Name a folder for them: --to FOLDER")
    check_folder(to, "--to")


class EInvoices:
    """Writes each answer as an e-invoice. Beside a file stands ``NAME.sources.json``, its side file."""

    def __init__(
        self, output: EInvoiceOutput, to: Path | None, options: EInvoiceOptions, *, single: bool
    ) -> None:
        self._output, self._to, self._options, self._single = output, to, options, single
        self._names = PictureNames()

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        """Write one e-invoice.

        Raises:
            InvoiceRefused: a required value is missing or doubtful, or a sum fails.
            PaperformerError: the PDF cannot hold it, or the file cannot be written.
        """
        from paperformer.extraction.invoicing.export import export_invoice

        options = self._options
        syntax: Literal["ubl", "cii"] = "ubl" if self._output == "ubl" else "cii"
        exported = export_invoice(
            extraction, syntax, options.profile, force=options.force, known=options.known
        )
        data = exported.xml if self._output != "facturx" else _in_pdf(extraction.file, exported.xml)
        if self._to is None:
            sys.stdout.buffer.write(data)
            return
        path = self._to if self._single and not self._to.is_dir() else self._to / self._name(extraction)
        try:
            path.write_bytes(data)
            path.with_name(f"{path.stem}.sources.json").write_text(exported.report_json(), encoding="utf-8")
        except OSError as error:
            raise PaperformerError(
                f"{path} cannot be written ({error.strerror})", write_remedy(error, "another --to")
            ) from error

    def finish(self) -> None:
        """Nothing comes after the last file."""

    def _name(self, extraction: Extraction) -> str:
        return self._names.stem(extraction.file) + (".pdf" if self._output == "facturx" else ".xml")


def _in_pdf(name: str, cii: bytes) -> bytes:
    from paperformer.documents.limits import Limits
    from paperformer.documents.source import load_source
    from paperformer.einvoicing.facturx import embed_cii

    if name == "-":
        raise PaperformerError(
            "standard input cannot be read twice", "Give the PDF by its path, or use --output cii"
        )
    pdf, _ = load_source(name, None, Limits())
    return embed_cii(pdf, cii, name)
