"""What an error does to a thread, and what is said of it."""

from __future__ import annotations

import errno
import threading
from pathlib import Path

import pytest
from faults import wait_for
from sqlalchemy.exc import OperationalError

from paperformer.service.database import Database, DatabaseBusy
from paperformer.service.periodic import Periodic
from paperformer.service.storage_faults import StorageFault, storage_fault
from paperformer.service.supervision import Pause, Supervised, Trouble, reason


def test_pauses_grow_up_to_a_limit_and_begin_anew_after_a_success() -> None:
    pause = Pause(0.2, 1.0)
    assert [pause.next() for _ in range(5)] == [0.2, 0.4, 0.8, 1.0, 1.0]
    pause.reset()
    assert pause.next() == 0.2


def test_a_thread_runs_again_after_each_error_until_it_returns() -> None:
    errors: list[Exception] = [OSError(errno.ENOSPC, "full"), DatabaseBusy(), ZeroDivisionError("secret")]
    seen: list[str | None] = []

    def run() -> None:
        seen.append(thread.trouble)
        if errors:
            raise errors.pop()
        thread.went_well()

    thread = Supervised("tested", run, threading.Event(), Pause(0.01, 0.01))
    thread.start()
    thread.join(5)
    assert not thread.is_alive()
    own = "an error of its own (ZeroDivisionError)"
    assert seen == [None, own, "another process holds the database", "the disk is full"]
    assert thread.trouble is None


def test_the_end_does_not_wait_for_a_pause() -> None:
    ending = threading.Event()

    def run() -> None:
        raise Trouble("never ready")

    thread = Supervised("tested", run, ending, Pause(60.0, 60.0))
    thread.start()
    wait_for(lambda: thread.trouble == "never ready", 5)
    ending.set()
    thread.join(5)
    assert not thread.is_alive()


def test_a_trouble_that_the_end_brings_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    ending = threading.Event()

    def run() -> None:
        ending.set()
        raise Trouble("the process ended")

    thread = Supervised("tested", run, ending)
    thread.start()
    thread.join(5)
    assert not thread.is_alive()
    assert caplog.records == []


def test_work_that_failed_is_tried_again_before_its_next_time() -> None:
    done = threading.Event()
    errors = [ValueError("first")]

    def run() -> None:
        if errors:
            raise errors.pop()
        done.set()

    periodic = Periodic("tested", 3600.0, run)
    periodic.start()
    assert done.wait(5)
    wait_for(lambda: periodic.trouble is None, 5)
    periodic.stop()


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (OSError(errno.ENOSPC, "x"), "full"),
        (OSError(errno.EDQUOT, "x"), "full"),
        (OSError(errno.EROFS, "x"), "unavailable"),
        (OSError(errno.EMFILE, "x"), "unavailable"),
        (FileNotFoundError(errno.ENOENT, "x"), None),
        (ValueError("x"), None),
        (DatabaseBusy(), "busy"),
    ],
)
def test_faults_of_the_machine_are_no_other_errors(error: Exception, fault: StorageFault | None) -> None:
    assert storage_fault(error) == fault


def fill(database: Database) -> None:
    with database.write() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no page more than there are
        connection.exec_driver_sql("CREATE TABLE large (content)")


def test_sqlite_says_that_its_disk_is_full(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.db'}")
    with pytest.raises(OperationalError) as raised:
        fill(database)
    assert storage_fault(raised.value) == "full"
    assert reason(raised.value) == "the disk is full"
    database.close()
