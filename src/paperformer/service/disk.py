"""Room on the disk that holds the data."""

from __future__ import annotations

import shutil
from pathlib import Path

from paperformer.service.storage_faults import storage_fault

MEGABYTE = 1_000_000
_PROBE = b"\0" * 4096


class Disk:
    """The disk under a folder.

    A reserve stays free: the answers to what was accepted, and the deletion of documents, need room too.

    Args:
        folder: Where data are kept; it exists.
        reserve_bytes: What uploads leave free.
    """

    def __init__(self, folder: Path, reserve_bytes: int) -> None:
        self._folder, self._reserve = folder, reserve_bytes

    def has_room(self, size: int = 0) -> bool:
        """Whether so many bytes more leave the reserve free."""
        return shutil.disk_usage(self._folder).free - size >= self._reserve

    def problem(self) -> str | None:
        """Why no document can be kept, in a line; None where one can."""
        if not self.has_room():
            return f"less than {self._reserve // MEGABYTE:,} MB are free on the disk"
        try:
            self._write()
        except OSError as error:
            return "the disk is full" if storage_fault(error) == "full" else f"the disk: {error.strerror}"
        return None

    def _write(self) -> None:
        """Write something: the number of free bytes tells nothing of quotas and read-only disks."""
        probe = self._folder / ".probe"
        try:
            with probe.open("wb") as file:
                file.write(_PROBE)
        finally:
            probe.unlink(missing_ok=True)
