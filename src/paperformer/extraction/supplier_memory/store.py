"""The memory as a file: an SQLite database of what confirmed documents teach, of bounded size.

It holds fingerprints, places, forms and the words beside and above values; no picture, no other text.
Documents and tags are fingerprints too, by which they can be forgotten.
"""

from __future__ import annotations

import sqlite3
import threading
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from paperformer.errors import InvalidConfig
from paperformer.evidence.remembered import ConfirmedPage
from paperformer.extraction.supplier_memory.confirmed import Lesson
from paperformer.extraction.supplier_memory.identity import TELLS, Keys
from paperformer.extraction.supplier_memory.look import Sketch, similarity
from paperformer.extraction.supplier_memory.packing import packed, unpacked
from paperformer.extraction.supplier_memory.suppliers import scores_of, supplier_of
from paperformer.fields.standing import fingerprint

PAGES_OF_SUPPLIER: Final = 10
"""How many confirmed documents of one supplier are kept: the last ones."""
MOST_BYTES: Final = 100_000_000
_APPLICATION, _VERSION = 0x50464D31, 1
_WAIT = 10.0  # seconds for another process that writes
_LEAST_ALIKE = 0.2  # line texts that a page shares with a confirmed one of its supplier
_LEAST_LOOK = 0.6  # the same where the look is all that speaks for the supplier
_SHORTLIST = 4
_DROPPED = 20  # the oldest of so many documents go where the file is full
_SCHEMA = """
CREATE TABLE pages (
  id INTEGER PRIMARY KEY, document INTEGER NOT NULL UNIQUE, supplier INTEGER NOT NULL, at REAL NOT NULL,
  sketch BLOB NOT NULL, content BLOB NOT NULL
);
CREATE INDEX pages_of_supplier ON pages (supplier, at);
CREATE TABLE keys (key INTEGER, page INTEGER, PRIMARY KEY (key, page)) WITHOUT ROWID;
CREATE INDEX keys_of_page ON keys (page);
CREATE TABLE tags (tag INTEGER, page INTEGER, PRIMARY KEY (tag, page)) WITHOUT ROWID;
CREATE INDEX tags_of_page ON tags (page);
"""


class Kept(NamedTuple):
    """A confirmed document of the file."""

    page: ConfirmedPage
    sketch: Sketch


class Entry(NamedTuple):
    """What a document teaches, with the arguments of ``MemoryFile.add``."""

    document: str
    lesson: Lesson
    at: float
    tags: Collection[str] = ()


