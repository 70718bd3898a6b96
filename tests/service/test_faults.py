"""Faults that pass leave nothing behind: the service reads the next document within 30 s of their end."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fake_reader import MakeFakeReader, pdf
from faults import database_held, disk_filled, small_disk, wait_for
from running_service import Running
from sqlalchemy import select, update

from paperformer.service.audit import ITSELF, Deed
from paperformer.service.config import ServiceConfig
from paperformer.service.document_rows import NewDocument
from paperformer.service.files import Incoming, new_id
from paperformer.service.queue import Claimed
from paperformer.service.service import Service
from paperformer.service.tables import DOCUMENTS

Start = Callable[..., Running]
SECONDS = 30.0  # from the end of a fault until the next document is read
BUSY_SECONDS = 0.2


def assert_reads_the_next_document(running: Running) -> None:
    begin = time.monotonic()
    wait_for(lambda: running.post(pdf("next")).status_code == 201, SECONDS)
    wait_for(lambda: running.client.get("/readyz").status_code == 200, SECONDS)
    assert time.monotonic() - begin < SECONDS


def is_ready(running: Running) -> bool:
    return running.client.get("/readyz").status_code == 200


def kept(running: Running, id: str, column: str) -> Any:
    with running.service.database.read() as connection:
        return connection.scalar(select(DOCUMENTS.c[column]).where(DOCUMENTS.c.id == id))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    folder = tmp_path / "journal"
    folder.mkdir()
    return folder


def test_a_database_held_by_another_process_ends_no_worker(start_fake: Start, journal: Path) -> None:
    running = start_fake(busy_seconds=BUSY_SECONDS, reader=MakeFakeReader(journal))
    id = running.post_async(pdf("sleep 2")).json()["id"]
    wait_for(lambda: kept(running, id, "state") == "working")
    with database_held(running.service.config.data):
        wait_for(lambda: running.service.workers.trouble is not None)
        answer = running.client.get("/readyz")
        assert answer.status_code == 503
        assert "another process holds the database" in answer.json()["detail"]
        assert running.client.get("/healthz").status_code == 200
        refused = running.post(pdf("x"))
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        assert "another process holds the database" in refused.json()["detail"]
    assert running.closed(id)["state"] == "done"
    assert len(list(journal.glob(f"{id}-*"))) == 1  # read once; its answer was stored later
    assert kept(running, id, "attempts") == 1
    assert_reads_the_next_document(running)
    assert running.service.files.ids() == running.service.documents.files()


def test_writers_behind_a_held_database_do_not_wait_one_after_the_other(start_fake: Start) -> None:
    running = start_fake(busy_seconds=1.0)
    codes: list[int] = []
    with database_held(running.service.config.data):
        posts = [
            threading.Thread(target=lambda: codes.append(running.post(pdf("x")).status_code))
            for _ in range(8)
        ]
        begin = time.monotonic()
        for post in posts:
            post.start()
        for post in posts:
            post.join()
        took = time.monotonic() - begin
    assert codes == [503] * 8
    assert took < 6.0  # not eight times the wait of each


def test_what_a_dead_service_was_reading_is_read_though_the_database_is_held_at_the_start(
    tmp_path: Path,
) -> None:
    config = ServiceConfig(data=tmp_path / "data", workers=1, busy_seconds=BUSY_SECONDS)
    dead = Service(config, MakeFakeReader())
    id = new_id()
    with dead.files.receive() as incoming:
        incoming.write(pdf("x"))
        received = incoming.finish()
        dead.files.keep(received, id)
    dead.queue.add([(NewDocument(id, received, "a.pdf", "pdf", {}), Deed(ITSELF, "test"))])
    assert dead.queue.claim() is not None
    dead.stop()
    with database_held(config.data):
        service = Service(config, MakeFakeReader())
        service.start()
        wait_for(lambda: service.workers.trouble is not None)
    try:
        wait_for(lambda: service.documents.counts() == {"done": 1})
    finally:
        service.stop()


def test_a_full_disk_refuses_before_anything_is_accepted_and_ends_no_worker(
    start_fake: Start, tmp_path: Path, journal: Path
) -> None:
    with small_disk(tmp_path / "disk", 12) as disk:
        running = start_fake(data=disk / "data", reserve_megabytes=2, reader=MakeFakeReader(journal))
        try:
            id = running.post_async(pdf("sleep 0.3")).json()["id"]
            wait_for(lambda: kept(running, id, "state") == "working")
            with disk_filled(disk):
                wait_for(lambda: not is_ready(running))
                refused = running.post(pdf("x"))
                assert refused.status_code == 507
                assert refused.headers["content-type"] == "application/problem+json"
                assert "disk" in running.client.get("/readyz").json()["detail"]
                time.sleep(0.5)  # the document is read meanwhile; its answer cannot be stored
            assert running.closed(id)["state"] == "done"
            assert len(list(journal.glob(f"{id}-*"))) == 1
            assert_reads_the_next_document(running)
            assert running.service.files.ids() == running.service.documents.files()
        finally:
            running.service.stop()


def test_less_room_than_the_reserve_refuses_uploads(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()
    usage = SimpleNamespace(free=50_000_000)
    with monkeypatch.context() as fault:
        fault.setattr(shutil, "disk_usage", lambda _: usage)
        answer = running.post(pdf("x"))
        assert answer.status_code == 507
        assert answer.json()["title"] == "No room on the disk"
        wait_for(lambda: not is_ready(running))
        assert "less than 100 MB are free" in running.client.get("/readyz").json()["detail"]
        assert running.client.get("/v1/documents").json()["total"] == 0
    assert_reads_the_next_document(running)


def test_a_disk_that_fills_up_while_a_file_arrives_keeps_nothing_of_it(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as fault:
        fault.setattr(Incoming, "finish", full)
        assert running.post(pdf("x")).status_code == 507
    assert list((running.service.config.data / "incoming").iterdir()) == []
    assert running.client.get("/v1/documents").json()["total"] == 0
    assert_reads_the_next_document(running)


def test_a_thread_begins_again_after_whatever_error(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()
    claim, errors = running.service.queue.claim, [ZeroDivisionError("a"), MemoryError(), RuntimeError("c")]

    def broken(attempt: str | None = None) -> Claimed | None:
        if errors:
            raise errors.pop()
        return claim(attempt)

    monkeypatch.setattr(running.service.queue, "claim", broken)
    assert_reads_the_next_document(running)
    assert errors == []
    assert running.service.workers.trouble is None


def test_an_error_after_a_document_was_taken_up_does_not_keep_it_from_being_read(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()
    claim, broken = running.service.queue.claim, [True]

    def lost(attempt: str | None = None) -> Claimed | None:
        claimed = claim(attempt)
        if claimed is not None and broken:
            broken.pop()
            raise ConnectionError("the answer of the database is lost")
        return claimed

    monkeypatch.setattr(running.service.queue, "claim", lost)
    id = running.post(pdf("x")).json()["id"]
    assert broken == []
    assert running.document(id)["state"] == "done"
    assert kept(running, id, "attempts") == 1


def test_options_that_nobody_can_read_cost_their_document_alone(start_fake: Start) -> None:
    running = start_fake()
    blocker = running.post_async(pdf("sleep 0.5")).json()["id"]
    bad = running.post_async(pdf("bad")).json()["id"]
    with running.service.database.write() as connection:
        options = '{"known_parties": [{"nothing": "of use"}]}'
        connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.id == bad).values(options=options))
    assert running.closed(blocker)["state"] == "done"
    failed = running.closed(bad)
    assert failed["state"] == "failed"
    assert "KeyError" in failed["error"]["detail"]
    assert_reads_the_next_document(running)


def test_an_answer_that_cannot_be_stored_costs_its_document_alone(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()
    finish, fail = running.service.queue.finish, running.service.queue.fail

    def broken(id: str, attempt: str, outcome: Any) -> Any:
        if kept(running, id, "name") == "bad.pdf":
            raise ValueError("a text that the database does not take")
        return (fail if hasattr(outcome, "title") else finish)(id, attempt, outcome)

    monkeypatch.setattr(running.service.queue, "finish", broken)
    monkeypatch.setattr(running.service.queue, "fail", broken)
    bad = running.post_async(pdf("bad"), name="bad.pdf").json()["id"]
    failed = running.closed(bad)
    assert failed["state"] == "failed"
    assert "died 3 times" in failed["error"]["detail"]
    assert kept(running, bad, "attempts") == 3
    assert_reads_the_next_document(running)


def test_a_worker_killed_in_the_middle_of_reading_counts_its_attempt(
    start_fake: Start, journal: Path
) -> None:
    running = start_fake(reader=MakeFakeReader(journal))
    id = running.post_async(pdf("sleep 0.4")).json()["id"]
    wait_for(lambda: len(list(journal.iterdir())) == 1)
    (pid,) = running.service.workers.pids
    os.kill(pid, signal.SIGKILL)
    assert running.closed(id)["state"] == "done"
    assert kept(running, id, "attempts") == 2
    assert len(list(journal.iterdir())) == 2
    assert_reads_the_next_document(running)


@pytest.fixture(params=[3600.0, -3600.0], ids=["forwards", "backwards"])
def clock_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    now, offset = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: now() + offset[0])
    return lambda: offset.__setitem__(0, request.param)


def test_a_clock_that_is_set_by_an_hour_stops_nothing(
    start_fake: Start, clock_set: Callable[[], None]
) -> None:
    running = start_fake()
    ids = [running.post_async(pdf("sleep 0.2", str(n))).json()["id"] for n in range(3)]
    clock_set()
    assert [running.closed(id)["state"] for id in ids] == ["done"] * 3
    assert_reads_the_next_document(running)
    assert running.service.health.state().status == "ok"


def test_a_queue_that_does_not_move_is_not_ready(start_fake: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start_fake()
    monitor, clock = running.service.health, [1000.0]
    monkeypatch.setattr(monitor, "_clock", lambda: clock[0])
    running.service.workers.drain()  # as if every worker hung before it takes one up
    time.sleep(0.1)
    running.post_async(pdf("waits"))
    monitor.check()
    assert monitor.state().status == "ok"
    clock[0] += 60
    monitor.check()
    assert monitor.state().status == "failing"
    assert "no worker takes it up" in monitor.state().detail


def test_who_posts_does_not_wait_for_ever_for_a_document_that_nobody_reads(start_fake: Start) -> None:
    running = start_fake(wait_seconds=0.3)
    running.service.workers.drain()
    time.sleep(0.1)
    answer = running.post(pdf("x"))
    assert answer.status_code == 202
    assert running.document(answer.json()["id"])["state"] == "queued"


def test_a_long_queue_that_moves_is_ready(start_fake: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start_fake()
    monitor, clock = running.service.health, [1000.0]
    monkeypatch.setattr(monitor, "_clock", lambda: clock[0])
    ids = [running.post_async(pdf("sleep 1", str(n))).json()["id"] for n in range(2)]
    wait_for(lambda: running.service.workers.are_all_reading)
    monitor.check()
    clock[0] += 60  # the second waits for a minute behind the first, which is being read
    monitor.check()
    assert monitor.state().status == "ok"
    assert running.closed(ids[-1])["state"] == "done"


def test_a_database_that_does_not_answer_is_not_ready(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake(busy_seconds=6.0)
    monitor = running.service.health
    monkeypatch.setattr(monitor, "_stall_seconds", 0.5)
    with database_held(running.service.config.data):
        wait_for(lambda: "have not answered" in monitor.state().detail)
        begin = time.monotonic()
        assert running.client.get("/readyz").status_code == 503
        assert time.monotonic() - begin < 4.0  # it does not wait for the database itself
    assert_reads_the_next_document(running)
