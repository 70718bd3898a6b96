"""``paperformer fields``: which fields can be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from paperformer.cli.options import model_option


@click.command("fields")
@click.option(
    "--output", "-o", type=click.Choice(["table", "json"]), default="table", show_default=True,
    help="table for people, json for programs.",
)  # fmt: skip
@model_option
def command(output: Literal["table", "json"], model: Path | None) -> None:
    """List the fields: name, type, EN 16931 term and meaning."""
    from paperformer.cli.schema import schema_of
    from paperformer.cli.tables import aligned

    schema = schema_of(model)
    if output == "json":
        import json
        from dataclasses import asdict

        click.echo(json.dumps([asdict(field) for field in schema], indent=2, ensure_ascii=False))
        return
    rows = [(field.name, field.type, field.term or "", field.description) for field in schema]
    click.echo(aligned([("field", "type", "term", "what it is"), *rows]), nl=False)
