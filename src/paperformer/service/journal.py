"""The journal of a watched folder: which files were read, so that none is read twice.

One JSON object per line, written to disk before the answer gets its name. After a crash the journal is right:
what it names is read, and what it does not name is not. A line ends at a line feed and nowhere else: names of
files may hold all that Unicode counts as a break of lines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Literal, Self

from paperformer.errors import InvalidConfig

JOURNAL = ".paperformer-watch.jsonl"

Result = Literal["answered", "failed"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One file that was read.

    Args:
        path: Relative to the watched folder, with slashes; of a mail, its mailbox and number.
        sha256: Of its bytes.
        result: What came of it.
        target: Where the answer, or the failed file, lies: relative to its folder, with slashes.
    """

    path: str
    sha256: str
    result: Result
    target: str


class Journal:
    """The journal in a folder of answers, held by one process at a time. A context manager.

    Raises:
        InvalidConfig: another process holds it, or it is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL
        self._file: IO[bytes] = self._path.open("a+b")
        try:
            _lock(self._file, self._path)
            self._entries: dict[tuple[str, str], Entry] = {}
            self._by_path: dict[str, Entry] = {}
            self._by_bytes: dict[str, Entry] = {}
            for entry in self._read():
                self._remember(entry)
        except BaseException:
            self._file.close()
            raise

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def find(self, path: str, sha256: str) -> Entry | None:
        """What came of this file with these bytes; None where it has not been read."""
        return self._entries.get((path, sha256))

    def find_path(self, path: str) -> Entry | None:
        """What came of a document that does not change, such as a mail, by its path alone."""
        return self._by_path.get(path)

    def find_bytes(self, sha256: str) -> Entry | None:
        """What came of a document with these bytes, whatever it is called."""
        return self._by_bytes.get(sha256)

    def targets(self) -> set[str]:
        """All names that answers have."""
        return {entry.target for entry in self if entry.result == "answered"}

    def add(self, entry: Entry) -> None:
        """Note a file; on disk when this returns."""
        self._file.write(json.dumps(asdict(entry), ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._remember(entry)

    def close(self) -> None:
        """Let go of it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _remember(self, entry: Entry) -> None:
        self._entries[entry.path, entry.sha256] = entry
        self._by_path[entry.path] = entry
        self._by_bytes[entry.sha256] = entry

    def _read(self) -> Iterator[Entry]:
        self._file.seek(0)
        complete, end, torn = self._file.read().rpartition(b"\n")
        if torn:  # the power went while a line was written: what it would have named was not finished
            self._file.truncate(len(complete + end))
        for number, line in enumerate(complete.split(b"\n") if complete else (), 1):
            try:
                yield Entry(**json.loads(line))
            except (ValueError, TypeError, RecursionError) as error:
                raise InvalidConfig(
                    f"{self._path}: line {number} is damaged",
                    "Remove that line; its file is then read again",
                ) from error


def _lock(file: IO[bytes], path: Path) -> None:
    """Make sure that nobody else writes the journal, on systems that can tell."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise InvalidConfig(
            f"{path.parent} is in use by another `paperformer watch`",
            "Stop that one, or choose another folder",
        ) from error
