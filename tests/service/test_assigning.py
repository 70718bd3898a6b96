"""Documents that are assigned to somebody, and tags, assignees and confirmations of many at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from fake_reader import NEXT, pdf
from running_service import Running

Start = Callable[..., Running]
GONE = "0" * 24


def post(service: Running, *lines: str) -> str:
    return str(service.post(pdf(*(lines or ("x",)))).raise_for_status().json()["id"])


def listed(service: Running, **query: Any) -> set[str]:
    answer = service.client.get("/v1/documents", params=query).raise_for_status().json()
    return {one["id"] for one in answer["items"]}


def many(service: Running, what: str, **body: Any) -> dict[str, Any]:
    done: dict[str, Any] = service.client.post(f"/v1/review/{what}", json=body).raise_for_status().json()
    return done


def actions(service: Running) -> list[tuple[str, str, str | None]]:
    _, key = service.service.keys.create("auditor", "admin")
    headers = {"Authorization": f"Bearer {key}"}
    lines = service.anonymous.get("/v1/audit", headers=headers).raise_for_status().json()["items"]
    return [(line["action"], line["subject"], line["detail"]) for line in lines]


def test_a_new_document_is_nobodys_and_a_patch_assigns_it(start_fake: Start) -> None:
    service = start_fake()
    id, other = post(service), post(service, "y")
    assert service.document(id)["assignee"] is None
    assert listed(service, unassigned=True) == {id, other}
    done = service.client.patch(f"/v1/documents/{id}", json={"assignee": "anna"}).raise_for_status().json()
    assert done["assignee"] == "anna"
    assert listed(service, assignee="anna") == listed(service, unassigned=False) == {id}
    assert listed(service, unassigned=True) == {other}
    service.client.patch(f"/v1/documents/{id}", json={"tags": ["march"]}).raise_for_status()
    assert service.document(id)["assignee"] == "anna"
    service.client.patch(f"/v1/documents/{id}", json={"assignee": None}).raise_for_status()
    assert listed(service, unassigned=True) == {id, other}


def test_many_are_assigned_and_the_reason_of_each_that_is_left_is_said(start_fake: Start) -> None:
    service = start_fake()
    one, two = post(service), post(service, "y")
    reason = {"id": GONE, "reason": "There is no such document.", "code": "gone", "values": {}}
    assert many(service, "assign", ids=[one, GONE, two], assignee="anna") == {
        "done": [one, two],
        "skipped": [reason],
    }
    assert listed(service, assignee="anna") == {one, two}
    assert [line for line in actions(service) if line[0] == "assign"] == [
        ("assign", two, "anna"),
        ("assign", one, "anna"),
    ]
    assert many(service, "assign", ids=[two], assignee=None)["done"] == [two]
    assert listed(service, assignee="anna") == {one}


def test_tags_of_many_are_added_and_removed_and_others_stay(start_fake: Start) -> None:
    service = start_fake()
    one, two = post(service), post(service, "y")
    service.client.patch(f"/v1/documents/{one}", json={"tags": ["open", "travel"]})
    done = many(service, "tag", ids=[one, two, GONE], add=["march", "paid"], remove=["open", "never"])
    assert done["done"] == [one, two]
    assert [left["id"] for left in done["skipped"]] == [GONE]
    assert service.document(one)["tags"] == ["march", "paid", "travel"]
    assert service.document(two)["tags"] == ["march", "paid"]


def test_a_document_with_too_many_tags_is_left_as_it_was(start_fake: Start) -> None:
    service = start_fake()
    full, empty = post(service), post(service, "y")
    tags = [f"t{number:02}" for number in range(20)]
    service.client.patch(f"/v1/documents/{full}", json={"tags": tags}).raise_for_status()
    before = service.document(full)
    done = many(service, "tag", ids=[full, empty], add=["one more"])
    assert done == {
        "done": [empty],
        "skipped": [
            {
                "id": full,
                "reason": "It would have more than 20 tags.",
                "code": "too_many_tags",
                "values": {"most": "20"},
            }
        ],
    }
    assert service.document(full) == before
    assert many(service, "tag", ids=[full], add=["one more"], remove=["t00"])["done"] == [full]


def test_who_follows_the_changes_sees_what_was_assigned_or_tagged(start_fake: Start) -> None:
    service = start_fake()
    one, two, three = post(service), post(service, "y"), post(service, "z")
    since = max(service.document(id)["updated"] for id in (one, two, three))
    many(service, "assign", ids=[one], assignee="anna")
    many(service, "tag", ids=[three], add=["march"])
    assert listed(service, updated_since=since) == {one, three}


def test_the_names_are_those_of_keys_that_may_write_and_those_in_use(start_fake: Start) -> None:
    service = start_fake()
    service.service.keys.create("reader", "read")
    old, _ = service.service.keys.create("gone", "write")
    service.service.keys.revoke(old.id)
    service.service.keys.create("bert", "write")
    many(service, "assign", ids=[post(service)], assignee="Zoe from accounts")
    names = service.client.get("/v1/assignees").raise_for_status().json()["names"]
    assert names == sorted(names)
    assert {"bert", "tests", "Zoe from accounts"} <= {*names}
    assert not {"reader", "gone"} & {*names}


def test_the_documents_of_a_split_file_go_to_the_same_person(start_fake: Start) -> None:
    service = start_fake()
    file = pdf("sleep 1", NEXT, json.dumps({"currency": ["EUR"]}))
    id = service.post_async(file, split="true").json()["id"]
    many(service, "assign", ids=[id], assignee="anna")
    service.closed(id)
    assert len(listed(service, assignee="anna")) == 2


def test_an_export_has_the_documents_of_one_person(start_fake: Start) -> None:
    service = start_fake()
    ids = [post(service), post(service, "y")]
    for id in ids:
        body = {"fields": {"total_incl_vat": [{"value": "12.00"}]}, "confirmed": True}
        service.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()
    many(service, "assign", ids=ids[:1], assignee="anna")

    def exported(**query: Any) -> list[str]:
        text = service.client.get("/v1/export", params=query).raise_for_status().text
        return [json.loads(line)["id"] for line in text.splitlines()]

    assert exported(assignee="anna") == [ids[0]]
    assert exported(unassigned=True) == [ids[1]]


@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", 7])
def test_what_is_no_name_is_refused(fake: Running, name: Any) -> None:
    id = post(fake)
    refused = fake.client.patch(f"/v1/documents/{id}", json={"assignee": name})
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("assignee: ")
    missing = fake.client.post("/v1/review/assign", json={"ids": [id]})
    assert missing.json()["detail"] == "assignee: is missing, such as anna"
