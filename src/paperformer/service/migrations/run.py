"""Giving a database the shape that this program works with."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine

from paperformer.errors import InvalidConfig
from paperformer.service.migrations.backup import back_up
from paperformer.service.migrations.plan import CURRENT, Plan, Target, plan_of, scripts_of

_log = logging.getLogger(__name__)
_LOCK = 5_071_860_411  # of PostgreSQL's advisory locks: one process at a time migrates


def prepare(engine: Engine, target: Target = CURRENT, *, may_migrate: bool) -> Plan:
    """Make the tables of a new database, migrate those of an older program.

    A backup of SQLite is written before a migration. A migration that fails leaves everything as it was.

    Args:
        engine: Of the database.
        target: The shape that it is to have.
        may_migrate: Whether tables may be changed: only the service itself does, because others may run
            beside one of an older version.

    Returns:
        What was done.

    Raises:
        InvalidConfig: the database cannot be used, or has to be migrated first.
    """
    with engine.connect() as connection:
        plan = plan_of(connection, target)
    if plan.action == "nothing":
        return plan
    if plan.action == "migrate" and not may_migrate:
        raise InvalidConfig(
            f"the database is of an older Paperformer (revision {plan.found}, now {plan.wanted})",
            "Start `paperformer serve` first: it migrates the database",
        )
    with _alone(engine) as connection:
        plan = plan_of(connection, target)  # another process may have been faster
        _carry_out(plan, connection, target)
    return plan


def _carry_out(plan: Plan, connection: Connection, target: Target) -> None:
    if plan.action == "create":
        target.tables.create_all(connection)
    if plan.action == "migrate":
        saved = back_up(connection, str(plan.found))
        if not plan.is_recorded:
            _record(connection, target, str(plan.found))
        _upgrade(connection, target)
        where = f"; the old one is {saved}" if saved else ""
        _log.warning("paperformer: migrated the database from %s to %s%s", plan.found, plan.wanted, where)
    elif plan.action != "nothing":
        _record(connection, target, plan.wanted)


def _record(connection: Connection, target: Target, revision: str) -> None:
    from alembic.migration import MigrationContext

    MigrationContext.configure(connection).stamp(scripts_of(target), revision)


def _upgrade(connection: Connection, target: Target) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext

    scripts = scripts_of(target)

    def steps(found: Any, _context: Any) -> Any:
        return scripts._upgrade_revs(target.revision, found)  # as Alembic's documentation has it

    with EnvironmentContext(Config(), scripts, fn=steps) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction beside which nobody writes; where it raises, nothing is changed."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            yield connection
        return
    with engine.connect() as connection:
        # SQLite changes a table by making another one: with foreign keys, rows that name it would go too.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            yield connection
            _check_references(connection)
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        else:
            connection.exec_driver_sql("COMMIT")
        finally:
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")


def _check_references(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise InvalidConfig(
            f"a row of {broken[0]} names one of {broken[2]} that does not exist",
            "Restore a backup of the database",
        )
