"""The work: no accepted document is lost, none has two answers, whatever dies at whatever moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from fake_reader import MakeFakeReader, pdf
from running_service import Running

from paperformer.errors import PaperformerError
from paperformer.service import desk
from paperformer.service.config import ServiceConfig
from paperformer.service.service import Service

Start = Callable[..., Running]


def test_a_full_queue_tells_callers_when_to_come_again(start_fake: Start) -> None:
    running = start_fake(queue=3)
    codes = [running.post_async(pdf("sleep 0.5", str(n))).status_code for n in range(6)]
    assert codes == [202, 202, 202, 429, 429, 429]
    refused = running.post(pdf("x"))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert running.service.files.ids() == running.service.documents.files()


def test_the_files_of_a_form_are_accepted_together_or_not_at_all(start_fake: Start) -> None:
    running = start_fake(queue=3)
    running.post_async(pdf("sleep 0.5"))
    files = [("file", (f"{n}.pdf", pdf(f"n {n}"))) for n in range(3)]
    assert running.client.post("/v1/documents", files=files).status_code == 429
    assert running.client.get("/v1/documents").json()["total"] == 1
    assert len(running.service.files.ids()) == 1
    assert running.client.post("/v1/documents", files=files[:2]).status_code == 201


def test_of_many_posted_at_once_none_is_lost_and_the_rest_is_told_to_wait(start_fake: Start) -> None:
    running = start_fake(workers=2, queue=20, reader=MakeFakeReader(seconds=0.01))

    def post(number: int) -> httpx.Response:
        return httpx.post(
            f"{running.url}/v1/documents", content=pdf(f"n {number}"), timeout=60,
            headers=dict(running.client.headers) | {"content-type": "application/pdf"},
        )  # fmt: skip

    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(post, range(80)))
    codes = Counter(answer.status_code for answer in answers)
    assert set(codes) <= {201, 429}
    assert codes[201] >= 20
    listed = running.client.get("/v1/documents", params={"limit": 1, "state": "done"}).json()["total"]
    assert listed == codes[201] == running.client.get("/v1/documents").json()["total"]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("crash", "died 3 times"),
        ("sleep 60", "takes more than 0.6 seconds"),
        ("eat 700", "MB of memory"),
        ("bug", "ZeroDivisionError"),
    ],
)
def test_a_document_that_takes_its_worker_down_fails_alone(
    start_fake: Start, order: str, reason: str
) -> None:
    running = start_fake(seconds_per_document=0.6 if "sleep" in order else 60.0, worker_megabytes=500)
    answer = running.post_async(pdf(order)).json()
    bad = answer.get("id") or answer["document"]  # a problem, where it failed before the answer was sent
    good = running.post_async(pdf("good")).json()["id"]
    assert running.closed(good)["state"] == "done"
    failed = running.closed(bad)
    assert failed["state"] == "failed"
    assert reason in failed["error"]["detail"]
    _wait_for(lambda: running.client.get("/readyz").status_code == 200)


def test_a_machine_on_which_workers_start_late_gives_them_more_time_each_time(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(desk, "START_SECONDS", 0.2)
    running = start_fake(reader=MakeFakeReader(seconds_to_start=0.5))
    assert "the process that reads documents takes more than 0.2 seconds to start" in caplog.text
    assert running.post(pdf("x")).status_code == 201


def test_a_worker_that_is_killed_costs_no_document(start_fake: Start, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    journal.mkdir()
    running = start_fake(workers=2, reader=MakeFakeReader(journal, seconds=0.25))
    ids = [running.post_async(pdf(f"n {n}")).json()["id"] for n in range(24)]
    killed: set[int] = set()

    def two_others_read() -> bool:
        pids = set(running.service.workers.pids)
        counts = running.service.documents.counts()
        return len(pids - killed) == 2 and counts.get("working") == 2

    for _ in range(2):
        _wait_for(two_others_read)
        for pid in running.service.workers.pids:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
    states = Counter(running.closed(id)["state"] for id in ids)
    assert states == {"done": 24}
    readings = Counter(path.name.partition("-")[0] for path in journal.iterdir())
    assert readings.keys() == set(ids)
    assert sum(readings.values()) > 24  # some were read again, and still have one answer
    assert running.client.get("/v1/documents").json()["total"] == 24


def _wait_for(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


SERVER = """
import sys
from pathlib import Path
from fake_reader import MakeFakeReader

