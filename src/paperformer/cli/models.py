"""``paperformer models``: which model the service answers with."""

from __future__ import annotations

import time
from pathlib import Path

import click

from paperformer.cli.failure import printable
from paperformer.cli.groups import Group
from paperformer.cli.options import FilePath
from paperformer.cli.service_extra import needing_service
from paperformer.cli.service_options import data_option, database_option, opened_database

_UNPROMOTED = "the model of --model, or the one included"


@click.group("models", cls=Group)
def command() -> None:
    """List, promote and roll back the models of `paperformer serve`."""


@command.command("list")
@data_option
@database_option
@needing_service
def list_models(data: Path, database: str | None) -> None:
    """List the promoted models; the first one is served."""
    from paperformer.cli.tables import aligned
    from paperformer.service.models import Models

    with opened_database(data, database) as opened:
        rows = Models(opened, data / "models").all()
    listed = [
        (row["name"], row["version"], _when(row["promoted"]), "" if number else "served", row["folder"])
        for number, row in enumerate(rows)
    ]
    if not listed:
        click.echo(
            "paperformer: none was promoted: the model of --model, or the one included, is served", err=True
        )
    click.echo(aligned([("name", "version", "promoted", "", "folder"), *listed]), nl=False)


@command.command("promote")
@click.argument("model", metavar="DIR", type=FilePath(exists=True, file_okay=False, path_type=Path))
@data_option
@database_option
@needing_service
def promote(model: Path, data: Path, database: str | None) -> None:
    """Serve the model in DIR from the next document on. It is copied; the service need not be restarted."""
    from paperformer.service.audit import COMMAND_LINE, Deed
    from paperformer.service.models import Models

    with opened_database(data, database) as opened:
        target = Models(opened, data / "models").promote(
            model, Deed(COMMAND_LINE, "promote_model", str(model))
        )
    click.echo(f"paperformer: serving {printable(str(target))}", err=True)


@command.command("rollback")
@data_option
@database_option
@needing_service
def rollback(data: Path, database: str | None) -> None:
    """Serve the model again that was served before the last promotion."""
    from paperformer.service.audit import COMMAND_LINE, Deed
    from paperformer.service.models import Models

    with opened_database(data, database) as opened:
        folder = Models(opened, data / "models").roll_back(Deed(COMMAND_LINE, "roll_back_model"))
    served = printable(str(folder)) if folder is not None else _UNPROMOTED
    click.echo(f"paperformer: serving {served}", err=True)


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))
