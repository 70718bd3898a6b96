"""The reading process as its owner sees it: starting it, asking it, killing it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from typing import IO, Any, BinaryIO, cast

from paperformer.documents.limits import Limits
from paperformer.documents.reading import ReadOptions
from paperformer.documents.watch import OVER_LIMIT, over_limit
from paperformer.documents.wire import Message, receive, send
from paperformer.errors import DocumentTooLarge, UnreadableDocument

# -P keeps the current folder off the child's path until ours replaces it; the path crosses as an
# argument, so that the child finds the same packages however this process found them.
_PROGRAM = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from paperformer.documents.worker import main; main()"
)
# For a process to start, on a machine that is busy. It takes 0.1 seconds on one that is not.
START_SECONDS = 60.0
# The process watches its own computing time. From outside time is that of the clock, for a process that
# waits for something that never comes; so much longer, because a machine may be busy.
CLOCK_FACTOR = 10.0
_LOOK_EVERY = 0.2
_LAST_WORDS = 2_000


class WorkerProcess:
    """One reading process, seen from its owner, and the watch over its time."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._last_words = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._last_words,
        )
        self._finalizer = weakref.finalize(self, _end, self._process, self._last_words)
        self._is_ready = False
        self.is_overdue = False

    def is_usable(self) -> bool:
        """Whether it runs, and belongs to this process rather than to the one we were forked from."""
        return self._process.poll() is None and self._owner == os.getpid()

    def ask(self, header: dict[str, Any], data: bytes, options: ReadOptions) -> Message:
        """Send a request and wait for its answer, killing the process when it takes too long.

        Raises:
            DocumentTooLarge: when it took too long or too much memory.
            UnreadableDocument: when the process crashed.
        """
        watch = _TimeWatch(self._process, options.limits, START_SECONDS if not self._is_ready else 0.0)
        try:
            send(cast(BinaryIO, self._process.stdin), header, data)
            while not _is_answer(message := receive(cast(BinaryIO, self._process.stdout))):
                self._is_ready = True
                watch.restart(document="ready" in message[0])
        except (BrokenPipeError, EOFError) as error:
            watch.stop()
            raise self._cause(watch, options) from error
        finally:
            watch.stop()
            self.is_overdue = watch.verdict is not None
        return message

    def _cause(self, watch: _TimeWatch, options: ReadOptions) -> DocumentTooLarge | UnreadableDocument:
        status = self._process.wait()
        bound = watch.verdict or OVER_LIMIT.get(status)
        if bound is not None:
            return over_limit(options.name, options.limits, bound)
        how = signal.strsignal(-status) if status < 0 else f"exit status {status}"
        error = UnreadableDocument(
            f"{options.name} is damaged: reading it crashed ({how})",
            "open the file in a viewer and save it anew",
        )
        self._last_words.seek(0)
        error.add_note(self._last_words.read()[-_LAST_WORDS:].decode(errors="replace"))
        return error

    def kill(self) -> None:
        """Kill it; whoever waits for its answer hears so. What it held is given back by ``end``."""
        if self._owner == os.getpid():
            self._process.kill()

    def end(self) -> None:
        """Kill it, and give back what it held."""
        if self._owner == os.getpid():
            self._finalizer()
        else:
            self._finalizer.detach()


def _is_answer(message: Message) -> bool:
    """Whether it is more than a sign of life."""
    return not message[0].keys() & {"ready", "page"}


def _end(process: subprocess.Popen[bytes], last_words: IO[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # it is gone already, with part of a request unread
    process.kill()
    process.wait()
    last_words.close()


class _TimeWatch:
    """Kills a process that has not finished a page, or the document, in ``CLOCK_FACTOR`` times its time.

    ``verdict`` is then the limit that it is about.

    Args:
        process: To watch.
        limits: What a page and a document may take.
        extra: Seconds on top, until the process has given its first sign of life.
    """

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, extra: float) -> None:
        self.verdict: str | None = None
        self._process = process
        self._limits = limits
        self._document_from = self._page_from = time.monotonic() + extra
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def restart(self, *, document: bool) -> None:
        """Start the clock of a page, and of the document, anew."""
        self._page_from = time.monotonic()
        if document:
            self._document_from = self._page_from

    def stop(self) -> None:
        """No longer watch."""
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(min(_LOOK_EVERY, self._left())):
            if self._left() <= 0:
                ends = self._ends()
                self.verdict = min(ends, key=ends.__getitem__)
                self._process.kill()
                return

    def _left(self) -> float:
        return max(0.0, min(self._ends().values()) - time.monotonic())

    def _ends(self) -> dict[str, float]:
        return {
            "seconds_per_page": self._page_from + CLOCK_FACTOR * self._limits.seconds_per_page,
            "seconds_per_document": self._document_from + CLOCK_FACTOR * self._limits.seconds_per_document,
        }
