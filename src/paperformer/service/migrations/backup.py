"""A copy of an SQLite database before it is migrated."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from paperformer.errors import InvalidConfig


def back_up(connection: Connection, revision: str) -> Path | None:
    """Copy the database to a file beside it, for its owner alone, and put it on disk.

    Args:
        connection: In a transaction that lets nobody else write.
        revision: Of the database, for the name of the copy.

    Returns:
        The copy; None of a database that is no file: PostgreSQL has its own ways.

    Raises:
        InvalidConfig: it cannot be written.
    """
    source = file_of(connection)
    if source is None:
        return None
    copy = backup_path(source, revision)
    try:
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            _copy(source, copy)
        except BaseException:
            copy.unlink()
            raise
    except (OSError, sqlite3.Error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InvalidConfig(
            f"{copy}: the backup before the migration cannot be written: {reason}",
            "Free some space or make the folder writable; the database is as it was",
        ) from error
    return copy


def backup_path(source: Path, revision: str) -> Path:
    """Where the copy of ``source`` goes if it is made now, to the microsecond."""
    seconds, rest = divmod(time.time_ns() // 1000, 1_000_000)
    moment = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
    return source.with_name(f"{source.name}.{revision}-{moment}.{rest:06}Z.backup")


def file_of(connection: Connection) -> Path | None:
    """The file of an SQLite database; None where it is in memory, or no SQLite."""
    if connection.dialect.name != "sqlite":
        return None
    main = next(row for row in connection.exec_driver_sql("PRAGMA database_list") if row[1] == "main")
    return Path(main[2]) if main[2] else None


def _copy(source: Path, copy: Path) -> None:
    with closing(sqlite3.connect(source)) as theirs, closing(sqlite3.connect(copy)) as ours:
        theirs.backup(ours)
    for path in (copy, copy.parent):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
