"""Whether the service can do its work: a thread tries it again and again, and requests see the last result.

Neither ``/healthz`` nor ``/readyz`` waits for disk, database, or the threads that other requests fill.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from sqlalchemy import delete

from paperformer.service.database import Database
from paperformer.service.disk import Disk
from paperformer.service.operation_schema import Health
from paperformer.service.queue import Queue
from paperformer.service.supervision import Supervised, reason
from paperformer.service.tables import SESSIONS
from paperformer.service.workers import Workers

_EVERY = 1.0
_SECONDS_TO_END = 0.2
STALL_SECONDS = 10.0
"""How long a document may wait while not all workers read; how long the database may take to answer."""


class HealthMonitor:
    """Tries database and disk, and watches whether the queue moves.

    Time is that of the system's monotonic clock: a clock that is set makes nothing old.

    Args:
        database: To write to.
        disk: To write to.
        queue: To watch.
        workers: Who should take up what waits.
        warnings: Tells what works with less than it should.
        stall_seconds: How long a document may wait while not all workers read, and the database may take.
        clock: Tells the time in seconds.
    """

    def __init__(
        self,
        database: Database,
        disk: Disk,
        queue: Queue,
        workers: Workers,
        warnings: Callable[[], Sequence[str]],
        stall_seconds: float = STALL_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database, self._disk, self._queue, self._workers = database, disk, queue, workers
        self._warnings, self._stall_seconds, self._clock = warnings, stall_seconds, clock
        self._found: tuple[str, ...] | None = None  # problems, the last time
        self._begun: float | None = None  # of the check under way
        self._head: int | None = None  # the document that waits longest
        self._head_since = 0.0
        self._ending = threading.Event()
        self._thread = Supervised("health", self._run, self._ending)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ending.set()
        self._thread.join(_SECONDS_TO_END)

    def state(self) -> Health:
        """Whether documents can be accepted and read now. It waits for nothing."""
        problems = self._problems()
        if problems:
            return Health(status="failing", detail="; ".join(problems))
        if self._found is None or not self._workers.are_ready:
            return Health(status="starting", detail="the model is being loaded")
        return Health(status="ok", warnings=list(self._warnings()))

    def check(self) -> None:
        """Try everything once."""
        self._begun = self._clock()
        checks = (self._of_disk, self._of_database, self._of_queue)
        problems = tuple(problem for check in checks if (problem := _tried(check)) is not None)
        self._found = problems
        self._begun = None

    def _problems(self) -> list[str]:
        failure, begun, found = self._workers.failure, self._begun, self._found
        problems = list(found or ())
        if begun is not None and (late := self._clock() - begun) > self._stall_seconds:
            problems.append(f"disk or database have not answered for {late:.0f} s")
        if failure is not None:
            problems.append(failure.detail)
        elif (trouble := self._workers.trouble) is not None:
            problems.append(f"no document is taken up: {trouble}")
        return problems

    def _run(self) -> None:
        while not self._ending.is_set():
            self.check()
            self._thread.went_well()
            self._ending.wait(_EVERY)

    def _of_disk(self) -> str | None:
        return self._disk.problem()

    def _of_database(self) -> str | None:
        with self._database.write(durable=False) as connection:  # no row is that of no session
            connection.execute(delete(SESSIONS).where(SESSIONS.c.sha256 == ""))
        return None

    def _of_queue(self) -> str | None:
        head, now = self._queue.longest_waiting(), self._clock()
        if head != self._head:
            self._head, self._head_since = head, now
        waited = now - self._head_since
        if head is None or waited <= self._stall_seconds or self._workers.are_all_reading:
            return None
        return f"a document has waited for {waited:.0f} s and no worker takes it up"


def _tried(check: Callable[[], str | None]) -> str | None:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - it is what /readyz says
        return reason(error)
