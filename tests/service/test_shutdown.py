"""SIGTERM ends the service within ten seconds, whatever it does; nothing that was accepted is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
from fake_reader import MakeFakeReader, pdf
from faults import database_held, wait_for
from heavy_page import heavy_pdf
from sqlalchemy import select
from test_work import ServerProcess

from paperformer.service.database import Database
from paperformer.service.tables import DOCUMENTS
from paperformer.service.worker import Worker

SECONDS = 10.0


def test_a_busy_service_ends_in_time_and_its_document_waits_for_the_next_start(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    answers: list[httpx.Response] = []
    with httpx.Client(base_url=server.url, timeout=30) as client:
        wait_for(lambda: client.get("/readyz").status_code == 200)
        page = client.post("/v1/documents", content=heavy_pdf(40)).json()["id"]
        for dpi in (200, 300):
            threading.Thread(
                target=_ask, args=(f"{server.url}/v1/documents/{page}/pages/1.png?dpi={dpi}",)
            ).start()
        post = threading.Thread(
            target=lambda: answers.append(client.post("/v1/documents", content=pdf("sleep 60")))
        )
        post.start()
        wait_for(lambda: len(list(server.journal.iterdir())) == 2)  # it is being read
        time.sleep(0.3)
        begin = time.monotonic()
        server.process.terminate()
        assert server.process.wait(SECONDS) == -signal.SIGTERM
        assert time.monotonic() - begin < SECONDS
        post.join()
    assert server.process.stdout is not None
    server.process.stdout.close()
    (answer,) = answers
    assert answer.status_code == 202  # who waits is told where to look
    database = Database(f"sqlite:///{tmp_path / 'data' / 'paperformer.db'}")
    with database.read() as connection:
        columns = (DOCUMENTS.c.state, DOCUMENTS.c.attempts)
        waits = connection.execute(select(*columns).where(DOCUMENTS.c.id == answer.json()["id"])).one()
    database.close()
    assert tuple(waits) == ("queued", 0)


def _ask(url: str) -> None:
    try:
        httpx.get(url, timeout=30)
    except httpx.TransportError:
        return


def test_a_worker_hears_no_signal_of_the_terminal_from_its_first_moment_on(
    capfd: pytest.CaptureFixture[str],
) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    worker = Worker(MakeFakeReader(), None, frozenset(), 1_000_000)
    is_ready = threading.Event()

    def press() -> None:
        while not is_ready.wait(0.01):
            for kind in (signal.SIGINT, signal.SIGTERM):
                os.kill(worker.pid or 0, kind)

    pressing = threading.Thread(target=press)
    pressing.start()
    try:
        worker.wait_until_ready(threading.Event())
    finally:
        is_ready.set()
        pressing.join()
        worker.end()
    assert worker.is_ready
    assert capfd.readouterr().err == ""
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_a_document_that_is_nearly_read_is_answered_before_the_end(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    answers: list[httpx.Response] = []
    with httpx.Client(base_url=server.url, timeout=30) as client:
        wait_for(lambda: client.get("/readyz").status_code == 200)
        post = threading.Thread(
            target=lambda: answers.append(client.post("/v1/documents", content=pdf("sleep 0.8")))
        )
        post.start()
        wait_for(lambda: len(list(server.journal.iterdir())) == 1)
        server.process.terminate()
        assert server.process.wait(SECONDS) == -signal.SIGTERM
        post.join()
    assert server.process.stdout is not None
    server.process.stdout.close()
    assert answers[0].status_code == 201


def test_a_request_that_waits_for_a_held_database_does_not_hold_up_the_end(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path)
    with httpx.Client(base_url=server.url, timeout=60) as client:
        wait_for(lambda: client.get("/readyz").status_code == 200)
        with database_held(tmp_path / "data"):
            post = threading.Thread(target=_post, args=(server.url,))
            post.start()
            time.sleep(0.5)
            begin = time.monotonic()
            server.process.terminate()
            server.process.wait(SECONDS + 1)
            assert time.monotonic() - begin < SECONDS
            post.join()
    assert server.process.stdout is not None
    server.process.stdout.close()


def _post(url: str) -> None:
    try:
        httpx.post(f"{url}/v1/documents", content=pdf("x"), timeout=60)
    except httpx.TransportError:
        return
