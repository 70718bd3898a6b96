"""``paperformer corrections``: what people confirmed, to train on."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from paperformer.cli.failure import Failure, printable
from paperformer.cli.groups import Group
from paperformer.cli.options import FilePath
from paperformer.cli.service_extra import needing_service
from paperformer.cli.service_options import data_option, database_option, opened_database
from paperformer.errors import write_remedy


@click.group("corrections", cls=Group)
def command() -> None:
    """Use what people confirmed on the review page."""


@command.command("export")
@click.argument("out", metavar="OUT.jsonl", type=FilePath(dir_okay=False, path_type=Path))
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]), metavar="DAY",
    help="Only documents confirmed from this day on (UTC).",
)  # fmt: skip
@data_option
@database_option
@needing_service
def export(out: Path, since: datetime | None, data: Path, database: str | None) -> None:
    """Write the confirmed documents to OUT.jsonl, in the format that `paperformer train` reads.

    A line has the words of a document with their boxes, the true values, and which words print them.
    """
    from paperformer.service.corrections import corrections
    from paperformer.service.documents import Documents
    from paperformer.service.feedback import FeedbackStore

    begin = since.replace(tzinfo=UTC).timestamp() if since is not None else 0.0
    count = 0
    try:
        with opened_database(data, database) as opened, out.open("w", encoding="utf-8", newline="\n") as file:
            for record in corrections(FeedbackStore(opened), Documents(opened), begin):
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
                count += 1
    except OSError as error:
        raise Failure(
            f"{printable(str(out))} cannot be written ({error.strerror}). {write_remedy(error)}"
        ) from error
    click.echo(f"paperformer: {count} documents written to {printable(str(out))}", err=True)
