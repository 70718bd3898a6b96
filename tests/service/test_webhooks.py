"""Webhooks: where they go, what they carry, and that they come again."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from fake_reader import NEXT, pdf
from faults import wait_for
from running_service import Running
from sqlalchemy import func, select
from webhook_receivers import Listener

from paperformer.errors import InvalidConfig
from paperformer.service import webhook
from paperformer.service.database import DatabaseBusy
from paperformer.service.tables import DELIVERIES
from paperformer.service.webhook import AllowedUrls

Start = Callable[..., Running]


def calls_due(running: Running) -> int:
    """How many calls are still to be made."""
    with running.service.database.read() as connection:
        return connection.scalar(select(func.count()).select_from(DELIVERIES)) or 0


def test_who_asked_for_it_is_told_with_a_signature(start_fake: Start, listener: Listener) -> None:
    running = start_fake(webhook_allow=(listener.url + "/hooks",))
    done = running.post(pdf("x"), webhook=listener.url + "/hooks/a?b=1").json()
    failed = running.post(pdf("fail"), webhook=listener.url + "/hooks").json()["document"]
    listener.wait_for(2)
    bodies = {json.loads(body)["document"]["id"]: json.loads(body) for _, _, body in listener.calls}
    assert bodies[done["id"]]["event"] == "document.done"
    assert bodies[done["id"]]["extraction"] == done["extraction"]
    assert bodies[failed]["event"] == "document.failed"
    assert bodies[failed]["extraction"] is None
    secret = (running.service.config.data / "webhook-secret").read_text().strip().encode()
    for _, headers, body in listener.calls:
        told = dict(part.split("=") for part in headers[webhook.SIGNATURE].split(","))
        expected = hmac.new(secret, told["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
        assert told["v1"] == expected
        assert abs(time.time() - int(told["t"])) < 60


def test_a_call_that_is_refused_is_made_again_and_no_redirect_is_followed(
    start_fake: Start, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "_FIRST_WAIT", 0.01)
    monkeypatch.setattr(webhook, "_FACTOR", 1.0)
    listener.status = 302
    running = start_fake(webhook_allow=(listener.url,))
    running.post(pdf("x"), webhook=listener.url + "/a")
    listener.wait_for(2)
    listener.status = 204
    count = len(listener.calls)
    listener.wait_for(count + 1)
    wait_for(lambda: calls_due(running) == 0)
    assert {path for path, _, _ in listener.calls} == {"/a"}
    assert len(listener.calls) <= count + 2


def test_a_call_that_is_always_refused_is_given_up(
    start_fake: Start, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "_FIRST_WAIT", 0.0)
    monkeypatch.setattr(webhook, "MOST_TRIES", 3)
    listener.status = 500
    running = start_fake(webhook_allow=(listener.url,))
    running.post(pdf("x"), webhook=listener.url)
    wait_for(lambda: calls_due(running) == 0)
    assert len(listener.calls) == 3


def test_a_call_that_waits_when_the_clock_is_set_back_is_made_at_once(
    start_fake: Start, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time
    running = start_fake(webhook_allow=(listener.url,))
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time", lambda: now() + 3600)
        listener.status = 500
        running.post(pdf("x"), webhook=listener.url)
        listener.wait_for(1)
    listener.wait_for(2)  # and not an hour later


def test_a_held_database_is_a_line_in_the_log_of_webhooks(
    start_fake: Start, listener: Listener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def held(*_: object) -> None:
        raise DatabaseBusy

    running = start_fake(webhook_allow=(listener.url,))
    with monkeypatch.context() as fault:
        fault.setattr(webhook.Webhooks, "_put_off", held)
        running.post(pdf("x"), webhook=listener.url)
        wait_for(lambda: "a webhook could not be called" in caplog.text)
    (record, *_) = [one for one in caplog.records if "webhook" in one.message]
    assert record.message == "a webhook could not be called: another process holds the database"
    assert record.exc_info is None
    listener.wait_for(1)


def put(running: Running, id: str, total: str, *, confirmed: bool) -> None:
    body = {"fields": {"total_incl_vat": [{"value": total}]}, "confirmed": confirmed}
    running.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()


def confirmations(listener: Listener) -> list[dict[str, Any]]:
    bodies = [json.loads(body) for _, _, body in listener.calls]
    return [body for body in bodies if body["event"] == "document.confirmed"]


def test_who_asked_for_it_is_told_once_of_each_confirmation(start_fake: Start, listener: Listener) -> None:
    running = start_fake(webhook_allow=(listener.url,), undo_seconds=0.0)
    id = running.post(pdf("x"), webhook=listener.url).json()["id"]
    listener.wait_for(1)
    put(running, id, "12.50", confirmed=True)
    listener.wait_for(2)
    put(running, id, "12.50", confirmed=True)  # nothing new
    put(running, id, "13.50", confirmed=True)
    listener.wait_for(3)
    wait_for(lambda: calls_due(running) == 0)
    first, second = confirmations(listener)
    assert first["document"]["id"] == second["document"]["id"] == id
    assert first["document"]["total_incl_vat"] == "12.50"
    assert first["document"]["reviewed"] is True
    assert first["confirmed"]["fields"] == {"total_incl_vat": [{"value": "12.50", "words": None}]}
    assert second["confirmed"]["fields"]["total_incl_vat"][0]["value"] == "13.50"
    assert first["confirmed_by"] == "tests"
    assert first["confirmed_at"] < second["confirmed_at"]
    assert first["extraction"] == running.document(id)["extraction"]
    secret = (running.service.config.data / "webhook-secret").read_text().strip().encode()
    _, headers, body = listener.calls[1]
    told = dict(part.split("=") for part in headers[webhook.SIGNATURE].split(","))
    assert hmac.new(secret, told["t"].encode() + b"." + body, hashlib.sha256).hexdigest() == told["v1"]


def test_nobody_is_told_of_a_confirmation_that_is_taken_back_in_time(
    start_fake: Start, listener: Listener
) -> None:
    running = start_fake(webhook_allow=(listener.url,), undo_seconds=1.5)
    undone, kept = (running.post(pdf(name), webhook=listener.url).json()["id"] for name in ("a", "b"))
    put(running, undone, "1.00", confirmed=True)
    put(running, undone, "1.00", confirmed=False)
    put(running, kept, "2.00", confirmed=True)
    listener.wait_for(2)
    assert confirmations(listener) == []
    listener.wait_for(3)
    assert [body["document"]["id"] for body in confirmations(listener)] == [kept]


def test_each_document_of_a_split_file_is_confirmed_for_itself(start_fake: Start, listener: Listener) -> None:
    running = start_fake(webhook_allow=(listener.url,), undo_seconds=0.0)
    first = running.post(pdf("Total 1.00", NEXT), split=True, webhook=listener.url).json()
    (part,) = first["parts"]
    put(running, part, "2.00", confirmed=True)
    listener.wait_for(2)
    assert [body["document"]["id"] for body in confirmations(listener)] == [part]


ALLOWED = AllowedUrls(["https://hooks.example/paper", "http://10.0.0.7:8080"])


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example/paper",
        "https://HOOKS.example:443/paper/x?y=1",
        "http://10.0.0.7:8080/any/thing",
    ],
)
def test_what_is_listed_is_allowed(url: str) -> None:
    assert url in ALLOWED


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/paper",
        "https://hooks.example/paperless",
        "https://hooks.example/",
        "https://hooks.example:444/paper",
        "https://hooks.example.evil.example/paper",
        "https://hooks.example@evil.example/paper",
        "https://evil.example#https://hooks.example/paper",
        "https://hooks.example/paper/../admin",
        "https://hooks.example/paper/%2e%2e/admin",
        "https://hooks.example/paper/%252e%252e/admin",
        "https://hooks.example\\@evil.example/paper",
        "https://hooks.example/pa\nper",
        "file:///etc/passwd",
        "http://10.0.0.7/",
        "http://169.254.169.254/",
        "//hooks.example/paper",
        "https://hooks.example:x/paper",
        "",
    ],
)
def test_what_is_not_listed_is_not_allowed(url: str, fake: Running) -> None:
    assert url not in ALLOWED
    if url:
        assert fake.post(pdf("x"), webhook=url).status_code == 422


@pytest.mark.parametrize("url", ["hooks.example", "ftp://x/y", "https://", "https://a b/"])
def test_a_list_of_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(InvalidConfig):
        AllowedUrls([url])