class MemoryFile:
    """The file. Threads may share it, and processes.

    Args:
        path: Where it lies; made where it is missing and something is written.
        most_bytes: The oldest documents are dropped from here on.

    Raises:
        InvalidConfig: it is no memory, or cannot be read or written.
    """

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        self.path, self._most_bytes = path, most_bytes
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._inode = 0

    def add(self, document: str, lesson: Lesson, at: float, tags: Collection[str] = ()) -> None:
        """Keep what a document teaches, in place of what it taught before.

        Args:
            document: Its id.
            lesson: What it teaches.
            at: When it was confirmed, in seconds since 1970.
            tags: By which it can be forgotten.

        Raises:
            InvalidConfig: the file is damaged or cannot be written.
        """
        self.add_all([Entry(document, lesson, at, tags)])

    def add_all(self, entries: Iterable[Entry]) -> None:
        """As ``add``, of many documents: all of them are kept, or none."""
        with self._writing() as connection:
            for entry in entries:
                _add(connection, entry)
                while _bytes_of(connection) > self._most_bytes:
                    count = connection.execute("SELECT COUNT(*) FROM pages").fetchone()[0]
                    oldest = "SELECT id FROM pages ORDER BY at, id LIMIT ?"
                    _forget(connection, f"id IN ({oldest})", [1 + count // _DROPPED])

    def forget(
        self, *, document: str | None = None, tag: str | None = None, before: float | None = None
    ) -> int:
        """Delete what documents taught: one, those of a tag, those confirmed before a time; all three hold.

        Returns how many there were.

        Raises:
            InvalidConfig: the file is damaged or cannot be written.
        """
        conditions: list[tuple[str, float]] = []
        if document is not None:
            conditions.append(("document = ?", fingerprint(document)))
        if tag is not None:
            conditions.append(("id IN (SELECT page FROM tags WHERE tag = ?)", fingerprint(tag)))
        if before is not None:
            conditions.append(("at < ?", before))
        if not conditions or not self.path.exists():
            return 0
        with self._writing() as connection:
            where = " AND ".join(condition for condition, _ in conditions)
            return _forget(connection, where, [value for _, value in conditions])

    def retain(self, documents: Iterable[str]) -> int:
        """Delete what all other documents taught; returns how many there were.

        Raises:
            InvalidConfig: the file is damaged or cannot be written.
        """
        wanted = {fingerprint(document) for document in documents}
        others = [(kept,) for kept in self.documents() if kept not in wanted]
        if others:
            with self._writing() as connection:
                for other in others:
                    _forget(connection, "document = ?", other)
        return len(others)

    def times(self, documents: Iterable[str]) -> dict[str, float]:
        """When those of ``documents`` that are kept were confirmed.

        Raises:
            InvalidConfig: the file is damaged.
        """
        kept = self.documents()
        marks = {document: fingerprint(document) for document in documents}
        return {document: kept[mark] for document, mark in marks.items() if mark in kept}

    def documents(self) -> dict[int, float]:
        """Fingerprints of the documents that are kept, and when they were confirmed.

        Raises:
            InvalidConfig: the file is damaged.
        """
        if not self.path.exists():
            return {}
        with self._reading() as connection:
            return dict(connection.execute("SELECT document, at FROM pages").fetchall())

    def recognise(self, keys: Keys, sketch: Sketch) -> list[ConfirmedPage]:
        """The confirmed pages of the supplier of a document that look like it; none if it is unknown.

        Args:
            keys: What the document prints and that may name its supplier.
            sketch: Its look.

        Raises:
            InvalidConfig: the file is damaged.
        """
        if not self.path.exists():
            return []
        with self._reading() as connection:
            best: list[tuple[float, ConfirmedPage]] = []
            best_score = 0.0
            for supplier, score in scores_of(connection, keys)[:_SHORTLIST]:
                alike = [
                    (similarity(sketch, page.sketch), page.page) for page in _pages(connection, supplier)
                ]
                top = max((likeness for likeness, _ in alike), default=0.0)
                least = _LEAST_ALIKE if score > TELLS["look"] else _LEAST_LOOK
                if top >= least and score + top > best_score:
                    best_score = score + top
                    best = [pair for pair in alike if pair[0] >= max(_LEAST_ALIKE, top / 2)]
            return [page for _, page in best]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._faults("read"):
            yield self._opened()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._faults("written"):
            connection = self._opened()
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
            connection.execute("PRAGMA incremental_vacuum").fetchall()

    @contextmanager
    def _faults(self, done: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, zlib.error, ValueError, TypeError, KeyError) as error:
            raise InvalidConfig(
                f"{self.path}: cannot be {done} as a memory of suppliers ({error})",
                "Make it again: paperformer remember FOLDER --to FILE",
            ) from error

    def _opened(self) -> sqlite3.Connection:
        if self._connection is not None and self._inode != _inode(self.path):
            self._connection.close()  # somebody has put another file in its place
            self._connection = None
        if self._connection is None:
            is_new = not self.path.exists() or not self.path.stat().st_size
            connection = sqlite3.connect(
                self.path, timeout=_WAIT, check_same_thread=False, isolation_level=None
            )
            if is_new:
                _create(connection)
            marks = [_pragma(connection, name) for name in ("application_id", "user_version")]
            if marks != [_APPLICATION, _VERSION]:
                connection.close()
                raise ValueError("it is another file, or of another version")
            self._connection, self._inode = connection, _inode(self.path)
        return self._connection


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if _pragma(connection, "application_id") == _APPLICATION:
            return  # another process was faster
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {_VERSION}")


def _add(connection: sqlite3.Connection, entry: Entry) -> None:
    document, lesson, at, tags = entry
    _forget(connection, "document = ?", [fingerprint(document)])
    supplier = supplier_of(connection, lesson.keys)
    page = connection.execute(
        "INSERT INTO pages (document, supplier, at, sketch, content) VALUES (?, ?, ?, ?, ?)",
        [fingerprint(document), supplier or 0, at, lesson.sketch.tobytes(), packed(lesson.page)],
    ).lastrowid
    if supplier is None:
        connection.execute("UPDATE pages SET supplier = id WHERE id = ?", [page])
    connection.executemany("INSERT INTO keys VALUES (?, ?)", [(key, page) for key in lesson.keys])
    connection.executemany("INSERT INTO tags VALUES (?, ?)", [(fingerprint(tag), page) for tag in set(tags)])
    last = "SELECT id FROM pages WHERE supplier = ? ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?"
    _forget(connection, f"id IN ({last})", [supplier or page or 0, PAGES_OF_SUPPLIER])


def _bytes_of(connection: sqlite3.Connection) -> int:
    """Bytes of the file that are used."""
    pages, free, size = (_pragma(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _forget(connection: sqlite3.Connection, where: str, values: Sequence[float]) -> int:
    ids = [row[0] for row in connection.execute(f"SELECT id FROM pages WHERE {where}", values)]
    for table in ("keys WHERE page", "tags WHERE page", "pages WHERE id"):
        connection.executemany(f"DELETE FROM {table} = ?", [(number,) for number in ids])
    return len(ids)


def _pages(connection: sqlite3.Connection, supplier: int) -> list[Kept]:
    rows = connection.execute(
        "SELECT content, sketch FROM pages WHERE supplier = ? ORDER BY at DESC, id DESC", [supplier]
    )
    return [Kept(unpacked(content), np.frombuffer(sketch, dtype=np.uint32)) for content, sketch in rows]
