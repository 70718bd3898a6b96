"""The workers, and who waits for their answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from paperformer.extraction.workers import processor_shares, usable_processors
from paperformer.service.database import Row
from paperformer.service.desk import Desk, DeskTools, MakeJob, WorkerSettings
from paperformer.service.jobs import Answer, Failure
from paperformer.service.metrics import Metrics
from paperformer.service.queue import Queue

_POLL_SECONDS = 1.0  # for what another process put into the queue
_SECONDS_TO_END = 4.0


@dataclass(frozen=True, slots=True)
class Closed:
    """A document that is done or failed.

    Args:
        row: Of the database.
        content: Its extraction, packed.
        has_files: Whether its file holds others.
    """

    row: Row
    content: bytes | None
    has_files: bool


class Workers:
    """All workers, and who waits for their answers.

    Args:
        queue: Where documents wait.
        make_job: What a worker is told of a document.
        settings: How they run.
        metrics: Where their work is counted.
    """

    def __init__(self, queue: Queue, make_job: MakeJob, settings: WorkerSettings, metrics: Metrics) -> None:
        self._queue, self._settings = queue, settings
        self._recovering, self._is_recovered = threading.Lock(), False
        self._ending, self._draining = threading.Event(), threading.Event()
        self._changed = threading.Condition()
        self._arrivals = 0
        self._waiting: dict[str, Future[Closed]] = {}
        self._seconds = 1.0  # one document lately takes
        tools = DeskTools(
            queue=queue,
            make_job=make_job,
            close=self._close,
            wait=self._wait_for_more,
            arrivals=self._seen,
            settings=settings,
            metrics=metrics,
            ending=self._ending,
            draining=self._draining,
            prepare=self._recover,
        )
        shares = processor_shares(settings.count, usable_processors())
        self._desks = [Desk(number, share, tools) for number, share in enumerate(shares)]

    def start(self) -> None:
        """Start all of them."""
        for desk in self._desks:
            desk.thread.start()

    def drain(self) -> None:
        """Take up no more documents; those that are being read go on."""
        self._draining.set()

    def interrupt(self) -> None:
        """Read no further. What was being read waits again, and who waits for an answer is told so."""
        self._draining.set()
        self._ending.set()
        with self._changed:
            self._changed.notify_all()
        for future in list(self._waiting.values()):
            future.cancel()

    def stop(self) -> None:
        """End all of them; what they were reading waits again."""
        self.interrupt()
        deadline = time.monotonic() + _SECONDS_TO_END
        for desk in self._desks:
            desk.thread.join(deadline - time.monotonic())
        for desk in self._desks:
            desk.end()

    def notify(self) -> None:
        """A document has arrived."""
        with self._changed:
            self._arrivals += 1
            self._changed.notify()

    def expect(self, id: str) -> Future[Closed]:
        """What will have the document once it is done or failed. Ask before it is queued.

        It is cancelled where the service ends before.
        """
        future: Future[Closed] = Future()
        self._waiting[id] = future
        if self._ending.is_set():
            future.cancel()
        return future

    def forget(self, id: str) -> None:
        """Nobody waits for the document any more."""
        self._waiting.pop(id, None)

    @property
    def is_ending(self) -> bool:
        """Whether nothing is read any more."""
        return self._ending.is_set()

    @property
    def are_ready(self) -> bool:
        """Whether at least one worker can read."""
        workers = [desk.worker for desk in self._desks]
        return any(w is not None and w.is_ready and w.failure is None and w.is_alive() for w in workers)

    @property
    def are_all_reading(self) -> bool:
        """Whether each of them reads a document, for no longer than it may."""
        return all(desk.is_reading for desk in self._desks)

    @property
    def failure(self) -> Failure | None:
        """Why no worker can read."""
        workers = [desk.worker for desk in self._desks]
        return next((w.failure for w in workers if w is not None and w.failure is not None), None)

    @property
    def trouble(self) -> str | None:
        """Why no worker takes up documents at present, in a line; None where at least one does."""
        troubles = [desk.thread.trouble for desk in self._desks]
        if not all(desk.thread.is_alive() for desk in self._desks) and not self._ending.is_set():
            return "a worker's thread has ended"
        return next(iter(troubles), None) if all(troubles) else None

    @property
    def pids(self) -> Sequence[int]:
        """The processes."""
        workers = [desk.worker for desk in self._desks]
        return [worker.pid for worker in workers if worker is not None and worker.pid is not None]

    def seconds_until(self, waiting: int) -> float:
        """About how long so many documents take."""
        return max(1.0, self._seconds * waiting / self._settings.count)

    def _recover(self) -> None:
        with self._recovering:
            if not self._is_recovered:
                self._queue.recover()
                self._is_recovered = True

    def _seen(self) -> int:
        with self._changed:
            return self._arrivals

    def _wait_for_more(self, seen: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._arrivals != seen or self._ending.is_set(), _POLL_SECONDS)

    def _close(self, row: Row, answer: Answer | None) -> None:
        if answer is not None:
            self._seconds += 0.1 * (answer.seconds - self._seconds)
        future = self._waiting.pop(row["id"], None)
        if future is not None and future.set_running_or_notify_cancel():
            content = answer.documents[0].content if answer is not None else None
            future.set_result(Closed(row, content, answer is not None and bool(answer.inside)))
