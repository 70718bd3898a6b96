"""Slow receivers of webhooks, and endless ones: each call has a limit, each receiver a queue of its own."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from fake_reader import MakeFakeReader, pdf
from faults import wait_for
from running_service import Running, run
from webhook_receivers import Listener, Sluggish

from paperformer.service.config import ServiceConfig
from paperformer.service.webhook import Webhooks
from paperformer.service.webhook_call import Call

Start = Callable[..., Running]


@pytest.mark.parametrize("manner", ["drips", "silent", "continues"])
@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("size", [10, 30_000_000])
def test_a_call_takes_no_longer_than_its_limit_whatever_the_receiver_does(
    manner: str, scheme: str, size: int, sluggish: Callable[[str], Sluggish]
) -> None:
    url = sluggish(manner).url.replace("http", scheme)
    began = time.monotonic()
    assert not Call(url, 0.5).post(bytes(size), {})
    assert time.monotonic() - began < 20  # the receiver would take for ever


def test_a_call_is_ended_from_outside(sluggish: Callable[[str], Sluggish]) -> None:
    call = Call(sluggish("drips").url, 60.0)
    timer = threading.Timer(0.3, call.end)
    timer.start()
    began = time.monotonic()
    assert not call.post(b"{}", {})
    assert time.monotonic() - began < 10
    timer.join()
    assert not Call("http://127.0.0.1:9/", 1.0).post(b"", {})  # nobody listens


def test_a_receiver_that_drips_holds_up_nobody_else(
    start_fake: Start, listener: Listener, sluggish: Callable[[str], Sluggish]
) -> None:
    """Eight documents for it would be 80 seconds, if all waited in one line."""
    bad = sluggish("drips")
    running = start_fake(webhook_allow=(bad.url, listener.url), workers=2)
    for number in range(8):
        running.post(pdf(f"bad {number}"), webhook=bad.url + "/hook")
    began = time.monotonic()
    for number in range(5):
        running.post(pdf(f"good {number}"), webhook=listener.url + "/hook")
    listener.wait_for(5)
    assert time.monotonic() - began < 40
    assert bad.connections == 1  # one after the other, for each receiver


def test_several_receivers_on_one_host_are_called_at_once(
    start_fake: Start, sluggish: Callable[[str], Sluggish]
) -> None:
    bad = sluggish("silent")
    running = start_fake(webhook_allow=(bad.url,))
    for path in ("/a", "/b", "/a/b", "/a?x=1", "/c", "/d", "/e"):
        running.post(pdf(path), webhook=bad.url + path)
    end = time.monotonic() + 30
    while bad.connections < 4:
        assert time.monotonic() < end
        time.sleep(0.02)
    time.sleep(0.5)
    assert bad.connections == 4


def test_one_receiver_hears_of_its_documents_in_order(start_fake: Start, listener: Listener) -> None:
    running = start_fake(webhook_allow=(listener.url,))
    posted = [running.post(pdf(str(n)), webhook=listener.url + f"/a?n={n}").json()["id"] for n in range(10)]
    listener.wait_for(10)
    assert [json.loads(body)["document"]["id"] for _, _, body in listener.calls] == posted


def test_a_service_that_ends_does_not_wait_for_a_receiver_and_calls_it_after_the_next_start(
    tmp_path: Path, sluggish: Callable[[str], Sluggish]
) -> None:
    bad = sluggish("drips")
    config = ServiceConfig(data=tmp_path, workers=1, port=0, webhook_allow=(bad.url,))
    with run(config, MakeFakeReader()) as running:
        running.post(pdf("x"), webhook=bad.url)
        end = time.monotonic() + 30
        while not bad.connections:
            assert time.monotonic() < end
            time.sleep(0.02)
        began = time.monotonic()
        running.service._webhooks.stop()
        assert time.monotonic() - began < 9  # a call may take ten
    with closing(sqlite3.connect(tmp_path / "paperformer.db")) as connection:
        ((tries, next_try),) = connection.execute("SELECT tries, next_try FROM webhook_deliveries").fetchall()
    assert tries == 0
    assert next_try <= time.time()


def test_a_database_that_takes_nothing_makes_no_receiver_hear_the_same_over_and_over(
    start_fake: Start, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, tried = start_fake(webhook_allow=(listener.url,)), []

    def failing_write(*_: object) -> None:
        tried.append(1)
        raise OSError("no space left on device")

    monkeypatch.setattr(Webhooks, "_put_off", failing_write)
    running.post(pdf("x"), webhook=listener.url)
    wait_for(lambda: len(tried) > 1)
    assert listener.calls == []
    monkeypatch.undo()
    listener.wait_for(1)
