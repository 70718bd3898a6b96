"""Dry run of ``paperformer serve``: what it would do."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from paperformer.errors import InvalidConfig
from paperformer.service.config import ServiceConfig
from paperformer.service.database import looking_engine, sqlite_file, unusable
from paperformer.service.migrations.backup import backup_path
from paperformer.service.migrations.plan import CURRENT, Plan, Target, plan_of
from paperformer.service.permissions import refuse_shared
from paperformer.service.proxies import proxy_networks
from paperformer.service.service import LOCK, check_files
from paperformer.service.webhook import AllowedUrls


def preflight(config: ServiceConfig, target: Target = CURRENT) -> Iterator[str]:
    """What a start would do, a line for each thing. Nothing is made, changed or locked.

    Raises:
        PaperformerError: the service would not start so.
    """
    check_files(config)
    refuse_shared(config.data)
    AllowedUrls(config.webhook_allow)
    proxy_networks(config.trusted_proxies)
    yield f"data: {config.data}, {'as it is' if config.data.is_dir() else 'to be made'}"
    yield from _database(config, target)
    yield f"address: {config.host}, port {config.port}"
    if _is_in_use(config.data / LOCK):
        yield "running: a service works in this folder; end it before you start another one"


def _database(config: ServiceConfig, target: Target) -> Iterator[str]:
    path = sqlite_file(config.database_url)
    name = "PostgreSQL" if path is None else str(path)
    if path is not None and not path.exists():
        yield f"database: {name}, to be made at revision {target.revision}"
        return
    engine = looking_engine(config.database_url)
    try:
        plan = _plan(engine, target)
    finally:
        engine.dispose()
    yield from _told(plan, name, path)


def _plan(engine: Engine, target: Target) -> Plan:
    try:
        with engine.connect() as connection:
            return plan_of(connection, target)
    except SQLAlchemyError as error:
        raise unusable(error) from error


def _told(plan: Plan, name: str, path: Path | None) -> Iterator[str]:
    if plan.action == "create":
        yield f"database: {name}, tables to be made at revision {plan.wanted}"
    elif plan.action == "nothing":
        yield f"database: {name}, at revision {plan.found}, as this program needs it"
    elif plan.action == "record":
        yield f"database: {name}, as this program needs it; revision {plan.found} to be recorded"
    else:
        yield f"database: {name}, to be migrated from revision {plan.found} to {plan.wanted}"
        yield from (f"migration {step}" for step in plan.steps)
        yield (
            f"backup: to be written to {backup_path(path, str(plan.found))}"
            if path is not None
            else "backup: none is written of this database; make one first, such as with pg_dump"
        )


def _is_in_use(lock: Path) -> bool:
    """Whether a service holds the lock of a data folder."""
    try:
        descriptor = os.open(lock, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InvalidConfig(
            f"{lock} cannot be read: {error.strerror}", "Choose another --data folder"
        ) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
