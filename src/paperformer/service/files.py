"""The bytes of documents on disk. Names of files are ids that the service makes, never what a caller says."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self

_ID = re.compile(r"[0-9a-f]{24}")


def new_id() -> str:
    """An identifier that cannot be guessed."""
    return secrets.token_hex(12)


@dataclass(frozen=True, slots=True)
class Received:
    """A file that has arrived whole, not yet kept.

    Args:
        path: Where its bytes lie for now.
        size: How many they are.
        sha256: Their digest.
        head: The first of them, which tell the kind of file.
    """

    path: Path
    size: int
    sha256: str
    head: bytes


class Incoming:
    """A file that arrives in pieces."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO = path.open("xb")
        self._digest = hashlib.sha256()
        self._head = b""
        self.size = 0

    def write(self, piece: bytes) -> None:
        """Add a piece."""
        self._file.write(piece)
        self._digest.update(piece)
        self.size += len(piece)
        if len(self._head) < FileStore.HEAD:
            self._head += piece[: FileStore.HEAD - len(self._head)]

    def finish(self) -> Received:
        """Put all of it on disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return Received(self._path, self.size, self._digest.hexdigest(), self._head)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # on a full disk, closing tries once more to write what is left
            self._file.close()
        self._path.unlink(missing_ok=True)  # nothing is left of what was not kept


class FileStore:
    """Files by id, and pictures of their pages.

    Args:
        folder: Of the service's data.
    """

    HEAD = 65_536

    def __init__(self, folder: Path) -> None:
        self._files = folder / "files"
        self._previews = folder / "previews"
        self._incoming = folder / "incoming"
        for path in (self._files, self._previews, self._incoming):
            path.mkdir(parents=True, exist_ok=True, mode=0o700)

    def receive(self) -> Incoming:
        """A file to write to; leaving its context removes what was not kept."""
        return Incoming(self._incoming / new_id())

    def keep(self, received: Received, file: str) -> None:
        """Give a received file its id; it is on disk when this returns."""
        target = self.path(file)
        if not target.parent.is_dir():
            target.parent.mkdir(exist_ok=True, mode=0o700)
            _sync(self._files)
        received.path.rename(target)
        _sync(target.parent)

    def keep_bytes(self, data: bytes) -> str:
        """Keep what was inside another file; its id."""
        file = new_id()
        with self.receive() as incoming:
            incoming.write(data)
            self.keep(incoming.finish(), file)
        return file

    def path(self, file: str) -> Path:
        """Where the bytes of a file lie.

        Raises:
            ValueError: not an id of a file.
        """
        return self._files / checked_id(file)[:2] / file

    @property
    def previews(self) -> Path:
        """The folder of the pictures of pages: one in it for each file."""
        return self._previews

    def remove(self, file: str) -> None:
        """Remove a file and the pictures of its pages."""
        self.path(file).unlink(missing_ok=True)
        shutil.rmtree(self._previews / checked_id(file), ignore_errors=True)

    def ids(self) -> set[str]:
        """All files that are kept."""
        return {path.name for path in self._files.glob("??/*")}

    def clear_incoming(self) -> None:
        """Remove what had not arrived whole when the service ended."""
        for path in self._incoming.iterdir():
            path.unlink(missing_ok=True)


def checked_id(file: str) -> str:
    """An id as it came, if it is one: anything else could be a path.

    Raises:
        ValueError: not an id of a file.
    """
    if not _ID.fullmatch(file):
        raise ValueError(f"{file!r} is no id")
    return file


def _sync(folder: Path) -> None:
    """Put the names in a folder on disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
