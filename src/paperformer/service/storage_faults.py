"""Faults of disk and database that pass by themselves, or once somebody has made room."""

from __future__ import annotations

import errno
import sqlite3
from typing import Literal

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from paperformer.service.database import DatabaseBusy

StorageFault = Literal["full", "busy", "unavailable"]

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_UNAVAILABLE = frozenset({errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM})
_SQLITE_FULL = frozenset({sqlite3.SQLITE_FULL})
_SQLITE_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_POSTGRES_FULL, _POSTGRES_BUSY = "53100", ("55P03", "57014", "40001", "40P01")
_PRIMARY = 0xFF  # of a code of SQLite; the rest says more about it


def storage_fault(error: BaseException) -> StorageFault | None:
    """What is wrong with disk or database; None where the error is about something else.

    ``full``: no room on the disk. ``busy``: another transaction holds the database. ``unavailable``: the disk
    or the database does not answer, or the process may open no more files.
    """
    if isinstance(error, DatabaseBusy | PoolTimeout):
        return "busy"
    if isinstance(error, DBAPIError):
        return _of_database(error)
    if isinstance(error, OSError):
        if error.errno in _FULL:
            return "full"
        return "unavailable" if error.errno in _UNAVAILABLE else None
    return None


def _of_database(error: DBAPIError) -> StorageFault | None:
    code = getattr(error.orig, "sqlite_errorcode", None)
    if isinstance(code, int):
        primary = code & _PRIMARY
        if primary in _SQLITE_FULL:
            return "full"
        if primary in _SQLITE_BUSY:
            return "busy"
    state = getattr(error.orig, "sqlstate", None)
    if state == _POSTGRES_FULL:
        return "full"
    if state in _POSTGRES_BUSY:
        return "busy"
    return "unavailable" if isinstance(error, OperationalError | InterfaceError) else None
