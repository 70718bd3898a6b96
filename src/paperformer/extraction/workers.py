"""Several processes that read documents, each with an extractor of its own.

Plain processes and pipes rather than a pool: its workers must have children of their own (the process
that parses), and when one dies it must be known which document it was reading.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import cast

from paperformer.errors import PaperformerError, UnreadableDocument
from paperformer.extraction.batch import Outcome, Task, TaskReader
from paperformer.extraction.options import ReadingOptions

# A slow document holds back the answers after it; so many may wait for each process.
READ_AHEAD = 8
SECONDS_TO_CLOSE = 5.0


def read_in_workers(tasks: Iterable[Task], options: ReadingOptions, jobs: int) -> Iterator[Outcome]:
    """Read tasks in ``jobs`` processes, outcomes in order; see ``batch.read_all``.

    A process that dies (the system's memory ran out) costs the document it was reading, and is replaced.
    """
    waiting = enumerate(tasks)
    crew = _Crew(options, processor_shares(jobs, usable_processors()))
    done: dict[int, Outcome] = {}
    first = 0  # the next outcome to yield
    exhausted = False
    try:
        while True:
            while not exhausted and len(crew) < jobs and crew.last - first < READ_AHEAD * jobs:
                entry = next(waiting, None)
                exhausted = entry is None
                if entry is not None:
                    crew.give(*entry)
            if not crew and exhausted:
                break
            done.update(crew.collect())
            while first in done:
                yield done.pop(first)
                first += 1
    finally:
        crew.dismiss()


def usable_processors() -> tuple[int, ...]:
    """The processors that this process may use; none where the system does not tell."""
    return tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ()


def processor_shares(jobs: int, processors: Sequence[int]) -> list[frozenset[int]]:
    """A share of the processors for each job, as even as can be.

    ONNX Runtime and the OCR start a thread for every processor they may use, and those threads spin: ``jobs``
    processes on all processors at once would mostly get in each other's way. Where there are more jobs than
    processors, some share one; a share is empty, which means all, where nothing is known of processors.
    """
    if not processors:
        return [frozenset()] * jobs
    return [
        frozenset(processors[job::jobs]) or frozenset({processors[job % len(processors)]})
        for job in range(jobs)
    ]


class _Worker:
    """One process, the pipe to it, and the processors it may use."""

    def __init__(self, context: SpawnContext, options: ReadingOptions, share: frozenset[int]) -> None:
        self.share = share
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, options, share))
        with _interrupts_ignored():
            self.process.start()
        theirs.close()

    def stop(self) -> None:
        self.pipe.close()  # it reads the end of its tasks, and closes what it opened
        self.process.join(SECONDS_TO_CLOSE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class _Crew:
    """The workers: those with a task, and those without. Its length is the number of tasks in work."""

    def __init__(self, options: ReadingOptions, shares: list[frozenset[int]]) -> None:
        self._context = get_context("spawn")
        self._options = options
        self._shares = shares  # those without a worker
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, int, Task]] = {}
        self.last = -1  # the highest index given out

    def __len__(self) -> int:
        return len(self._busy)

    def give(self, index: int, task: Task) -> None:
        if not self._idle:
            self._idle.append(_Worker(self._context, self._options, self._shares.pop()))
        worker = self._idle.pop()
        self._busy[worker.pipe] = (worker, index, task)
        self.last = index
        with suppress(BrokenPipeError):  # it died: collect() reads the end of its pipe
            worker.pipe.send(task)

    def collect(self) -> dict[int, Outcome]:
        """Wait for one outcome or more.

        Raises:
            PaperformerError: when a worker could not load its model.
        """
        outcomes = {}
        for pipe in cast("list[Connection]", wait(list(self._busy))):
            worker, index, task = self._busy.pop(pipe)
            try:
                answer = pipe.recv()
            except (EOFError, ConnectionResetError):
                worker.stop()
                self._shares.append(worker.share)
                outcomes[index] = Outcome(task.name, error=_died(task.name))
                continue
            self._idle.append(worker)
            if isinstance(answer, PaperformerError):
                raise answer
            outcomes[index] = answer
        return outcomes

    def dismiss(self) -> None:
        for worker, _, _ in self._busy.values():  # not waited for: the caller gave up on them
            worker.process.terminate()
        for worker in [*self._idle, *(entry[0] for entry in self._busy.values())]:
            worker.stop()


def _work(pipe: Connection, options: ReadingOptions, share: frozenset[int]) -> None:
    """A worker's life: tasks in, outcomes out, until the pipe ends."""
    if share and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, share)  # its own child processes inherit it
    try:
        reader = TaskReader(options)
    except PaperformerError as error:
        pipe.send(error)
        return
    with reader:
        while True:
            try:
                task = pipe.recv()
            except EOFError:
                return
            pipe.send(reader.read(task))


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


def _died(name: str) -> UnreadableDocument:
    return UnreadableDocument(
        f"{name} was lost: the process reading it died, perhaps for want of memory", "Read it with --jobs 1"
    )
