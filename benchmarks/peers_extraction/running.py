"""Runs a reader over documents, each with a deadline: one that hangs or kills its reader costs itself."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

CHILD = Path(__file__).parent / "adapters" / "child.py"
_ONE_THREAD = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TORCH_NUM_THREADS")


class ReaderMissing(Exception):
    """A reader that cannot be opened here; the message is the last line that it printed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of a document.

    Args:
        fields: Values by field.
        lines: Purchase lines; None where the reader has none.
        seconds: That it took.
        peak_mb: The most memory of the reader so far.
        error: Why there is no answer; empty if there is one.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    lines: Sequence[Mapping[str, str]] | None = None
    seconds: float = 0.0
    peak_mb: float = 0.0
    error: str = ""


def read_all(python: Path, name: str, files: Sequence[Path], deadline: float) -> Iterator[Reading]:
    """The readings of ``files``, in order; the reader starts again after one that failed to end.

    Raises:
        ReaderMissing: the reader cannot be opened.
    """
    child = Child(python, name)
    for file in files:
        reading = child.read(file, deadline)
        if reading is None:
            child.kill()
            yield Reading(seconds=deadline, error=f"no answer within {deadline:g} seconds")
            child = Child(python, name)
        else:
            yield reading
    child.kill()


class Child:
    """A process that reads documents.

    Raises:
        ReaderMissing: the reader cannot be opened.
    """

    def __init__(self, python: Path, name: str, opening: float = 600.0) -> None:
        threads = dict.fromkeys(_ONE_THREAD, "1")
        self.process = subprocess.Popen(
            [python, CHILD, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**os.environ, **threads},
        )  # fmt: skip
        self._answers: queue.Queue[str] = queue.Queue()
        self._printed: list[str] = []
        streams = ((self.process.stdout, self._answers.put), (self.process.stderr, self._note))
        self._threads = [threading.Thread(target=_pass_on, args=pair, daemon=True) for pair in streams]
        for thread in self._threads:
            thread.start()
        if self._next(opening) is None:
            self.kill()
            raise ReaderMissing(self._printed[-1].strip() if self._printed else "it does not open")

    def read(self, file: Path, deadline: float) -> Reading | None:
        """The reading of a file; None where there is none in time."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{file}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        answer = self._next(deadline)
        return None if answer is None else Reading(**answer)

    def kill(self) -> None:
        """End it."""
        self.process.kill()
        for thread in self._threads:
            thread.join()
        self.process.communicate()

    def _note(self, line: str) -> None:
        if line.strip():
            self._printed[:] = [*self._printed[-20:], line]

    def _next(self, seconds: float) -> dict[str, Any] | None:
        """The next line of answers; None where it does not come in time, or the process has ended."""
        for _ in range(int(seconds * 10)):
            try:
                answer: dict[str, Any] = json.loads(self._answers.get(timeout=0.1))
            except queue.Empty:
                if self.process.poll() is not None and self._answers.empty():
                    return None
            else:
                return answer
        return None


def _pass_on(stream: IO[str], keep: Callable[[str], None]) -> None:
    for line in stream:
        keep(line)
