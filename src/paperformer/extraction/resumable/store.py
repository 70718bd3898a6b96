"""Answers and manifest as one: nothing counts as done before its answers are on disk."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from paperformer.errors import InvalidConfig, write_remedy
from paperformer.extraction.resumable.manifest import Entry, Part
from paperformer.extraction.resumable.parts import Form, OpenPart, check_form, keyed
from paperformer.extraction.resumable.recovery import open_manifest, recover

SECONDS_BETWEEN_COMMITS = 1.0  # what a crash costs at most, besides the documents in work
PART_BYTES = 64_000_000
_LOCK = ".lock"


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Let Ctrl-C wait until answers and manifest agree, where the system can hold signals back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreConfig:
    """Where answers go.

    Args:
        folder: The folder of parts and manifest.
        form: Of the parts.
        part_bytes: A part is sealed when its JSON lines are so large.
    """

    folder: Path
    form: Form = "jsonl"
    part_bytes: int = PART_BYTES


class Store:
    """The folder of a batch, held by one process at a time. A context manager.

    Raises:
        InvalidConfig: another process holds it, it cannot be written, or it has parts of another form.
    """

    def __init__(self, config: StoreConfig) -> None:
        self._config = config
        self._part: OpenPart | None = None
        self._is_whole = True  # False while answers were added and the manifest does not know of them yet
        self._lock = _locked(config.folder)
        try:
            self.manifest, self.notes = open_manifest(config.folder)
            try:
                check_form(config.form, self.manifest.setting("form", config.form), config.folder)
                self.notes += recover(self.manifest, config.folder, config.form)
            except BaseException:
                self.manifest.close()
                raise
        except BaseException:
            self._lock.close()
            raise
        self._number = max((part.number for part in self.manifest.parts()), default=0)
        self._committed = time.monotonic()
        for part in self.manifest.parts():
            if not part.sealed:
                self.seal()  # the one before it: only one grows
                self._part = OpenPart(config.folder, part.number, part.size)

    def add(self, entry: Entry, lines: Sequence[str] = ()) -> None:
        """Note a document and keep its answers; both count from the next commit on."""
        with _interrupted_later():
            self._is_whole = False
            part = self._append([keyed(entry.key, line) for line in lines]) if lines else None
            self.manifest.put(replace(entry, part=part, run=self.manifest.run, answers=len(lines)))
            self._is_whole = True
        if self._part is not None and self._part.size >= self._config.part_bytes:
            self.seal()

    def commit_if_due(self) -> None:
        """Commit, unless that was a moment ago."""
        if time.monotonic() - self._committed >= SECONDS_BETWEEN_COMMITS:
            self.commit()

    def commit(self) -> None:
        """First the answers, then the manifest that speaks of them.

        Raises:
            InvalidConfig: the disk is full, or the manifest cannot be written.
        """
        try:
            if self._part is not None:
                self._part.sync()
                self.manifest.put_part(Part(self._part.number, self._part.size, sealed=False))
            self.manifest.commit()
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(self._config.folder, error) from error
        self._committed = time.monotonic()

    def seal(self) -> None:
        """Give the open part its final name."""
        if self._part is None:
            return
        self.commit()
        part, self._part = self._part, None
        try:
            size = part.publish(self._config.form)
            self.manifest.put_part(Part(part.number, size, sealed=True))
            self.manifest.commit()
            part.discard()
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(self._config.folder, error) from error
        finally:
            part.close()

    def close(self) -> None:
        """Let go of the folder; what was not committed is forgotten."""
        if self._part is not None:
            self._part.close()
        self.manifest.close()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._is_whole and (kind is None or issubclass(kind, KeyboardInterrupt | GeneratorExit)):
                self.commit()
                self.seal()
        finally:
            self.close()

    def _append(self, lines: list[str]) -> int:
        try:
            if self._part is None:
                self._number += 1
                self._part = OpenPart(self._config.folder, self._number)
            self._part.append(lines)
        except OSError as error:
            raise _unwritable(self._config.folder, error) from error
        return self._part.number


def _locked(folder: Path) -> IO[str]:
    """The folder, made where it is not there, and kept from other processes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / _LOCK).open("w", encoding="utf-8")
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        import fcntl
    except ImportError:  # Windows
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise InvalidConfig(
            f"{folder} is in use by another batch", "Wait for it, stop it, or choose another folder"
        ) from error
    return lock


def _unwritable(folder: Path, error: Exception) -> InvalidConfig:
    reason = getattr(error, "strerror", None) or str(error)
    return InvalidConfig(f"{folder} cannot be written ({reason})", write_remedy(error))
