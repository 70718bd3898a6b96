"""``paperformer templates``: a template for bookings, to be changed."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.failure import Failure, printable
from paperformer.cli.options import FilePath
from paperformer.extraction.bookkeeping.format_name import FormatName


@click.command("templates")
@click.argument("format", type=click.Choice(["datev", "beancount", "hledger"]))
@click.argument("folder", type=FilePath(file_okay=False, path_type=Path))
def command(format: FormatName, folder: Path) -> None:
    """Copy a template for bookings into FOLDER, to be changed.

    accounts.yaml names the accounts, the other files say how an entry is written (docs/bookkeeping.md). Give
    the folder to `extract --output FORMAT --template FOLDER`. Files that are there stay as they are.
    """
    from paperformer.extraction.bookkeeping.template import copy_template

    written = copy_template(format, folder)
    if not written:
        raise Failure(f"{folder} has all files of a template already. Give another folder")
    for path in written:
        click.echo(printable(str(path)))
