"""``paperformer validate``: e-invoices in, violations of their schema and of EN 16931 out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from paperformer.cli.failure import ExitCode, describe, printable
from paperformer.cli.inputs import Input, find_inputs
from paperformer.cli.options import FilePath, password_option
from paperformer.errors import PaperformerError, UnreadableDocument

if TYPE_CHECKING:
    from paperformer.documents import DocumentReader
    from paperformer.einvoicing.validation.validator import Validator
    from paperformer.einvoicing.validation.violation import Violation


@click.command("validate")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=FilePath(readable=False))
@click.option(
    "--rules", "folders", multiple=True, metavar="DIR",
    type=FilePath(exists=True, file_okay=False, path_type=Path),
    help="Check these rules too: Schematron compiled to XSLT (.xslt), such as those of Peppol. Repeat.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json an array with an object for each file.",
)  # fmt: skip
@password_option
def command(
    paths: tuple[str, ...], folders: tuple[Path, ...], output: Literal["table", "json"], password: str | None
) -> None:
    """Check e-invoices against their XML schema and the rules of EN 16931.

    A FILE is an e-invoice in UBL or CII, a PDF that carries one (Factur-X, ZUGFeRD), or a folder of them.
    Each violation comes with the rule, the element, its line in the XML and, for a PDF, the page that prints
    its value. The exit code is 1 if a file breaks a rule or cannot be read; warnings alone leave it 0.

    Needs the extra [einvoice], which brings the rules of CEN and Factur-X.
    """
    from paperformer.documents import DocumentReader
    from paperformer.einvoicing.validation.validator import Validator

    failed = False
    reports: list[dict[str, Any]] = []
    with Validator(folders) as validator, DocumentReader() as reader:
        for entry in find_inputs(paths):
            try:
                violations = _check(entry, validator, reader, password)
            except PaperformerError as error:
                click.echo(f"paperformer: {describe(entry.name, error)}", err=True)
                failed = True
                continue
            is_valid = not any(violation.severity == "error" for violation in violations)
            failed |= not is_valid
            if output == "table":
                _tell(entry.name, violations, is_valid=is_valid)
            found = [violation.as_json() for violation in violations]
            reports.append({"file": entry.name, "valid": is_valid, "violations": found})
    if output == "json":
        click.echo(json.dumps(reports, indent=2, ensure_ascii=False))
    if failed:
        click.get_current_context().exit(ExitCode.FAILED)


def _check(
    entry: Input, validator: Validator, reader: DocumentReader, password: str | None
) -> tuple[Violation, ...]:
    from paperformer.extraction.invoicing.violations import with_pages

    if entry.error is not None:
        raise entry.error
    document = reader.read(entry.path or "-", ocr="never", password=password)
    if document.einvoice is None:
        raise UnreadableDocument(
            f"{entry.name} carries no e-invoice", "Give a UBL or CII file, or a PDF with one inside"
        )
    return with_pages(validator.validate(document.einvoice), document)


def _tell(name: str, violations: tuple[Violation, ...], *, is_valid: bool) -> None:
    warnings = sum(violation.severity == "warning" for violation in violations)
    errors = len(violations) - warnings
    counts = f" ({warnings} warning{'' if warnings == 1 else 's'})" if warnings and is_valid else ""
    wrong = f"{errors} error{'' if errors == 1 else 's'}" + (f", {warnings} warnings" if warnings else "")
    click.echo(f"{printable(name)}: {f'valid{counts}' if is_valid else wrong}")
    for violation in violations:
        place = f"line {violation.line}" if violation.line is not None else ""
        place += f", page {violation.page}" if violation.page is not None else ""
        value = f" = {violation.value!r}" if violation.value is not None else ""
        message = violation.message.removeprefix(f"[{violation.rule}]").lstrip("- ")
        click.echo(f"  {violation.severity} {violation.rule} ({place}): {printable(message)}")
        click.echo(f"    {printable(violation.element + value)}")
