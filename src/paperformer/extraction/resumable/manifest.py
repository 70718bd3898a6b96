"""The manifest of a batch: a SQLite file beside the answers. It says what is done, and what failed how often.

Nothing is committed before the answers that it speaks of are on disk (``store``).
"""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal, NamedTuple, Self

from paperformer.errors import InvalidConfig

MANIFEST = "manifest.sqlite"
_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    key TEXT PRIMARY KEY,      -- SHA-256 of the bytes, a dash, a hash of model and options
    name TEXT NOT NULL,        -- the first file with these bytes
    state TEXT NOT NULL CHECK (state IN ('done', 'failed')),
    attempts INTEGER NOT NULL, -- runs that have tried it
    run INTEGER NOT NULL,      -- the last of them
    kind TEXT, reason TEXT,    -- of the last error
    part INTEGER,              -- the part that holds its answers
    answers INTEGER NOT NULL, pages INTEGER NOT NULL, seconds REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
    address TEXT PRIMARY KEY, stamp TEXT, settled INTEGER NOT NULL, content TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
    number INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, sealed INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS documents_of_a_part ON documents (part);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is known of a document; the columns of the table ``documents``."""

    key: str
    name: str
    state: Literal["done", "failed"]
    attempts: int = 1
    run: int = 0
    kind: str | None = None
    reason: str | None = None
    part: int | None = None
    answers: int = 0
    pages: int = 0
    seconds: float = 0.0


class Part(NamedTuple):
    """A part: its number, the bytes of it that count, and whether it is complete."""

    number: int
    size: int
    sealed: bool


class Manifest:
    """The open manifest. Changes can be read at once and are kept by ``commit``.

    Args:
        path: Its file, made where it is not there.

    Raises:
        sqlite3.DatabaseError: it is damaged.
        InvalidConfig: another version of Paperformer wrote it.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level="DEFERRED")
        try:
            self._connection.execute("PRAGMA synchronous = FULL")
            if self._connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("damaged")
            self._check_version(path)
            self._connection.executescript(_SCHEMA)
        except BaseException:
            self._connection.close()
            raise
        last = self._connection.execute("SELECT max(run) FROM documents").fetchone()[0]
        self.run = (last or 0) + 1

    def close(self) -> None:
        """Let go of the file; what was not committed is forgotten."""
        self._connection.close()

    def commit(self) -> None:
        """Put all changes on disk."""
        self._connection.commit()

    def setting(self, name: str, default: str) -> str:
        """A setting of the folder, kept from its first run on."""
        self._connection.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", (name, default))
        row = self._connection.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return str(row[0])

    def find(self, key: str) -> Entry | None:
        """What is known of a document."""
        cursor = self._connection.execute("SELECT * FROM documents WHERE key = ?", (key,))
        row = cursor.fetchone()
        if row is None:
            return None
        return Entry(**dict(zip((column[0] for column in cursor.description), row, strict=True)))

    def put(self, entry: Entry) -> None:
        """Note a document, in place of what was known of it."""
        places = ", ".join(f":{field.name}" for field in fields(Entry))
        statement = f"INSERT OR REPLACE INTO documents VALUES ({places})"  # in the order of the columns
        self._connection.execute(statement, asdict(entry))

    def forget(self, key: str) -> None:
        """Forget a document."""
        self._connection.execute("DELETE FROM documents WHERE key = ?", (key,))

    def content(self, address: str, stamp: str | None) -> tuple[str, bool] | None:
        """The hash of a file's bytes when its stamp was this one, and whether the stamp can be relied on."""
        row = self._connection.execute(
            "SELECT content, settled FROM files WHERE address = ? AND stamp = ?", (_text(address), stamp)
        ).fetchone()
        return None if row is None else (row[0], bool(row[1]))

    def put_content(self, address: str, stamp: str | None, settled: bool, content: str) -> None:
        """Note the hash of a file's bytes."""
        row = (_text(address), stamp, settled, content)
        self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", row)

    def parts(self) -> list[Part]:
        """All parts, in order."""
        rows = self._connection.execute("SELECT number, bytes, sealed FROM parts ORDER BY number")
        return [Part(number, size, bool(sealed)) for number, size, sealed in rows]

    def put_part(self, part: Part) -> None:
        """Note a part."""
        self._connection.execute("INSERT OR REPLACE INTO parts VALUES (?, ?, ?)", part)

    def forget_part(self, number: int) -> int:
        """Its documents are no longer done; how many they are."""
        self._connection.execute("DELETE FROM parts WHERE number = ?", (number,))
        return self._connection.execute("DELETE FROM documents WHERE part = ?", (number,)).rowcount

    def counts(self) -> dict[str, int]:
        """How many documents are in each state."""
        return dict(self._connection.execute("SELECT state, count(*) FROM documents GROUP BY state"))

    def done_otherwise(self, settings: str) -> int:
        """How many documents were done with another model or other options."""
        query = "SELECT count(*) FROM documents WHERE state = 'done' AND key NOT LIKE ?"
        return int(self._connection.execute(query, (f"%-{settings}",)).fetchone()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_version(self, path: Path) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise InvalidConfig(
                f"{path} has format {version}, this version of Paperformer reads {_VERSION}",
                "Choose another folder, or install the version that wrote it",
            )
        self._connection.execute(f"PRAGMA user_version = {_VERSION}")


def _text(address: str) -> str:
    """An address as SQLite keeps it: paths that are no UTF-8 stay apart."""
    return address.encode("utf-8", "backslashreplace").decode()
