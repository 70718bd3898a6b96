"""Faults of the machine while ``soak.py`` posts: each begins, lasts, and passes.

``FAULTS`` says what they are. Between two of them the service has to be ready again and to read a document.
While one lasts, and ``AFTER`` seconds more, the service may tell clients to come again (503, 507).
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from soak_documents import ROOT

from service import Client, Server

sys.path.append(str(ROOT / "tests" / "service"))

AFTER = 30.0
"""Seconds from the end of a fault by which the service has to be as before."""
_HELD = 40.0  # longer than a transaction waits for another one
_FULL = 20.0
_SET = 20.0
_HOUR = 3600
_POLL = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What faults happen to.

    Args:
        server: The service.
        data: Its folder.
        disk: Where the folder lies on a disk of its own that may be filled; None where it does not.
        offset: The file that sets the service's clock.
        database: URL of the PostgreSQL database; None is SQLite.
        restart: Restarts the database's server.
    """

    server: Server
    data: Path
    disk: Path | None
    offset: Path
    database: str | None
    restart: Callable[[], None]


@contextmanager
def lock(machine: Machine) -> Iterator[None]:
    """Another session holds the database, for longer than a transaction waits."""
    if machine.database is None:
        from faults import database_held

        with database_held(machine.data):
            time.sleep(_HELD)
            yield
        return
    import psycopg

    with psycopg.connect(machine.database) as session:
        session.execute("LOCK TABLE documents IN ACCESS EXCLUSIVE MODE")
        time.sleep(_HELD)
        yield


@contextmanager
def full_disk(machine: Machine) -> Iterator[None]:
    """Not one byte more fits on the disk of the service's folder."""
    from faults import disk_filled

    assert machine.disk is not None
    with disk_filled(machine.disk):
        time.sleep(_FULL)
        yield


@contextmanager
def killed_worker(machine: Machine) -> Iterator[None]:
    """A process that reads is killed, as the system does when memory runs out."""
    _kill(machine, "spawn_main")
    yield


@contextmanager
def killed_opener(machine: Machine) -> Iterator[None]:
    """A process that opens files is killed."""
    _kill(machine, "paperformer.documents.worker")
    yield


@contextmanager
def clock(machine: Machine) -> Iterator[None]:
    """The clock is set forward by an hour, and back."""
    machine.offset.write_text(str(_HOUR), encoding="ascii")
    time.sleep(_SET)
    machine.offset.write_text("0", encoding="ascii")
    yield


@contextmanager
def restarted_database(machine: Machine) -> Iterator[None]:
    """The database's server ends under all connections, and comes back."""
    machine.restart()
    yield


Fault = Callable[[Machine], Any]
FAULTS: dict[str, Fault] = {
    "lock": lock,
    "full disk": full_disk,
    "killed worker": killed_worker,
    "killed opener": killed_opener,
    "clock": clock,
    "restarted database": restarted_database,
}


def applicable(machine: Machine) -> dict[str, Fault]:
    """The faults that can be brought about here."""
    left_out = set()
    if machine.disk is None:
        left_out.add("full disk")
    if machine.database is None:
        left_out.add("restarted database")
    return {name: fault for name, fault in FAULTS.items() if name not in left_out}


@dataclass(slots=True)
class Injector:
    """Brings about one fault after the other, as documents are done.

    Args:
        machine: What they happen to.
        documents: By how many documents all faults have begun.
        done: Tells how many documents are done.
    """

    machine: Machine
    documents: int
    done: Callable[[], int]
    wrong: list[str] = field(default_factory=list)
    """What was not as before after a fault."""
    _until: float = 0.0
    _ending: threading.Event = field(default_factory=threading.Event)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "faults"))
    _work: Future[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._work = self._pool.submit(self._run)

    def stop(self) -> None:
        """Bring about no further one, and wait for the end of the one under way."""
        self._ending.set()
        self._pool.shutdown()
        if self._work is not None:
            self._work.result()

    def excuses(self) -> bool:
        """Whether the service may tell clients to come again now."""
        return time.monotonic() < self._until

    def _run(self) -> None:
        faults = applicable(self.machine)
        for number, (name, fault) in enumerate(faults.items(), 1):
            due = self.documents * number // (len(faults) + 1)
            while self.done() < due:
                if self._ending.wait(_POLL):
                    self.wrong.append(f"{name}: did not happen, there were too few documents")
                    return
            self._happen(name, fault)

    def _happen(self, name: str, fault: Fault) -> None:
        self._until = float("inf")
        begin = time.monotonic()
        with fault(self.machine):
            pass
        end = time.monotonic()
        self._until = end + AFTER
        ready = self._ready_again(end)
        done = self.done()
        print(f"  fault: {name}, {end - begin:.0f} s, after {done:,} documents; {ready}", flush=True)

    def _ready_again(self, since: float) -> str:
        while time.monotonic() < since + AFTER:
            if Client(self.machine.server.port).ask("GET", "/readyz")[0] == 200:
                return f"ready again {time.monotonic() - since:.1f} s later"
            time.sleep(_POLL)
        self.wrong.append(f"not ready {AFTER:.0f} s after a fault")
        return "not ready again"


def _kill(machine: Machine, kind: str) -> None:
    for process in machine.server.children():
        try:
            if kind in " ".join(process.cmdline()):
                process.kill()
                return
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue  # it is being replaced
    raise SystemExit(f"there is no process of {kind} to kill")
