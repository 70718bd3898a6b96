"""What one person confirms never keeps another document from being read."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_reader import pdf
from faults import wait_for
from running_service import Running

from paperformer.documents.limits import Limits
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.fields.limits import MAX_VALUE_CHARACTERS
from paperformer.service.audit import ITSELF, Deed
from paperformer.service.jobs import Job
from paperformer.service.reading import ExtractorReader, ExtractorSettings

Start = Callable[..., Running]


def confirm(running: Running, name: str) -> int:
    id = running.post(pdf("x")).json()["id"]
    fields = {"supplier_name": [{"value": name}], "supplier_address": [{"value": "Kai 1, Bergen"}]}
    path = f"/v1/documents/{id}/fields"
    return running.client.put(path, json={"fields": fields, "confirmed": True}).status_code


def learned(running: Running) -> tuple[KnownParty, ...]:
    """Who a worker knows of the list as it is now."""
    running.service.learned.learn()
    return known_to_a_worker(running.service.config.data / "learned-parties.jsonl")


def known_to_a_worker(path: Path) -> tuple[KnownParty, ...]:
    job = Job("d", "a", Path("x.pdf"), "x.pdf", learned_parties=(path, 0))
    return tuple(ExtractorReader(ExtractorSettings(limits=Limits()))._parties(job))


@pytest.mark.parametrize("length", [1_001, MAX_VALUE_CHARACTERS])
def test_the_longest_name_that_can_be_confirmed_is_known_from_then_on(start_fake: Start, length: int) -> None:
    running = start_fake()
    name = ("Hafenkontor " * 200)[: length - 1] + "x"
    assert confirm(running, name) == 200
    assert learned(running) == (KnownParty(name, addresses=("Kai 1, Bergen",)),)


def test_a_longer_name_is_refused_when_it_is_confirmed(start_fake: Start) -> None:
    running = start_fake()
    assert confirm(running, "x" * (MAX_VALUE_CHARACTERS + 1)) == 422


def test_a_confirmed_party_that_cannot_be_read_is_left_out_and_said_so(
    start_fake: Start, caplog: pytest.LogCaptureFixture
) -> None:
    running = start_fake()
    assert confirm(running, "Acme Ltd") == 200
    id = running.post(pdf("x")).json()["id"]
    content: dict[str, Any] = {
        "fields": {"supplier_name": [{"value": "y" * 5_000}]}, "rows": {}, "confirmed": True,
    }  # fmt: skip
    extraction: dict[str, Any] = {"fields": {}}
    assert running.service.feedback.save(id, content, {}, Deed(ITSELF, "as earlier versions"), extraction)
    with caplog.at_level(logging.WARNING):
        assert learned(running) == (KnownParty("Acme Ltd", addresses=("Kai 1, Bergen",)),)
    assert "name: String should have at most 2000 characters; the line is left out" in caplog.text
    ready = running.client.get("/readyz")
    assert ready.status_code == 200
    assert "1 confirmed parties cannot be read" in ready.json()["warnings"][0]
    assert b"paperformer_left_out_parties 1.0" in running.client.get("/metrics").content
    assert running.post(pdf("next")).status_code == 201


def test_a_list_of_an_earlier_version_is_mended_at_the_start(start_fake: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    path = data / "learned-parties.jsonl"
    path.write_text('{"name": "' + "y" * 5_000 + '"}\n{"name": "Acme Ltd"}\n', encoding="utf-8")
    assert known_to_a_worker(path) == (KnownParty("Acme Ltd"),)
    running = start_fake(data=data)
    assert running.post(pdf("x")).status_code == 201
    wait_for(lambda: not path.exists(), 5)  # no document says so


@pytest.mark.parametrize("damage", [b"\xff\xfe\x00", b"{", b"[]\n1\n", b"\n\n"])
def test_a_damaged_list_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "learned-parties.jsonl"
    path.write_bytes(damage)
    assert known_to_a_worker(path) == ()


def test_a_list_that_is_gone_is_as_good_as_none(tmp_path: Path) -> None:
    assert known_to_a_worker(tmp_path / "gone.jsonl") == ()
    assert known_to_a_worker(tmp_path) == ()
