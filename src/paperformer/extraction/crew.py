"""Worker processes that each read one document at a time, replaced when they die or take too long.

Plain processes and pipes rather than a pool: its workers must have children of their own (the process
that parses), and when one dies it must be known which document it was reading.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any, Generic, Protocol, TypeVar, cast

from paperformer.errors import DeadlineExceeded, PaperformerError, WorkerDied

SECONDS_TO_CLOSE = 5.0
_READY = "ready"

Item_contra = TypeVar("Item_contra", contravariant=True)
Item = TypeVar("Item")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Reader(Protocol[Item_contra, Result_co]):
    """Reads one item after the other, and raises nothing on account of one."""

    def read(self, task: Item_contra, /) -> Result_co:
        """Read one."""
        ...

    def close(self) -> None:
        """Let go of processes and memory."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[Item, Result]):
    """What the workers do.

    Args:
        open_reader: Makes the reader, in the worker: something that can be pickled.
        lost: The result for an item whose worker died or was stopped.
        name: What to call an item in that error.
        deadline: Seconds after which an item is given up and its worker replaced; None waits for ever.
    """

    open_reader: Callable[[], Reader[Item, Result]]
    lost: Callable[[Item, PaperformerError], Result]
    name: Callable[[Item], str]
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Collected(Generic[Result]):
    """A result: the number under which its item was given, and the seconds that it took."""

    index: int
    result: Result
    seconds: float


class _Worker:
    """One process, the pipe to it, and the processors it may use."""

    def __init__(
        self, context: SpawnContext, open_reader: Callable[[], Reader[Any, Any]], share: frozenset[int]
    ) -> None:
        self.share = share
        self.is_ready = False
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, open_reader, share))
        with _interrupts_ignored():
            self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.pipe.close()  # it reads the end of its tasks, and closes what it opened
        self.process.join(SECONDS_TO_CLOSE)
        if self.process.is_alive():
            self.kill()

    def kill(self) -> None:
        """End it at once, with the process that parses for it."""
        if self.is_ready and self.process.pid is not None and hasattr(os, "killpg"):
            with suppress(ProcessLookupError):  # it died by itself, and so did its parser
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()


@dataclass(slots=True)
class _Busy(Generic[Item]):
    """What a worker is reading, and since when: the time to load the model is not the document's."""

    worker: _Worker
    index: int
    item: Item
    since: float = field(default_factory=time.monotonic)


class Crew(Generic[Item, Result]):
    """The workers: those with an item, and those without. Its length is the number of items in work.

    Args:
        work: What they do.
        shares: The processors of each worker; as many workers as shares are started, when they are needed.
    """

    def __init__(self, work: Work[Item, Result], shares: Sequence[frozenset[int]]) -> None:
        self._context = get_context("spawn")
        self._work = work
        self._shares = list(shares)  # those without a worker
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Busy[Item]] = {}
        self.last = -1  # the highest index given out

    def __len__(self) -> int:
        return len(self._busy)

    @property
    def is_full(self) -> bool:
        """Whether every worker has an item."""
        return not self._idle and not self._shares

    def give(self, index: int, item: Item) -> None:
        """Hand an item to a worker without one; there must be one."""
        if not self._idle:
            self._idle.append(_Worker(self._context, self._work.open_reader, self._shares.pop()))
        worker = self._idle.pop()
        self._busy[worker.pipe] = _Busy(worker, index, item)
        self.last = index
        with suppress(BrokenPipeError):  # it died: collect() reads the end of its pipe
            worker.pipe.send(item)

    def collect(self, timeout: float | None = None) -> list[Collected[Result]]:
        """Wait for results; none where nothing came in ``timeout`` seconds, or a worker has just loaded.

        Raises:
            PaperformerError: when a worker could not load its model.
        """
        ready = wait(list(self._busy), self._patience(timeout))
        collected = [answer for pipe in cast("list[Connection]", ready) for answer in self._received(pipe)]
        return collected + [self._overdue(busy) for busy in list(self._busy.values()) if self._is_late(busy)]

    def dismiss(self) -> None:
        """End all workers; what they are reading is not waited for."""
        for busy in self._busy.values():
            busy.worker.kill()
        for worker in self._idle:
            worker.stop()
        self._busy, self._idle = {}, []

    def _received(self, pipe: Connection) -> Iterator[Collected[Result]]:
        busy = self._busy[pipe]
        try:
            answer = pipe.recv()
        except (EOFError, ConnectionResetError):
            yield self._lost(busy, WorkerDied(*_died(self._work.name(busy.item))))
            return
        if answer == _READY:
            busy.worker.is_ready, busy.since = True, time.monotonic()
            return
        del self._busy[pipe]
        self._idle.append(busy.worker)
        if isinstance(answer, PaperformerError):
            raise answer
        yield Collected(busy.index, answer, time.monotonic() - busy.since)

    def _overdue(self, busy: _Busy[Item]) -> Collected[Result]:
        message = f"{self._work.name(busy.item)} takes more than {self._work.deadline:g} seconds to read"
        return self._lost(busy, DeadlineExceeded(message, "Split it, or give --deadline more"))

    def _lost(self, busy: _Busy[Item], error: PaperformerError) -> Collected[Result]:
        """Replace a worker; its item is answered for by an error."""
        del self._busy[busy.worker.pipe]
        busy.worker.kill()
        self._shares.append(busy.worker.share)
        return Collected(busy.index, self._work.lost(busy.item, error), time.monotonic() - busy.since)

    def _is_late(self, busy: _Busy[Item]) -> bool:
        return busy.worker.is_ready and self._left(busy) <= 0

    def _left(self, busy: _Busy[Item]) -> float:
        return (
            float("inf")
            if self._work.deadline is None
            else busy.since + self._work.deadline - time.monotonic()
        )

    def _patience(self, timeout: float | None) -> float | None:
        """How long to wait: no longer than until the next deadline."""
        ends = [self._left(busy) for busy in self._busy.values() if busy.worker.is_ready]
        least = min([*ends, float("inf") if timeout is None else timeout])
        return None if least == float("inf") else max(0.0, least)


def _work(pipe: Connection, open_reader: Callable[[], Reader[Any, Any]], share: frozenset[int]) -> None:
    """A worker's life: items in, results out, until the pipe ends."""
    if hasattr(os, "setsid"):
        os.setsid()  # a group of its own, so that whoever kills it kills its parser too
    threading.Thread(target=_end_with_owner, daemon=True).start()
    if share and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, share)  # its own child processes inherit it
    try:
        reader = open_reader()
    except PaperformerError as error:
        pipe.send(error)
        return
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the owner is done with us
        try:
            pipe.send(_READY)
            while True:
                pipe.send(reader.read(pipe.recv()))
        finally:
            reader.close()


def _end_with_owner() -> None:
    """End at once when the owner is gone, also in the middle of a document: nobody waits for the answer."""
    owner = parent_process()
    if owner is not None:
        owner.join()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ctrl-C goes to every process of the terminal; workers are born deaf to it, and the parent ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _died(name: str) -> tuple[str, str]:
    return (
        f"{name} was lost: the process reading it died, perhaps for want of memory",
        "Read it with --jobs 1",
    )
