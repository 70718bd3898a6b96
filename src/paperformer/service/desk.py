"""One worker's thread in the server: it takes up documents, has them read, and stores the answers."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paperformer.service.database import Row
from paperformer.service.files import new_id
from paperformer.service.jobs import Answer, Failure, Job, MakeReader
from paperformer.service.metrics import Metrics
from paperformer.service.queue import Claimed, Queue
from paperformer.service.storage_faults import storage_fault
from paperformer.service.supervision import Supervised, Trouble
from paperformer.service.worker import START_SECONDS, Worker, WorkerDied, WorkerLate

_LEAST_END_SECONDS = 0.5
_log = logging.getLogger(__name__)

MakeJob = Callable[[Claimed], Job]
Close = Callable[[Row, Answer | None], None]
Outcome = Answer | Failure


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTools:
    """What all desks work with.

    Args:
        queue: Where documents wait.
        make_job: What a worker is told of a document.
        close: Told the row of each document that is done or failed, and its answer.
        wait: Waits for the next document, or a moment; told the number of arrivals that was seen.
        arrivals: How many documents have arrived.
        settings: How workers run.
        metrics: Where their work is counted.
        ending: Set when all is to end.
        draining: Set when no more documents are to be taken up.
        prepare: Lets wait again what an earlier run of the service was reading; called before all else.
    """

    queue: Queue
    make_job: MakeJob
    close: Close
    wait: Callable[[int], None]
    arrivals: Callable[[], int]
    settings: WorkerSettings
    metrics: Metrics
    ending: threading.Event
    draining: threading.Event
    prepare: Callable[[], None]


@dataclass(slots=True)
class _Held:
    """A document that this desk has taken up, until its outcome is stored.

    Args:
        claimed: The document.
        outcome: What was read; None where reading was not finished.
        is_blameless: Whether the attempt does not count, because disk or database are at fault.
    """

    claimed: Claimed
    outcome: Outcome | None = None
    is_blameless: bool = False


class Desk:
    """One worker's thread. What it holds survives its errors.

    An answer that could not be stored is stored later, and a document whose reading failed is given back.

    Args:
        number: Of the worker.
        share: The processors that it computes on; empty is all.
        tools: What it works with.
    """

    def __init__(self, number: int, share: frozenset[int], tools: DeskTools) -> None:
        self._share, self._tools = share, tools
        self._held: _Held | None = None
        self._attempt: str | None = None  # of a document that is being taken up
        self._since: float | None = None
        self._start_seconds = START_SECONDS  # doubled where a busy machine takes longer
        self.worker: Worker | None = None
        self.thread = Supervised(f"worker-{number}", self._run, tools.ending)

    @property
    def is_reading(self) -> bool:
        """Whether it reads a document, for no longer than it may."""
        since = self._since
        return since is not None and time.monotonic() - since < self._tools.settings.seconds_per_document + 5

    def end(self) -> None:
        """End the process. What is still held waits again after the next start."""
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.end(_LEAST_END_SECONDS)

    def _run(self) -> None:
        tools = self._tools
        tools.prepare()
        while not tools.ending.is_set():
            self._settle()
            worker = self._ready_worker()
            seen = tools.arrivals()
            claimed = None if tools.draining.is_set() else self._claim()
            if claimed is None:
                self.thread.went_well()
                tools.wait(seen)
                continue
            self._held = _Held(claimed)
            self._read(worker, self._held)
            self.thread.went_well()

    def _claim(self) -> Claimed | None:
        if self._attempt is not None:  # an error hid whether it was taken up
            self._tools.queue.let_go(self._attempt)
        self._attempt = new_id()
        claimed = self._tools.queue.claim(self._attempt)
        self._attempt = None
        return claimed

    def _ready_worker(self) -> Worker:
        worker, tools = self.worker, self._tools
        if worker is not None and worker.is_alive() and worker.failure is None and not worker.is_too_large():
            return worker
        if worker is not None:
            self.worker = None
            worker.end()
            tools.metrics.worker_restarts.inc()
        settings = tools.settings
        worker = Worker(settings.make_reader, settings.model(), self._share, settings.megabytes)
        self.worker = worker
        try:
            worker.wait_until_ready(tools.ending, self._start_seconds)
        except WorkerLate as error:
            late, self._start_seconds = self._start_seconds, 2 * self._start_seconds
            text = f"the process that reads documents takes more than {late:g} seconds to start"
            raise Trouble(text) from error
        except WorkerDied as error:
            raise Trouble("the process that reads documents ended while it started") from error
        if worker.failure is not None:
            raise Trouble(worker.failure.detail)
        return worker

    def _read(self, worker: Worker, held: _Held) -> None:
        tools, claimed = self._tools, held.claimed
        self._since = time.monotonic()
        try:
            job = tools.make_job(claimed)
            held.outcome = worker.read(job, tools.settings.seconds_per_document, tools.ending)
        except WorkerDied:
            held.is_blameless = tools.ending.is_set()
        except Exception as error:
            if storage_fault(error) is not None:
                held.is_blameless = True
                raise
            _log.exception("%s cannot be read", claimed.id)
            held.outcome = _own_error(claimed, error)
        finally:
            self._since = None
        self._settle()

    def _settle(self) -> None:
        """Store the outcome of the document that is held, or give it back."""
        while (held := self._held) is not None:
            try:
                row = self._store(held)
            except Exception as error:
                if storage_fault(error) is not None:
                    raise
                # It will not pass: less of the document is stored, so that no other waits for it.
                _log.exception("the outcome of %s cannot be stored", held.claimed.id)
                self._held = _with_less(held, error)
                continue
            self._held = None
            if row is not None:
                self._tools.close(row, held.outcome if isinstance(held.outcome, Answer) else None)

    def _store(self, held: _Held) -> Row | None:
        id, attempt = held.claimed.id, held.claimed.attempt
        queue, metrics = self._tools.queue, self._tools.metrics
        if held.outcome is None:
            return queue.give_back(id, attempt, blameless=held.is_blameless)
        if isinstance(held.outcome, Failure):
            row = queue.fail(id, attempt, held.outcome)
            metrics.failures.labels(held.outcome.title).inc()
            return row
        row = queue.finish(id, attempt, held.outcome)
        metrics.reading_seconds.observe(held.outcome.seconds)
        return row


def _with_less(held: _Held, error: Exception) -> _Held | None:
    """What to store of a document instead of what cannot be stored; None where nothing can."""
    if isinstance(held.outcome, Answer):
        return _Held(held.claimed, _own_error(held.claimed, error))
    return _Held(held.claimed) if held.outcome is not None else None


def _own_error(claimed: Claimed, error: Exception) -> Failure:
    text = f"{claimed.name} met an error in Paperformer itself: {type(error).__name__}. Please report it"
    return Failure("UnreadableDocument", text)
