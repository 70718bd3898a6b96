"""Files that arrive in a folder, each handed out when it is complete."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

# How browsers, scanners and copying programs name what they have not finished.
UNFINISHED = (".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", "~")


class _State(NamedTuple):
    """What changes while a file is written."""

    size: int
    modified: int
    inode: int


class Arrivals:
    """Watches a folder and its folders by looking again and again, which works on network drives too.

    A file is complete when its size and time have not changed for some seconds and, where the system can
    tell, no process has it open for writing. A file is handed out once, and again when it has changed.

    Args:
        folder: The folder.
        settle_seconds: How long a file must rest.
        without: Folders inside that are not watched.
        clock: Seconds that only rise.
        on_error: Called once for each folder that may not be opened.
    """

    def __init__(
        self,
        folder: Path,
        settle_seconds: float,
        without: Sequence[Path] = (),
        clock: Callable[[], float] = time.monotonic,
        on_error: Callable[[OSError], object] = lambda _: None,
    ) -> None:
        self._on_error = on_error
        self._closed: set[str] = set()
        self._folder = folder
        self._settle = settle_seconds
        self._without = {path.resolve() for path in without}
        self._clock = clock
        self._resting: dict[Path, tuple[_State, float]] = {}
        self._given: dict[Path, _State] = {}

    def complete(self) -> list[Path]:
        """The files that have become complete since the last call, the oldest first."""
        now = self._clock()
        found = dict(self._files())
        self._resting = {path: seen for path, seen in self._resting.items() if path in found}
        self._given = {path: state for path, state in self._given.items() if path in found}
        ready = []
        for path, state in found.items():
            if self._given.get(path) == state:
                continue
            before = self._resting.get(path)
            if before is None or before[0] != state:
                self._resting[path] = before = (state, now)
            if now - before[1] >= self._settle and not _is_being_written(path):
                ready.append((state.modified, path))
                self._given[path] = state
        return [path for _, path in sorted(ready)]

    @property
    def is_waiting(self) -> bool:
        """Whether a file was seen that was not complete at the last call."""
        return any(self._given.get(path) != state for path, (state, _) in self._resting.items())

    def _say_once(self, error: OSError) -> None:
        if error.filename not in self._closed:
            self._closed.add(error.filename)
            self._on_error(error)

    def _files(self) -> Iterator[tuple[Path, _State]]:
        for root, folders, names in os.walk(self._folder, onerror=self._say_once):
            here = Path(root)
            folders[:] = [
                f for f in folders if not f.startswith(".") and (here / f).resolve() not in self._without
            ]
            for name in names:
                if name.startswith(".") or name.lower().endswith(UNFINISHED):
                    continue
                path = here / name
                try:
                    status = path.lstat()
                except FileNotFoundError:  # moved away meanwhile
                    continue
                if os.path.isfile(path) and not os.path.islink(path):  # noqa: PTH113, PTH114
                    yield path, _State(status.st_size, status.st_mtime_ns, status.st_ino)


def _is_being_written(path: Path) -> bool:
    """Whether a process has the file open for writing; False where the system does not tell.

    Linux grants a read lease on a file only while nobody has it open for writing (fcntl(2), F_SETLEASE).
    """
    try:
        from fcntl import F_RDLCK, F_SETLEASE, F_UNLCK, fcntl
    except ImportError:
        return False
    try:
        with path.open("rb") as file:
            fcntl(file, F_SETLEASE, F_RDLCK)
            fcntl(file, F_SETLEASE, F_UNLCK)
    except BlockingIOError:
        return True
    except OSError:  # not our file, or a file system without leases: the resting time must do
        return False
    return False
