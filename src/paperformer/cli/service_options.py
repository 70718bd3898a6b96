"""Options of the verbs that work on a service's data."""

from __future__ import annotations

from pathlib import Path

import click

from paperformer.cli.options import FilePath

DATA = Path("paperformer-data")

data_option = click.option(
    "--data", type=FilePath(file_okay=False, path_type=Path), default=DATA, show_default=True, metavar="DIR",
    help="Where documents, answers and keys are kept.",
)  # fmt: skip
database_option = click.option(
    "--database", metavar="URL", envvar="PAPERFORMER_DATABASE",
    help="postgresql://user@host/name; also from PAPERFORMER_DATABASE.  [default: SQLite in DIR]",
)  # fmt: skip
