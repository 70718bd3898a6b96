"""What a database needs before this program can work with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Connection, MetaData, inspect

from paperformer.errors import InvalidConfig
from paperformer.service.tables import METADATA, REVISION

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

VERSION_TABLE = "alembic_version"
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Target:
    """A shape of the database.

    Args:
        revision: Of its last migration.
        tables: What it consists of.
        scripts: Folder of ``versions``, the migrations that lead to it.
    """

    revision: str
    tables: MetaData
    scripts: Path


CURRENT = Target(REVISION, METADATA, Path(__file__).parent)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with a database.

    Args:
        action: ``create`` all tables; ``record`` the revision of tables that are right; ``migrate`` them; or
            nothing.
        found: The revision that the database has; None where it is new.
        is_recorded: Whether the database itself says so.
        wanted: The revision that it will have.
        steps: What each migration changes, in order.
    """

    action: Literal["create", "record", "migrate", "nothing"]
    found: str | None
    is_recorded: bool
    wanted: str
    steps: tuple[str, ...] = ()


def plan_of(connection: Connection, target: Target = CURRENT) -> Plan:
    """What the database of ``connection`` needs to have the shape ``target``. Nothing is changed.

    Raises:
        InvalidConfig: it is of a newer program, of another program, or lacks columns that it should have.
    """
    existing = _columns(connection)
    found = _recorded(connection) if VERSION_TABLE in existing else None
    if not existing.keys() & target.tables.tables.keys():
        if found is not None:
            raise InvalidConfig(
                f"the database is of another program: it has a revision ({found}), but no tables of ours",
                "Name another one with --database",
            )
        return Plan("create", None, False, target.revision)
    is_recorded = found is not None
    if found is None:
        found = _revision_by_tables(existing, target)
    if found == target.revision:
        _require(existing, target.tables)
        return Plan("nothing" if is_recorded else "record", found, is_recorded, target.revision)
    return Plan("migrate", found, is_recorded, target.revision, _steps(found, target))


def scripts_of(target: Target) -> ScriptDirectory:
    """The migrations, as Alembic knows them."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(target.scripts))


def _recorded(connection: Connection) -> str | None:
    rows = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalars().all()
    return ", ".join(sorted(rows)) or None


def _revision_by_tables(existing: dict[str, set[str]], target: Target) -> str:
    """The revision of a database that records none: releases before migrations made all tables at once."""
    from paperformer.service.migrations.versions import first_release

    if not _missing(existing, target.tables):
        return target.revision
    _require(existing, first_release.FIRST_TABLES)
    return first_release.revision


def _steps(found: str, target: Target) -> tuple[str, ...]:
    from alembic.script.revision import RevisionError
    from alembic.util import CommandError

    scripts = scripts_of(target)
    try:
        between = list(scripts.iterate_revisions(target.revision, found))
    except (RevisionError, CommandError) as error:
        raise InvalidConfig(
            f"the database is of a newer Paperformer: its revision is {found}, this program knows "
            f"{target.revision}",
            "Install that version again, or restore the backup that it wrote before it migrated the database",
        ) from error
    return tuple(f"{script.revision}: {script.doc.partition(chr(10))[0]}" for script in reversed(between))


def _columns(connection: Connection) -> dict[str, set[str]]:
    """The columns of each table."""
    inspector = inspect(connection)
    described = inspector.get_multi_columns()
    return {name: {column["name"] for column in columns} for (_, name), columns in described.items()}


def _missing(existing: dict[str, set[str]], wanted: MetaData) -> list[str]:
    return [
        f"{table.name}.{column.name}"
        for table in wanted.sorted_tables
        for column in table.columns
        if column.name not in existing.get(table.name, set())
    ]


def _require(existing: dict[str, set[str]], wanted: MetaData) -> None:
    missing = _missing(existing, wanted)
    if missing:
        named = ", ".join(missing[:_NAMED]) + (
            f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        )
        raise InvalidConfig(
            f"the database lacks columns that no migration adds: {named}",
            "Restore a backup, or start with another --data folder or --database",
        )
