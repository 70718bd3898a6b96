"""``paperformer forget``: delete what confirmed documents taught."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.options import FilePath


@click.command("forget")
@click.argument("memory", metavar="FILE.db", type=FilePath(exists=True, dir_okay=False, path_type=Path))
@click.option("--document", metavar="ID", help="The id of the document, or its name in its folder.")
@click.option("--tag", metavar="TEXT", help="Only documents that were remembered with this tag.")
@click.option(
    "--before", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]), metavar="DAY",
    help="Only documents that were remembered before this day (UTC).",
)  # fmt: skip
def command(memory: Path, document: str | None, tag: str | None, before: datetime | None) -> None:
    """Delete from a memory what documents taught that all the given options name."""
    from paperformer.extraction.supplier_memory.store import MemoryFile

    if document is None and tag is None and before is None:
        raise Misuse("nothing says what to forget. Give --document, --tag or --before")
    file = MemoryFile(memory)
    try:
        day = None if before is None else before.replace(tzinfo=UTC).timestamp()
        count = file.forget(document=document, tag=tag, before=day)
    finally:
        file.close()
    click.echo(f"paperformer: {count} documents forgotten in {printable(str(memory))}", err=True)
