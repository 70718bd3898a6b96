"""``paperformer fields``: which fields can be asked for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import click

from paperformer.cli.failure import Misuse
from paperformer.cli.options import model_option


@click.command("fields")
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
@click.option(
    "--coverage", metavar="LANGUAGE",
    help="List the labels and words that a language (ISO 639-1: is, uk) lacks, in place of the fields.",
)  # fmt: skip
@model_option
def command(output: Literal["table", "json"], coverage: str | None, model: Path | None) -> None:
    """List the fields: name, type, EN 16931 term and meaning.

    With --coverage LANGUAGE, the groups of labels and words that English has and the language lacks, each
    with its file and an English entry: what there is to write for a language.
    """
    from paperformer.cli.schema import schema_of
    from paperformer.cli.tables import aligned

    if coverage is not None:
        _show_coverage(coverage, output)
        return
    schema = schema_of(model)
    if output == "json":
        import json
        from dataclasses import asdict

        click.echo(json.dumps([asdict(field) for field in schema], indent=2, ensure_ascii=False))
        return
    rows = [(field.name, field.type, field.term or "", field.description) for field in schema]
    click.echo(aligned([("field", "type", "term", "what it is"), *rows]), nl=False)


def _show_coverage(language: str, output: str) -> None:
    """Print what a language lacks."""
    from paperformer.cli.tables import aligned
    from paperformer.fields.language_coverage import missing_words

    if not re.fullmatch("[a-z]{2}", language):
        raise Misuse(f"{language!r} is no code of a language. Give two small letters, as ISO 639-1 has them")
    missing = missing_words(language)
    if output == "json":
        import json

        click.echo(json.dumps([group._asdict() for group in missing], indent=2, ensure_ascii=False))
        return
    click.echo(aligned([("file", "group", "in English"), *missing]), nl=False)
    click.echo(f"{len(missing)} groups of {language} are missing", err=True)
