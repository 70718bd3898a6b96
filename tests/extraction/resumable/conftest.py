"""Batches of the toy reader start many workers."""

from collections.abc import Iterator

import pytest

from forked_workers import forked_workers
from paperformer.extraction import crew


@pytest.fixture(scope="package", autouse=True)
def workers_start_at_once() -> Iterator[None]:
    with forked_workers(crew, "toy_batch", "paperformer.extraction.crew", "paperformer.extraction.batch"):
        yield
