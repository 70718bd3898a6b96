"""Improving the model through the API: one at a time, refused with the reason, served only when asked."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fake_reader import pdf
from running_service import Running

from paperformer.cli import main
from paperformer.evaluation.sroie import Score
from paperformer.extraction.model_folder import MANIFEST, read_manifest
from paperformer.extraction.model_path import default_model_path
from paperformer.improving.improve import Improvement
from paperformer.service.audit import COMMAND_LINE, Deed

Start = Callable[..., Running]


def _confirmed(service: Running, count: int) -> None:
    for number in range(count):
        id = service.post(pdf(f"invoice {number}")).raise_for_status().json()["id"]
        body = {"fields": {"currency": [{"value": "EUR"}]}, "confirmed": True}
        service.client.put(f"/v1/documents/{id}/fields", json=body).raise_for_status()


def _child(monkeypatch: pytest.MonkeyPatch, service: Running, program: str) -> None:
    """Another program in place of `paperformer learn`."""
    monkeypatch.setattr(
        service.service.improvements,
        "_child",
        lambda: subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ),
    )


def _ended(service: Running) -> dict[str, Any]:
    for _ in range(200):
        state: dict[str, Any] = service.client.get("/v1/improvement").raise_for_status().json()
        if state["state"] != "running":
            return state
        time.sleep(0.05)
    raise AssertionError("it does not end")


@pytest.fixture
def learned(tmp_path: Path) -> Path:
    """A model that has learned."""
    return _model(tmp_path / "learned", "7+fitted.20261129.0000abcd")


def _model(folder: Path, version: str) -> Path:
    """A copy of the default model that calls itself so."""
    ignored = shutil.ignore_patterns("weights.safetensors")
    manifest = read_manifest(default_model_path()).model_copy(update={"version": version})
    copy = Path(shutil.copytree(default_model_path(), folder, ignore=ignored))
    (copy / MANIFEST).write_text(manifest.model_dump_json(), "utf-8")
    return copy


def _refused(service: Running) -> str:
    """Why the model that learned cannot be served."""
    answer = service.client.post("/v1/improvement/promote", json={})
    assert answer.status_code == 409
    return str(answer.json()["detail"])


def _having_learned(start: Start, monkeypatch: pytest.MonkeyPatch, model: Path, *, better: bool) -> Running:
    """A service whose improvement has ended with this model."""
    service = start()
    _confirmed(service, 13)
    _child(monkeypatch, service, _report(model, better=better))
    service.client.post("/v1/improvement")
    assert not _ended(service)["promoted"]
    return service


def _report(model: Path, better: bool) -> str:
    manifest = read_manifest(model)
    score = {"expected": 5, "right_before": 4, "right_after": 5, "f1_before": 0.8, "f1_after": 0.9}
    counts = {"learned": 10, "held_out": 3, "better": better, "worse": not better}
    name = {"name": manifest.name, "version": manifest.version}
    report = {"model": str(model), **name, **counts, "fields": {"all": score}}
    return f"print({json.dumps(json.dumps(report))})"


def test_it_needs_documents_and_an_administrators_key(start_fake: Start) -> None:
    service = start_fake()
    _confirmed(service, 2)
    assert service.anonymous.get("/v1/improvement").status_code == 401
    refused = service.client.post("/v1/improvement")
    assert refused.status_code == 422
    assert "2 documents are confirmed, and 13 are needed" in refused.json()["detail"]
    assert service.client.get("/v1/improvement").json()["state"] == "idle"
    assert _refused(service) == "no model has learned yet. Start an improvement first: POST /v1/improvement"


def test_one_runs_at_a_time_and_a_better_model_is_served(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, learned: Path
) -> None:
    service = start_fake()
    _confirmed(service, 13)
    _child(monkeypatch, service, f"import time; time.sleep(1); {_report(learned, better=True)}")
    assert service.client.post("/v1/improvement").status_code == 202
    assert service.client.post("/v1/improvement").status_code == 409
    assert _refused(service) == "an improvement is running. Wait until it has ended"
    state = _ended(service)
    assert (state["state"], state["report"]["better"], state["promoted"]) == ("done", True, False)
    assert service.client.post("/v1/improvement/promote", json={}).json()["promoted"]
    assert service.service.models.served() is not None
    assert _refused(service).startswith("7+fitted.20261129.0000abcd is served already.")


def test_a_model_that_was_taken_back_is_no_longer_said_to_be_served(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, learned: Path
) -> None:
    service = _having_learned(start_fake, monkeypatch, learned, better=True)
    for _ in range(2):  # it may be served again
        assert service.client.post("/v1/improvement/promote", json={}).json()["promoted"]
        assert service.client.get("/v1/improvement").json()["promoted"]
        service.service.models.roll_back(Deed(COMMAND_LINE, "roll_back_model"))
        state = service.client.get("/v1/improvement").json()
        assert (state["promoted"], state["report"]["version"]) == (False, "7+fitted.20261129.0000abcd")
    shutil.rmtree(learned)
    assert "no model" in _refused(service)


def test_it_runs_until_its_report_is_kept(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, learned: Path
) -> None:
    service = start_fake()
    _confirmed(service, 13)
    keep = service.service.improvements._keep

    def late(last: dict[str, Any]) -> None:
        time.sleep(0.5)
        keep(last)

    monkeypatch.setattr(service.service.improvements, "_keep", late)
    _child(monkeypatch, service, _report(learned, better=True))
    service.client.post("/v1/improvement")
    assert _ended(service)["state"] == "done"


def test_the_last_models_and_those_in_use_are_kept(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = start_fake()
    folder = service.service.config.data / "learned"
    served, reported, *others = (_model(folder / f"20261101-00000{n}", f"7+fitted.1.{n}") for n in range(5))
    unfinished = _model(folder / "20261101-000009.part", "7+fitted")
    foreign = _model(folder / "mine", "7")
    service.service.models.promote(served, Deed(COMMAND_LINE, "promote_model"))
    _confirmed(service, 13)
    _child(monkeypatch, service, _report(reported, better=True))
    service.client.post("/v1/improvement")
    _ended(service)
    service.service.clean()
    left = {path for path in folder.iterdir() if path.is_dir()}
    assert left == {served, reported, *others[-2:], foreign}
    assert not unfinished.exists()


def test_copies_that_were_taken_back_are_deleted_when_nothing_can_be_reading_with_them(
    start_fake: Start, learned: Path
) -> None:
    service = start_fake()
    models, deed = service.service.models, Deed(COMMAND_LINE, "promote_model")
    first, second = models.promote(learned, deed), models.promote(learned, deed)
    models.roll_back(deed)
    service.service.clean()
    assert second.exists()  # a document may be read with it
    service.service.clean()
    assert (first.exists(), second.exists(), models.served()) == (True, False, first)


def test_a_model_that_is_not_better_is_served_only_where_that_is_asked_for(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, learned: Path
) -> None:
    service = _having_learned(start_fake, monkeypatch, learned, better=False)
    refused = service.client.post("/v1/improvement/promote", json={})
    assert refused.status_code == 409
    assert refused.json()["detail"].endswith('Send {"even_if_worse": true} to serve it all the same')
    assert service.client.post("/v1/improvement/promote", json={"even_if_worse": True}).json()["promoted"]


def test_no_body_is_the_same_as_an_empty_one(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, learned: Path
) -> None:
    service = _having_learned(start_fake, monkeypatch, learned, better=True)
    assert service.client.post("/v1/improvement/promote").json()["promoted"]


def test_why_it_failed_is_said(start_fake: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    service = start_fake()
    _confirmed(service, 13)
    _child(monkeypatch, service, "import sys; sys.exit('paperformer: too few suppliers')")
    service.client.post("/v1/improvement")
    state = _ended(service)
    assert (state["state"], state["detail"]) == ("failed", "too few suppliers")
    assert _refused(service).startswith("the last improvement failed: too few suppliers.")
    _child(monkeypatch, service, "import os, time; time.sleep(1); os.kill(os.getpid(), 9)")
    running = service.client.post("/v1/improvement").json()
    assert (running["state"], running["detail"]) == ("running", "")  # not why the one before failed
    assert "ended from outside (Killed)" in _ended(service)["detail"]


def test_the_command_names_the_model_that_learned(
    start_fake: Start, monkeypatch: pytest.MonkeyPatch, learned: Path
) -> None:
    service = start_fake()
    _confirmed(service, 1)
    manifest, score = read_manifest(learned), {"all": Score(4, 5, 5)}
    found = Improvement(learned, manifest, 10, 3, score, score)
    monkeypatch.setattr("paperformer.improving.improve.improve", lambda *_: found)
    done = CliRunner().invoke(main, ["learn", "--data", str(service.service.config.data)])
    assert done.stdout.startswith(f"{manifest.name} {manifest.version}: learned from 10 documents")
    assert f"paperformer: {manifest.name} {manifest.version} is no better" in done.stderr
