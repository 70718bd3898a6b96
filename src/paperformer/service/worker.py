"""A process that reads documents, seen from inside and from its owner."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

from paperformer.documents.heap import SECONDS, Heap
from paperformer.errors import PaperformerError, UnreadableDocument
from paperformer.service.jobs import Answer, Failure, Job, JobReader, MakeReader

MEGABYTE = 1_000_000
START_SECONDS = 120.0  # to load model and OCR, on a machine that is busy
_LOOK_EVERY = 0.25
_SECONDS_TO_END = 5.0


class WorkerDied(Exception):
    """The process ended by itself, or something ended it."""


class WorkerLate(WorkerDied):
    """The process was ended because it did not start in time."""


class Worker:
    """A process that reads one document at a time, and the watch over its time and memory.

    Args:
        make_reader: What reads; it is made in the process, so it must be something that can be pickled.
        model: The model to load at once; None is the default model.
        share: The processors to compute on; empty is all.
        megabytes: Memory that it may occupy.
    """

    def __init__(
        self, make_reader: MakeReader, model: Path | None, share: frozenset[int], megabytes: int
    ) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._megabytes = megabytes
        self._process = context.Process(
            target=_work, args=(theirs, make_reader, model, share), name="paperformer-worker"
        )
        with _deaf_from_birth():
            self._process.start()
        theirs.close()
        self.failure: Failure | None = None
        self.is_ready = False

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    def wait_until_ready(self, is_ending: threading.Event, seconds: float = START_SECONDS) -> None:
        """Wait until model and OCR are loaded; ``failure`` says why they could not be.

        Args:
            is_ending: Set when nobody waits any more.
            seconds: After which the process is killed.

        Raises:
            WorkerLate: it takes longer.
            WorkerDied: the process ended.
        """
        message = self._receive(seconds, is_ending)
        self.failure = message if isinstance(message, Failure) else None
        self.is_ready = True

    def read(self, job: Job, seconds: float, is_ending: threading.Event) -> Answer | Failure:
        """Read a document.

        Args:
            job: The document.
            seconds: After which the process is killed.
            is_ending: Set when nobody waits for the answer any more.

        Raises:
            WorkerDied: the process ended.
        """
        try:
            self._pipe.send(job)
        except OSError as error:
            raise WorkerDied from error
        return cast("Answer | Failure", self._receive(seconds, is_ending, job.name))

    def end(self, seconds: float = _SECONDS_TO_END) -> None:
        """End the process, and the process that it opens documents with.

        Args:
            seconds: After which it is killed.
        """
        self._pipe.close()
        self._process.join(0.0 if not self.is_ready else seconds)
        self._kill()

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.is_alive()

    def is_too_large(self) -> bool:
        """Whether it occupies more memory than it may."""
        return resident_megabytes(self._process.pid or 0) > self._megabytes

    def _receive(self, seconds: float, is_ending: threading.Event, name: str | None = None) -> object:
        deadline = time.monotonic() + seconds
        try:
            while not self._pipe.poll(_LOOK_EVERY):
                if is_ending.is_set():
                    raise WorkerDied
                if time.monotonic() > deadline:
                    self._kill()
                    if name is None:
                        raise WorkerLate
                    return Failure(
                        "DocumentTooLarge", f"{name} takes more than {seconds:g} seconds to read. Split it"
                    )
                if self.is_too_large():
                    self._kill()
                    what = name or "The model"
                    text = f"{what} takes more than {self._megabytes:,} MB of memory to read. Split it"
                    return Failure("DocumentTooLarge", text)
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            self._kill()
            raise WorkerDied from error

    def _kill(self) -> None:
        self._process.kill()
        self._process.join()


@contextmanager
def _deaf_from_birth() -> Iterator[None]:
    """Signals of the terminal go to every process: one that still imports would print where it was ended.

    A process begins with the mask of the thread that starts it; the thread's own handling changes in no way.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would unblock the same signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def resident_megabytes(process: int) -> float:
    """Memory that a process occupies; 0 where the system does not tell, or it is gone."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def _work(pipe: Connection, make_reader: MakeReader, model: Path | None, share: frozenset[int]) -> None:
    """The process's life: jobs in, answers out, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the owner ends us
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_owner, args=(os.getppid(),), daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            reader = make_reader(share)
        except PaperformerError as error:  # such as a list of known parties that was damaged since the start
            pipe.send(Failure.of(error))
            return
        try:
            pipe.send(_warmed(reader, model))
            heap = Heap()
            while True:
                while not pipe.poll(SECONDS):
                    heap.give_back()
                pipe.send(_outcome(reader, pipe.recv()))
                heap.used()
                heap.give_back()
        finally:
            reader.close()


def _warmed(reader: JobReader, model: Path | None) -> Failure | None:
    try:
        reader.warm(model)
    except PaperformerError as error:
        return Failure.of(error)
    return None


def _outcome(reader: JobReader, job: Job) -> Answer | Failure:
    try:
        return reader.read(job)
    except PaperformerError as error:
        return Failure.of(error)
    except Exception as error:  # noqa: BLE001 - one document must not stop the others; nothing is hidden
        text = f"{job.name} met an error in Paperformer itself: {type(error).__name__}: {error}"
        return Failure.of(UnreadableDocument(text, "Please report it"))


def _end_with_owner(owner: int) -> None:
    while os.getppid() == owner:
        time.sleep(0.5)
    os._exit(0)  # at once: whoever waits for the answer is gone