if __name__ == "__main__":  # a worker begins with this file too, and needs no more than the reader
    from paperformer.service.config import ServiceConfig
    from paperformer.service.serve import serve
    from paperformer.service.service import Service

    data, journal = map(Path, sys.argv[1:3])
    config = ServiceConfig(data=data, port=int(sys.argv[3]), workers=2, require_key=False, queue=500)
    serve(Service(config, MakeFakeReader(journal, seconds=0.01)), lambda url: print(url, flush=True))
"""


class ServerProcess:
    """A service in a process of its own, to be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.journal = folder / "journal"
        self.journal.mkdir(exist_ok=True)
        (folder / "server.py").write_text(SERVER, encoding="utf-8")
        self.process = self.start()

    def start(self) -> subprocess.Popen[str]:
        here = Path(__file__).parent
        path = os.pathsep.join([str(here), str(here.parent), *sys.path])
        arguments = [self._folder / "server.py", self._folder / "data", self.journal, "0"]
        self.process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        return self.process

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def test_a_service_that_is_killed_and_started_again_answers_every_document_once(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    accepted: list[str] = []

    def post_until_it_dies() -> None:
        with httpx.Client(timeout=30, headers={"Prefer": "respond-async"}) as client:
            for number in range(1_000):
                try:
                    answer = client.post(f"{server.url}/v1/documents", content=pdf(f"n {number}"))
                except httpx.TransportError:
                    return
                if answer.status_code == 202:
                    accepted.append(answer.json()["id"])

    try:
        for wanted in (12, 30):
            poster = threading.Thread(target=post_until_it_dies)
            poster.start()
            _wait_for(lambda: len(accepted) >= wanted)  # noqa: B023 - called at once
            server.kill()
            poster.join()
            server.start()
        done = _wait_until_done(server.url)
        assert len(done) == len(set(done))
        assert set(accepted) <= set(done)
    finally:
        server.process.terminate()
        assert server.process.wait(20) == -signal.SIGTERM  # raised again once all has ended
        server.kill()
    readings = Counter(path.name.partition("-")[0] for path in server.journal.iterdir())
    assert set(accepted) <= readings.keys()


def _wait_until_done(url: str) -> list[str]:
    with httpx.Client(base_url=url, timeout=30) as client:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            waiting = [
                client.get("/v1/documents", params={"state": state}).json()["total"]
                for state in ("queued", "working")
            ]
            if waiting == [0, 0]:
                break
            time.sleep(0.05)
        done: list[str] = []
        cursor: str | None = None
        while True:
            query = {"limit": "200", "state": "done"} | ({"cursor": cursor} if cursor else {})
            piece = client.get("/v1/documents", params=query).json()
            done += [item["id"] for item in piece["items"]]
            cursor = piece["next"]
            if cursor is None:
                return done


def test_what_waits_is_read_after_the_next_start(start_fake: Start, tmp_path: Path) -> None:
    running = start_fake(data=tmp_path / "kept")
    ids = [running.post_async(pdf("sleep 0.2", str(n))).json()["id"] for n in range(5)]
    running.service.workers.stop()
    states = [running.document(id)["state"] for id in ids]
    assert "queued" in states
    assert "failed" not in states
    assert "working" not in states


def test_two_services_do_not_share_a_folder(start_fake: Start) -> None:
    running = start_fake()
    with pytest.raises(PaperformerError, match="another service works in"):
        Service(ServiceConfig(data=running.service.config.data), MakeFakeReader())


def test_what_was_being_accepted_or_deleted_when_the_service_died_is_removed(
    start_fake: Start, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    stray = data / "files" / "ab" / ("ab" * 12)
    half = data / "incoming" / ("cd" * 12)
    for path in (stray, half):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"x")
    running = start_fake(data=data)
    assert running.client.get("/healthz").status_code == 200
    assert not stray.exists()
    assert not half.exists()


def test_documents_that_are_too_old_are_deleted(start_fake: Start) -> None:
    running = start_fake(keep_days=0.000_005)  # half a second
    id = running.post(pdf("x")).json()["id"]
    time.sleep(0.6)
    running.service.clean()
    assert running.client.get(f"/v1/documents/{id}").status_code == 404
    assert running.service.files.ids() == set()
