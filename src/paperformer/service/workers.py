"""The workers: each has a thread in the server that takes up documents and keeps their answers."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from paperformer.extraction.workers import processor_shares, usable_processors
from paperformer.service.database import Row
from paperformer.service.jobs import Answer, Failure, Job, MakeReader
from paperformer.service.metrics import Metrics
from paperformer.service.queue import Claimed, Queue
from paperformer.service.worker import Worker, WorkerDied

_POLL_SECONDS = 1.0  # for what another process put into the queue
_PAUSE = 1.0  # before a worker that could not start is started again
_log = logging.getLogger(__name__)

MakeJob = Callable[[Claimed], Job]


@dataclass(frozen=True, slots=True)
class Closed:
    """A document that is done or failed: its row, and its extraction, packed."""

    row: Row
    content: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """How workers run.

    Args:
        count: How many.
        seconds_per_document: Time by the clock.
        megabytes: Memory of each.
        make_reader: What reads.
        model: Tells the model that is served now; None is the default model.
    """

    count: int
    seconds_per_document: float
    megabytes: int
    make_reader: MakeReader
    model: Callable[[], Path | None]


class Workers:
    """All workers, and who waits for their answers.

    Args:
        queue: Where documents wait.
        make_job: What a worker is told of a document.
        settings: How they run.
        metrics: Where their work is counted.
    """

    def __init__(self, queue: Queue, make_job: MakeJob, settings: WorkerSettings, metrics: Metrics) -> None:
        self._queue, self._make_job, self._settings, self._metrics = queue, make_job, settings, metrics
        self._ending = threading.Event()
        self._changed = threading.Condition()
        self._arrivals = 0
        self._waiting: dict[str, Future[Closed]] = {}
        self._seconds = 1.0  # one document lately takes
        self._workers: dict[int, Worker] = {}
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start all of them."""
        shares = processor_shares(self._settings.count, usable_processors())
        for number, share in enumerate(shares):
            thread = threading.Thread(target=self._run, args=(number, share), name=f"worker-{number}")
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End all of them; what they were reading waits again."""
        self._ending.set()
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def notify(self) -> None:
        """A document has arrived."""
        with self._changed:
            self._arrivals += 1
            self._changed.notify()

    def expect(self, id: str) -> Future[Closed]:
        """What will have the document once it is done or failed. Ask before it is queued."""
        future: Future[Closed] = Future()
        self._waiting[id] = future
        return future

    def forget(self, id: str) -> None:
        """Nobody waits for the document any more."""
        self._waiting.pop(id, None)

    @property
    def are_ready(self) -> bool:
        """Whether at least one worker can read."""
        return any(w.is_ready and w.failure is None and w.is_alive() for w in list(self._workers.values()))

    @property
    def failure(self) -> Failure | None:
        """Why no worker can read."""
        return next((worker.failure for worker in list(self._workers.values()) if worker.failure), None)

    @property
    def pids(self) -> Sequence[int]:
        """The processes."""
        return [worker.pid for worker in list(self._workers.values()) if worker.pid is not None]

    def seconds_until(self, waiting: int) -> float:
        """About how long so many documents take."""
        return max(1.0, self._seconds * waiting / self._settings.count)

    def _run(self, number: int, share: frozenset[int]) -> None:
        """The life of a worker's thread."""
        try:
            while not self._ending.is_set():
                worker = self._ready_worker(number, share)
                if worker is None:
                    continue
                with self._changed:
                    seen = self._arrivals
                claimed = self._queue.claim()
                if claimed is None:
                    self._wait_for_more(seen)
                else:
                    self._read(worker, claimed)
        finally:
            worker = self._workers.pop(number, None)
            if worker is not None:
                worker.end()

    def _wait_for_more(self, seen: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._arrivals != seen or self._ending.is_set(), _POLL_SECONDS)

    def _ready_worker(self, number: int, share: frozenset[int]) -> Worker | None:
        worker = self._workers.get(number)
        if worker is not None and worker.is_alive() and worker.failure is None and not worker.is_too_large():
            return worker
        if worker is not None:
            worker.end()
            self._metrics.worker_restarts.inc()
        settings = self._settings
        worker = Worker(settings.make_reader, settings.model(), share, settings.megabytes)
        self._workers[number] = worker
        try:
            worker.wait_until_ready(self._ending)
        except WorkerDied:
            self._ending.wait(_PAUSE)
            return None
        if worker.failure is not None:
            _log.error("a worker cannot start: %s", worker.failure.detail)
            self._ending.wait(_PAUSE)
            return None
        return worker

    def _read(self, worker: Worker, claimed: Claimed) -> None:
        begin = time.monotonic()
        try:
            job = self._make_job(claimed)
            outcome = worker.read(job, self._settings.seconds_per_document, self._ending)
        except WorkerDied:
            row = self._queue.give_back(claimed.id, claimed.attempt, blameless=self._ending.is_set())
            self._close(row, None)
            return
        self._seconds += 0.1 * (time.monotonic() - begin - self._seconds)
        if isinstance(outcome, Failure):
            self._metrics.failures.labels(outcome.title).inc()
            self._close(self._queue.fail(claimed.id, claimed.attempt, outcome), None)
        else:
            self._metrics.reading_seconds.observe(outcome.seconds)
            row = self._queue.finish(claimed.id, claimed.attempt, outcome)
            self._close(row, outcome)

    def _close(self, row: Row | None, answer: Answer | None) -> None:
        if row is None:
            return
        future = self._waiting.pop(row["id"], None)
        if future is not None and not future.cancelled():
            future.set_result(Closed(row, answer.documents[0].content if answer is not None else None))
