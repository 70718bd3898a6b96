"""``paperformer keys``: who may use the service."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperformer.cli.failure import Failure, Misuse
from paperformer.cli.groups import Group
from paperformer.cli.service_extra import needing_service
from paperformer.cli.service_options import data_option, database_option, opened_database

if TYPE_CHECKING:
    from paperformer.service.keys import Scope


@click.group("keys", cls=Group)
def command() -> None:
    """Make, list and revoke the keys of `paperformer serve`."""


@command.command("create")
@click.argument("name")
@click.option(
    "--scope", type=click.Choice(["read", "write", "admin"]), default="write", show_default=True,
    help="read may look, write may also post, correct and delete, admin may also see the audit log.",
)  # fmt: skip
@click.option(
    "--days", type=click.FloatRange(min=0, min_open=True), metavar="N", help="Expires after so many days."
)
@data_option
@database_option
@needing_service
def create(name: str, scope: Scope, days: float | None, data: Path, database: str | None) -> None:
    """Make a key called NAME and print it. It is shown once: only a digest of it is kept."""
    from paperformer.service.audit import COMMAND_LINE, Audit, Deed
    from paperformer.service.keys import Keys

    if not name.strip():
        raise Misuse("the key has no name. Say who will use it")
    with opened_database(data, database, is_new=True) as opened:
        key, secret = Keys(opened).create(name, scope, days)
        Audit(opened).note(Deed(COMMAND_LINE, "create_key", key.id, f"{name}, {scope}"))
    click.echo(secret)


@command.command("list")
@data_option
@database_option
@needing_service
def list_keys(data: Path, database: str | None) -> None:
    """List the keys, without their secrets."""
    from paperformer.cli.tables import aligned
    from paperformer.service.keys import Keys

    with opened_database(data, database) as opened:
        keys = Keys(opened).all()
    now = time.time()
    rows = [
        (key.id, key.name, key.scope, _day(key.created), _day(key.expires), _day(key.last_used),
         "valid" if key.is_valid(now) else "revoked" if key.revoked else "expired")
        for key in keys
    ]  # fmt: skip
    heads = ("id", "name", "scope", "created", "expires", "last used", "state")
    click.echo(aligned([heads, *rows]), nl=False)


@command.command("revoke")
@click.argument("id")
@data_option
@database_option
@needing_service
def revoke(id: str, data: Path, database: str | None) -> None:
    """Make the key ID invalid, at once and for good. ID is its first part, or the whole key."""
    from paperformer.service.audit import COMMAND_LINE, Audit, Deed
    from paperformer.service.keys import Keys

    short = id.removeprefix("pf_").partition("_")[0]
    with opened_database(data, database) as opened:
        if not Keys(opened).revoke(short):
            raise Failure("there is no valid key of this id. List them with `paperformer keys list`")
        Audit(opened).note(Deed(COMMAND_LINE, "revoke_key", short))


def _day(seconds: float | None) -> str:
    return "never" if seconds is None else time.strftime("%Y-%m-%d", time.gmtime(seconds))
