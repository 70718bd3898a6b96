"""Clients that do not wait for their documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from fake_reader import pdf
from faults import wait_for
from running_service import Running

from paperformer.service.accepting import Accepted
from paperformer.service.routes import posted
from paperformer.service.service import Service
from paperformer.service.uploads import UploadOptions


def test_a_document_that_fails_at_once_is_still_accepted(
    start_fake: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = posted._found

    def late(service: Service, options: UploadOptions, accepted: Sequence[Accepted]) -> Any:
        wait_for(lambda: not service.documents.are_open([id for id, _ in accepted]))
        return found(service, options, accepted)

    monkeypatch.setattr(posted, "_found", late)
    running = start_fake()
    answer = running.post_async(pdf("fail"))
    assert (answer.status_code, answer.json()["state"]) == (202, "failed")
    assert answer.headers["location"] == f"/v1/documents/{answer.json()['id']}"
    assert running.post(pdf("fail")).status_code == 422  # who waits is told
