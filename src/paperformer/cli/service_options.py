"""Options of the verbs that work on a service's data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Misuse, printable
from paperformer.cli.options import FilePath

if TYPE_CHECKING:
    from paperformer.service.database import Database

DATA = Path("paperformer-data")

data_option = click.option(
    "--data", type=FilePath(file_okay=False, path_type=Path), default=DATA, show_default=True, metavar="DIR",
    help="Where documents, answers and keys are kept.",
)  # fmt: skip
database_option = click.option(
    "--database", metavar="URL", envvar="PAPERFORMER_DATABASE",
    help="postgresql://user@host/name; also from PAPERFORMER_DATABASE.  [default: SQLite in DIR]",
)  # fmt: skip

_SQLITE = "sqlite:///"


@contextmanager
def opened_database(data: Path, url: str | None, *, is_new: bool = False) -> Iterator[Database]:
    """The database of a service, which may be running.

    Args:
        data: Folder of everything that the service keeps.
        url: Of the database; None is SQLite in ``data``.
        is_new: Whether it may be made here; it is said where it is.

    Raises:
        Misuse: there is none, and it may not be made.
        InvalidConfig: it cannot be opened.
    """
    if url is None and not (data / "paperformer.db").is_file():
        place = printable(str(data))
        if not is_new:
            raise Misuse(f"{place} holds no data of a service. Name its folder with --data")
        click.echo(f"paperformer: {place} is new: start the service with the same --data", err=True)
    if url is not None and not is_new and url.startswith(_SQLITE):
        file = Path(url.removeprefix(_SQLITE))
        if not file.is_file():  # SQLite would make an empty one
            raise Misuse(f"{printable(str(file))} does not exist. Check --database")
    from paperformer.service.config import ServiceConfig
    from paperformer.service.database import Database
    from paperformer.service.permissions import make_private_folder, private_files

    with private_files():
        make_private_folder(data)
        database = Database(ServiceConfig(data=data, database=url).database_url)
        try:
            yield database
        finally:
            database.close()
