"""Pictures of pages on disk, up to a size; those that nobody has asked for longest are removed first."""

from __future__ import annotations

import logging
import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path

from paperformer.service.files import checked_id, new_id

_KEPT = 0.8  # part of the limit that is left when old pictures are removed
_log = logging.getLogger(__name__)


class PreviewCache:
    """Pictures of pages, by file, page and dots an inch.

    Args:
        folder: Where they are kept.
        most_bytes: Of all of them.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder, self._most_bytes = folder, most_bytes
        self._turn = threading.Lock()
        for part in folder.glob("*/*.part"):
            part.unlink(missing_ok=True)  # was being written when the service died
        self._bytes = sum(size for _, size, _ in self._all())

    def get(self, file: str, page: int, dpi: int) -> bytes | None:
        """The picture of a page; None where it is not there."""
        path = self._path(file, page, dpi)
        try:
            data = path.read_bytes()
            os.utime(path)
        except FileNotFoundError:
            return None
        return data

    def put(self, file: str, page: int, dpi: int, data: bytes) -> None:
        """Keep a picture; readers see all of it or nothing. On a full disk it is not kept."""
        path = self._path(file, page, dpi)
        part = path.with_name(f"{path.name}.{new_id()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.write_bytes(data)
            part.rename(path)
        except OSError as error:
            _log.warning("a preview cannot be kept: %s", error.strerror)
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return
        with self._turn:
            self._bytes += len(data)
            if self._bytes > self._most_bytes:
                self._evict()

    def remove(self, file: str) -> None:
        """Remove the pictures of a file."""
        shutil.rmtree(self._folder / checked_id(file), ignore_errors=True)

    def _evict(self) -> None:
        pictures = sorted(self._all())
        self._bytes = sum(size for _, size, _ in pictures)
        for _, size, path in pictures:
            if self._bytes <= _KEPT * self._most_bytes:
                return
            path.unlink(missing_ok=True)
            with suppress(OSError):  # others are in it
                path.parent.rmdir()
            self._bytes -= size

    def _all(self) -> list[tuple[int, int, Path]]:
        """When each picture was last asked for, its size, and where it is."""
        found = []
        for path in self._folder.glob("*/*.png"):
            with suppress(FileNotFoundError):  # its document was deleted just now
                status = path.stat()
                found.append((status.st_mtime_ns, status.st_size, path))
        return found

    def _path(self, file: str, page: int, dpi: int) -> Path:
        return self._folder / checked_id(file) / f"{page}@{dpi}.png"
