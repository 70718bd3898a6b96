"""Services for tests: see ``running_service`` and ``fake_reader``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs pip install 'paperformer[serve]'")

from fake_reader import MakeFakeReader
from running_service import Running, run
from webhook_receivers import Listener, Sluggish

from forked_workers import forked_workers
from paperformer.service import worker
from paperformer.service.config import ServiceConfig


@pytest.fixture(scope="session", autouse=True)
def workers_start_at_once() -> Iterator[None]:
    with forked_workers(worker, "paperformer.service.worker", "paperformer.service.reading"):
        yield


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with two fake readers, shared: what a test posts, others may see."""
    config = ServiceConfig(data=tmp_path_factory.mktemp("service"), workers=2, port=0)
    with run(config, MakeFakeReader()) as running:
        yield running


@pytest.fixture
def start_fake(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts services of a test's own, with fake readers; settings are those of ``ServiceConfig``."""
    with ExitStack() as stack:

        def start(reader: MakeFakeReader | None = None, **settings: Any) -> Running:
            config = ServiceConfig(**{"data": tmp_path / "data", "workers": 1, "port": 0, **settings})
            return stack.enter_context(run(config, reader or MakeFakeReader()))

        yield start


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    thread = threading.Thread(target=listener.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield listener
    listener.server.shutdown()
    thread.join()
    listener.server.server_close()


@pytest.fixture
def sluggish() -> Iterator[Callable[[str], Sluggish]]:
    with ExitStack() as stack:

        def start(manner: str) -> Sluggish:
            return stack.enter_context(closing(Sluggish(manner)))

        yield start
