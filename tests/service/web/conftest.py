"""A service with the default model behind the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs pip install 'paperformer[serve]'")
pytest.importorskip("playwright", reason="needs pip install 'paperformer[dev]'")

from browser import Desk, at_desk
from invoices import draw_invoice
from playwright.sync_api import Browser
from running_service import Running, run

from paperformer.service.config import ServiceConfig


@pytest.fixture(scope="session")
def reading(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that reads with the default model; only started where there is a browser."""
    assert browser.is_connected()
    config = ServiceConfig(data=tmp_path_factory.mktemp("review"), workers=1, port=0)
    with run(config, None) as running:
        yield running


@pytest.fixture(scope="session")
def invoice(reading: Running) -> str:
    """The id of an invoice that tests look at but do not change."""
    answer = reading.post(draw_invoice("INV-1001"), name="looked-at.pdf")
    return str(answer.raise_for_status().json()["id"])


@pytest.fixture
def sit_down(browser: Browser) -> Iterator[Callable[..., Desk]]:
    """Signs in to a service; settings are those of a browser context."""
    with ExitStack() as stack:
        yield lambda service, **settings: stack.enter_context(at_desk(browser, service, **settings))


@pytest.fixture
def desk(sit_down: Callable[..., Desk], reading: Running) -> Desk:
    return sit_down(reading)


@pytest.fixture
def data_folder(reading: Running) -> Path:
    """Where the service keeps what it has."""
    return reading.service.config.data
