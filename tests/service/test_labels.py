"""What other programs attach to documents, and how they follow what changes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fake_reader import NEXT, pdf
from running_service import Running

from paperformer.service import changes

Start = Callable[..., Running]
FIELDS = {"fields": {"total_incl_vat": [{"value": "1.00"}]}, "confirmed": True}


def ids(answer: httpx.Response) -> list[str]:
    return [item["id"] for item in answer.raise_for_status().json()["items"]]


def listed(running: Running, **query: Any) -> list[str]:
    return ids(running.client.get("/v1/documents", params=query))


def post(running: Running, text: str = "x", **query: Any) -> str:
    id: str = running.post(pdf(text), **query).raise_for_status().json()["id"]
    return id


def patch(running: Running, id: str, **changed: Any) -> httpx.Response:
    return running.client.patch(f"/v1/documents/{id}", json=changed)


def test_a_document_carries_the_id_and_the_metadata_of_the_program_that_posted_it(fake: Running) -> None:
    metadata = {"cost_centre": "4711", "note": "a:b, \u00fc"}
    query = {"external_id": "INV 42", "metadata": json.dumps(metadata)}
    document = fake.post(pdf("x"), **query).json()
    assert (document["external_id"], document["metadata"]) == ("INV 42", metadata)
    form = fake.client.post("/v1/documents", files={"file": ("a.pdf", pdf("x"))}, data=query).json()
    assert (form["external_id"], form["metadata"]) == ("INV 42", metadata)
    assert fake.document(document["id"]) == document
    assert listed(fake, external_id="INV 42") == [form["id"], document["id"]]
    assert listed(fake, metadata="note:a:b, \u00fc") == [form["id"], document["id"]]
    assert listed(fake, metadata=["note:a:b, \u00fc", "cost_centre:4711"]) == [form["id"], document["id"]]
    assert listed(fake, metadata=["note:a:b, \u00fc", "cost_centre:4712"]) == []
    assert listed(fake, metadata="Cost_Centre:4711") == []


def test_the_documents_of_a_split_file_share_what_is_attached(fake: Running) -> None:
    query = {"split": "true", "tags": "both", "external_id": "pile-1", "metadata": '{"a": "b"}'}
    first = fake.post(pdf("Total 1.00", NEXT), **query).json()
    (part,) = first["parts"]
    found = fake.document(part)
    assert (found["tags"], found["external_id"], found["metadata"]) == (["both"], "pile-1", {"a": "b"})


@pytest.mark.parametrize(
    "query",
    [
        {"metadata": "cost_centre=4711"},
        {"metadata": '["a"]'},
        {"metadata": '{"a": 1}'},
        {"metadata": '{"a b": "c"}'},
        {"metadata": json.dumps({"a": "x" * 501})},
        {"metadata": json.dumps({f"n{n}": "x" for n in range(51)})},
        {"metadata": "[" * 3000},
        {"external_id": ""},
        {"external_id": "x" * 201},
        {"external_id": "a\x00b"},
    ],
)
def test_what_is_attached_has_bounds(fake: Running, query: dict[str, str]) -> None:
    refused = fake.post(pdf("x"), **query)
    assert refused.status_code == 422
    assert next(iter(query)) in refused.json()["detail"]


def test_a_patch_replaces_tags_merges_metadata_and_leaves_the_rest(fake: Running) -> None:
    query = {"tags": "one,two", "external_id": "e1", "metadata": '{"a": "1", "b": "2"}'}
    id = post(fake, **query)
    done = patch(fake, id, tags=["three", "one"], metadata={"a": None, "c": "3"})
    assert done.status_code == 200
    kept = {"tags": ["one", "three"], "external_id": "e1", "metadata": {"b": "2", "c": "3"}}
    assert kept.items() <= done.json().items()
    assert kept.items() <= fake.document(id).items()
    assert listed(fake, tag="two", external_id="e1") == []
    assert patch(fake, id, external_id=None).json()["external_id"] is None
    assert patch(fake, id, external_id="e2").json()["metadata"] == {"b": "2", "c": "3"}
    (line, *_) = fake.client.get("/v1/audit").json()["items"]
    assert (line["action"], line["subject"]) == ("patch", id)


@pytest.mark.parametrize(
    "changed",
    [
        {"tags": ["a,b"]},
        {"tags": None},
        {"tags": [f"t{n}" for n in range(21)]},
        {"metadata": {"a": 1}},
        {"metadata": {"a b": "c"}},
        {"metadata": {f"n{n}": "x" for n in range(50)}},
        {"external_id": "\ud800"},
        {"state": "done"},
    ],
)
def test_a_patch_that_is_refused_changes_nothing(fake: Running, changed: dict[str, Any]) -> None:
    id = post(fake, metadata='{"there": "already"}', tags="kept")
    before = fake.document(id)
    body = json.dumps(changed)
    refused = fake.client.patch(
        f"/v1/documents/{id}", content=body, headers={"Content-Type": "application/json"}
    )
    assert refused.status_code == 422
    assert fake.document(id) == before
    assert patch(fake, "0" * 24, tags=[]).status_code == 404


def test_who_follows_the_changes_sees_each_change_again(start_fake: Start) -> None:
    running = start_fake()
    first, second, third = (post(running, f"sleep 0\n{n}") for n in range(3))

    def changed_since(moment: str) -> tuple[list[str], str]:
        items = running.client.get("/v1/documents", params={"updated_since": moment}).json()["items"]
        return [item["id"] for item in items], items[-1]["updated"] if items else moment

    seen, moment = changed_since("2020-01-01T00:00:00Z")
    assert seen == [first, second, third]
    assert changed_since(moment) == ([], moment)
    patch(running, second, tags=["a"])
    running.client.put(f"/v1/documents/{first}/fields", json=FIELDS).raise_for_status()
    seen, later = changed_since(moment)
    assert seen == [second, first]
    assert changed_since(later) == ([], later)
    running.client.post(f"/v1/documents/{third}/retry").raise_for_status()
    running.closed(third)
    seen, last = changed_since(later)
    assert seen == [third]
    failed = running.post(pdf("fail")).json()["document"]
    assert changed_since(last)[0] == [failed]


def test_pages_of_changes_leave_none_out_while_documents_change(start_fake: Start) -> None:
    running = start_fake()
    posted = [post(running, str(n)) for n in range(5)]
    query: dict[str, Any] = {"updated_since": "2020-01-01", "limit": 2}
    answer = running.client.get("/v1/documents", params=query)
    seen = ids(answer)
    assert seen == posted[:2]
    patch(running, posted[0], tags=["seen already"])
    patch(running, posted[3], tags=["not seen yet"])
    while (cursor := answer.json()["next"]) is not None:
        answer = running.client.get("/v1/documents", params={**query, "cursor": cursor})
        seen += ids(answer)
    assert seen == [posted[0], posted[1], posted[2], posted[4], posted[0], posted[3]]


def test_the_times_of_changes_rise_whatever_the_clock_does(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_fake()
    id = post(running)

    class Clock:
        time_ns = staticmethod(lambda: 0)  # an hour back, and much more

    monkeypatch.setattr(changes, "time", Clock)
    times = [patch(running, id, tags=[str(n)]).json()["updated"] for n in range(3)]
    assert times == sorted(set(times))
    assert listed(running, updated_since=times[0]) == [id]
    assert listed(running, updated_since=times[2]) == []


def test_changes_at_one_time_have_different_times(start_fake: Start) -> None:
    running = start_fake()
    posted = [post(running, str(n)) for n in range(4)]
    threads = [threading.Thread(target=patch, args=(running, id), kwargs={"tags": ["x"]}) for id in posted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = {running.document(id)["updated"] for id in posted}
    assert len(times) == 4


@pytest.mark.parametrize(
    "query", [{"updated_since": "yesterday"}, {"metadata": "no-colon"}, {"sort": "best"}]
)
def test_a_filter_that_is_none_is_refused(fake: Running, query: dict[str, str]) -> None:
    assert fake.client.get("/v1/documents", params=query).status_code == 422
