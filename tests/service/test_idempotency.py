"""``Idempotency-Key``: an upload that is sent again is accepted once."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from fake_reader import MakeFakeReader, pdf
from running_service import Running, run
from sqlalchemy import func, select, update

from paperformer.service import idempotency
from paperformer.service.config import ServiceConfig
from paperformer.service.tables import IDEMPOTENCY_KEYS

Start = Callable[..., Running]


def send(running: Running, key: str, content: bytes, **query: str | int) -> httpx.Response:
    headers = {"Idempotency-Key": key}
    return running.client.post("/v1/documents", content=content, params=query, headers=headers)


def count(running: Running) -> int:
    total: int = running.client.get("/v1/documents").json()["total"]
    return total


def test_the_same_upload_with_the_same_key_has_the_first_answer_again(start_fake: Start) -> None:
    running = start_fake()
    first = send(running, "a-1", pdf("Total 12.00"), name="bill.pdf", max_results=1)
    again = send(running, "a-1", pdf("Total 12.00"), name="bill.pdf", max_results=1)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again.headers["location"] == first.headers["location"]
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert count(running) == 1
    assert len(running.service.files.ids()) == 1


@pytest.mark.parametrize(
    ("content", "query"),
    [(pdf("y"), {}), (pdf("x"), {"name": "other.pdf"}), (pdf("x"), {"tags": "march"})],
    ids=["other bytes", "other name", "other options"],
)
def test_the_same_key_with_another_upload_is_refused(
    fake: Running, content: bytes, query: dict[str, str], request: pytest.FixtureRequest
) -> None:
    key = request.node.callspec.id.replace(" ", "-")
    assert send(fake, key, pdf("x")).status_code == 201
    before = count(fake)
    refused = send(fake, key, content, **query)
    assert refused.status_code == 422
    assert refused.json()["detail"] == (
        "This Idempotency-Key was used for another upload. Choose a new key for each upload"
    )
    assert count(fake) == before


def test_a_form_is_the_same_whatever_separates_its_parts(fake: Running) -> None:
    def post(boundary: str) -> httpx.Response:
        parts = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}.pdf"\r\n\r\n'
            f"%PDF-1.7\n{name}\r\n"
            for name in ("a", "b")
        )
        kind = f"multipart/form-data; boundary={boundary}"
        headers = {"Idempotency-Key": "form", "Content-Type": kind}
        return fake.client.post("/v1/documents", content=f"{parts}--{boundary}--\r\n", headers=headers)

    first, again = post("one"), post("two")
    assert first.status_code == again.status_code == 201
    assert [item["name"] for item in first.json()["items"]] == ["a.pdf", "b.pdf"]
    assert again.json() == first.json()


def test_two_uploads_at_one_time_become_one_document(start_fake: Start) -> None:
    running = start_fake()
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: send(running, "twice", pdf("sleep 0.3")), range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert [answer.json()["state"] for answer in answers] == ["done"] * 6
    assert count(running) == 1
    assert len(running.service.files.ids()) == 1


def test_keys_are_remembered_after_a_restart(tmp_path: Path) -> None:
    config = ServiceConfig(data=tmp_path, workers=1, port=0)
    with run(config, MakeFakeReader()) as running:
        first, mine = send(running, "kept", pdf("x")).json(), running.key
    with run(config, MakeFakeReader()) as running:
        headers = {"Authorization": f"Bearer {mine}", "Idempotency-Key": "kept"}
        again = running.anonymous.post("/v1/documents", content=pdf("x"), headers=headers)
    assert again.json() == first
    assert again.headers["idempotency-replayed"] == "true"


def test_a_key_belongs_to_who_chose_it(fake: Running) -> None:
    first = send(fake, "mine", pdf("x")).json()
    _, other = fake.service.keys.create("other", "write")
    headers = {"Authorization": f"Bearer {other}", "Idempotency-Key": "mine"}
    theirs = fake.anonymous.post("/v1/documents", content=pdf("x"), headers=headers)
    assert theirs.status_code == 201
    assert theirs.json()["id"] != first["id"]


def test_a_failed_document_is_answered_as_the_first_time_and_a_refused_file_is_not_remembered(
    fake: Running,
) -> None:
    first, again = (send(fake, "fails", pdf("fail")) for _ in range(2))
    assert first.status_code == again.status_code == 422
    assert again.json() == first.json()
    assert send(fake, "refused", b"no document").status_code == 415
    assert send(fake, "refused", pdf("x")).status_code == 201


def test_a_deleted_upload_is_gone_under_its_key(fake: Running) -> None:
    id = send(fake, "gone", pdf("x")).json()["id"]
    fake.client.delete(f"/v1/documents/{id}").raise_for_status()
    again = send(fake, "gone", pdf("x"))
    assert again.status_code == 410
    assert "Choose a new key" in again.json()["detail"]


def test_a_full_queue_still_answers_what_was_accepted(start_fake: Start) -> None:
    running = start_fake(queue=1)
    slow = {"Idempotency-Key": "slow", "Prefer": "respond-async"}
    first = running.client.post("/v1/documents", content=pdf("sleep 0.5"), headers=slow)
    assert running.post_async(pdf("x")).status_code == 429
    again = running.client.post("/v1/documents", content=pdf("sleep 0.5"), headers=slow)
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.json()["id"] == first.json()["id"]
    assert send(running, "slow", pdf("sleep 0.5")).json()["state"] == "done"


def test_a_key_is_forgotten_after_a_day(start_fake: Start) -> None:
    running = start_fake()
    first = send(running, "old", pdf("x")).json()["id"]
    day_ago = time.time() - idempotency.HOURS * 3600 - 1
    with running.service.database.write() as connection:
        connection.execute(update(IDEMPOTENCY_KEYS).values(created=day_ago))
    assert send(running, "old", pdf("other")).json()["id"] != first
    with running.service.database.write() as connection:
        connection.execute(update(IDEMPOTENCY_KEYS).values(created=day_ago))
    running.service.clean()
    with running.service.database.read() as connection:
        assert connection.scalar(select(func.count()).select_from(IDEMPOTENCY_KEYS)) == 0


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ä".encode()])
def test_a_key_is_a_short_word(fake: Running, key: str | bytes) -> None:
    answer = fake.client.post("/v1/documents", content=pdf("x"), headers={"Idempotency-Key": key})
    assert answer.status_code == 422
