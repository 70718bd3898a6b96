"""The process that reads for one side, with limits; replaced where a document kills it or takes too much."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self, cast

from paperformer.comparison import memory
from paperformer.errors import InvalidConfig

_PROGRAM: Final = Path(__file__).with_name("reading_program.py")
_LOOK_EVERY: Final = 0.2  # seconds
_SECONDS_TO_CLOSE: Final = 5.0


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What a side may take for one document: seconds by the clock, and megabytes of all its processes."""

    seconds: float = 300.0
    megabytes: float = 4_000.0


@dataclass(frozen=True, slots=True)
class Answered:
    """What a side said to one document: an answer as JSON, or an error in a line; and the seconds it took."""

    answer: Mapping[str, Any] | None
    error: str | None
    seconds: float


class SideProcess:
    """Reads documents one after the other in a process of its own. A context manager.

    Args:
        name: What to call the side in errors.
        python: The interpreter.
        environment: Its environment.
        options: Arguments of its ``Extractor``.
        limits: What one document may take.
    """

    def __init__(
        self,
        name: str,
        python: Path,
        environment: Mapping[str, str],
        options: Mapping[str, str | float],
        limits: ReadingLimits,
    ) -> None:
        self._name, self._limits, self._environment = name, limits, dict(environment)
        self._command: Sequence[str] = (str(python), "-P", str(_PROGRAM), json.dumps(dict(options)))
        self._process: subprocess.Popen[bytes] | None = None
        self._last_words: IO[bytes] | None = None
        self._unread = b""
        self.peak: float | None = None

    def start(self) -> Mapping[str, str]:
        """Start it; its version, model, and the place of its package.

        Raises:
            InvalidConfig: it cannot read: no Paperformer there, an option that it does not know.
        """
        self._last_words = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._last_words, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise InvalidConfig(f"{self._name}: {self._command[0]} cannot be started", str(error)) from error
        said, trouble = self._receive()
        if said is None or "failed" in said:
            reason = trouble or "" if said is None else str(said["failed"])
            raise InvalidConfig(f"{self._name} cannot read documents: {_one_line(reason)}", "Check that side")
        return {key: str(value) for key, value in said.items()}

    def read(self, path: Path, name: str) -> Answered:
        """Read a document; never raises on account of it."""
        if self._process is None:
            self.start()
        begun = time.monotonic()
        pipe = cast("IO[bytes]", cast("subprocess.Popen[bytes]", self._process).stdin)
        with suppress(BrokenPipeError):  # it died: receive() says so
            pipe.write(json.dumps({"path": str(path), "name": name}).encode() + b"\n")
            pipe.flush()
        said, trouble = self._receive()
        if said is None:
            return Answered(None, trouble, time.monotonic() - begun)
        self._note_peak()
        error = said.get("error")
        return Answered(said.get("answer"), None if error is None else str(error), float(said["seconds"]))

    def close(self) -> None:
        """End it, with all that it started."""
        if self._process is None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):
                cast("IO[bytes]", pipe).close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_CLOSE)
        self._kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            self._kill()  # what it reads is not waited for

    def _receive(self) -> tuple[dict[str, Any] | None, str | None]:
        """The next line; where none comes, why, and the process is gone."""
        process = cast("subprocess.Popen[bytes]", self._process)
        output = cast("IO[bytes]", process.stdout).fileno()
        ends = time.monotonic() + self._limits.seconds
        while b"\n" not in self._unread:
            if select.select([output], [], [], _LOOK_EVERY)[0]:
                data = os.read(output, 1 << 16)
                if not data:
                    return None, self._died()
                self._unread += data
                continue
            if time.monotonic() > ends:
                self._kill()
                return None, f"it takes more than {self._limits.seconds:g} seconds"
            if (memory.resident(process.pid) or 0.0) > self._limits.megabytes:
                self._note_peak()
                self._kill()
                return None, f"it takes more than {self._limits.megabytes:g} MB of memory"
        line, _, self._unread = self._unread.partition(b"\n")
        return json.loads(line), None

    def _died(self) -> str:
        process = cast("subprocess.Popen[bytes]", self._process)
        status = process.wait()
        words = cast("IO[bytes]", self._last_words)
        words.seek(0)
        lines = words.read()[-2_000:].decode(errors="replace").strip().splitlines()
        how = signal.strsignal(-status) if status < 0 else f"exit status {status}"
        self._kill()
        return f"the process that read it died ({how})" + (f": {lines[-1]}" if lines else "")

    def _kill(self) -> None:
        process, self._process, self._unread = self._process, None, b""
        if process is not None:
            with suppress(ProcessLookupError, PermissionError):  # it ended by itself, and so did its parser
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(BrokenPipeError):
                    cast("IO[bytes]", pipe).close()
        if self._last_words is not None:
            self._last_words.close()
            self._last_words = None

    def _note_peak(self) -> None:
        found = None if self._process is None else memory.peak(self._process.pid)
        self.peak = found if self.peak is None else max(self.peak, found or 0.0)


def _one_line(text: str) -> str:
    return " ".join(text.split()) or "it ended without a word"
