"""The database: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from paperformer.errors import InvalidConfig
from paperformer.service.migrations.run import prepare
from paperformer.service.permissions import make_private_database

Row = Mapping[str, Any]
"""What a table says of one thing, by column."""

BUSY_SECONDS = 30.0
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    "PRAGMA cache_size = -512",  # kB of each connection; the system has the whole file in memory
)


class DatabaseBusy(Exception):
    """Another transaction holds the database for longer than one waits for it."""

    def __init__(self) -> None:
        super().__init__("another transaction holds the database")


class Database:
    """Connections to one database. Transactions are short; a reader never waits for a writer.

    Args:
        url: SQLAlchemy's.
        busy_seconds: How long a transaction waits for another one, of this process or of another.
        may_migrate: Whether tables of an older program are migrated; else such a database is refused.

    Raises:
        InvalidConfig: the URL is none, its driver is missing, or the database cannot be reached or used.
    """

    def __init__(self, url: str, busy_seconds: float = BUSY_SECONDS, *, may_migrate: bool = False) -> None:
        self._busy_seconds = busy_seconds
        self._engine = _engine(url, busy_seconds)
        self.is_sqlite = self._engine.dialect.name == "sqlite"
        # SQLite has one writer at a time and makes others poll; threads of this process take turns instead.
        self._turn = threading.Lock()
        if (file := sqlite_file(url)) is not None:
            make_private_database(file)
        try:
            prepare(self._engine, may_migrate=may_migrate)
        except SQLAlchemyError as error:
            self.close()
            raise unusable(error) from error
        except InvalidConfig:
            self.close()
            raise

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read with."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self, *, durable: bool = True) -> Iterator[Connection]:
        """A transaction: all of it is kept, or nothing where it raises.

        Args:
            durable: It is on disk when this returns. What is not survives the death of the process, but
                perhaps not a loss of power: for what would then be done again, with the same result.

        Raises:
            DatabaseBusy: other transactions of this process took too long.
        """
        if not self.is_sqlite:
            with self._engine.begin() as connection:
                if not durable:
                    connection.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
                yield connection
            return
        with self._turn_to_write(), self._engine.connect() as connection:
            _make_durable(connection, durable)
            # A transaction that begins by reading could not become a writing one beside another writer.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                with suppress(SQLAlchemyError):  # on a full disk, SQLite has rolled back itself
                    connection.exec_driver_sql("ROLLBACK")
                raise
            connection.exec_driver_sql("COMMIT")

    def forget(self) -> None:
        """Take what was deleted out of SQLite's log, too."""
        if self.is_sqlite:
            with self._turn_to_write(), self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Give back all connections."""
        self._engine.dispose()

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        """The only writer of this process. Nobody waits for it for ever, behind others that wait."""
        if not self._turn.acquire(timeout=self._busy_seconds):
            raise DatabaseBusy
        try:
            yield
        finally:
            self._turn.release()


def _make_durable(connection: Connection, durable: bool) -> None:
    """Let SQLite put transactions on disk before it says that they are kept, or not; told of changes only."""
    mode = "FULL" if durable else "NORMAL"
    if connection.info.get("synchronous") != mode:
        connection.exec_driver_sql(f"PRAGMA synchronous = {mode}")
        connection.info["synchronous"] = mode


def looking_engine(url: str) -> Engine:
    """An engine that changes nothing, not even the mode of an SQLite file.

    Raises:
        InvalidConfig: as ``Database``.
    """
    path = sqlite_file(url)
    if path is None:
        return _engine(url)
    return create_engine(f"sqlite:///file:{quote(str(path.absolute()))}?mode=ro&uri=true")


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None where it is in memory, no SQLite, or the URL is none."""
    try:
        parts = make_url(url)
    except ArgumentError:
        return None
    name = parts.database
    if parts.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def unusable(error: SQLAlchemyError) -> InvalidConfig:
    """What to say where the database answers with ``error``."""
    return InvalidConfig(f"the database cannot be used: {_first_line(error)}", "Check --database and --data")


def _engine(url: str, busy_seconds: float = BUSY_SECONDS) -> Engine:
    try:
        engine = create_engine(
            _with_driver(url),
            pool_size=8,
            max_overflow=40,
            pool_timeout=busy_seconds,
            pool_use_lifo=True,  # few connections are used, each of which has a cache of its own
            pool_pre_ping="sqlite" not in url,
        )
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise InvalidConfig(
            f"the database URL cannot be used: {_first_line(error)}",
            "Write it as postgresql://user@host/name; PostgreSQL needs pip install 'paperformer[postgres]'",
        ) from error
    if engine.dialect.name not in ("sqlite", "postgresql"):
        raise InvalidConfig(f"no {engine.dialect.name} database can be used", "Use SQLite or PostgreSQL")
    prepare = _prepare if engine.dialect.name == "sqlite" else _prepare_postgres
    event.listen(engine, "connect", prepare(busy_seconds))
    return engine


def _with_driver(url: str) -> str:
    scheme, separator, rest = url.partition("://")
    return f"postgresql+psycopg{separator}{rest}" if scheme in ("postgres", "postgresql") else url


def _prepare(busy_seconds: float) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    def prepare(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000)}")
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    return prepare


def _prepare_postgres(busy_seconds: float) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    def prepare(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(f"SET lock_timeout = {int(busy_seconds * 1000)}")
        cursor.close()
        connection.commit()

    return prepare


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
