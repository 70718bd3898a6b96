"""Settings of every test.

Under tests every public shape of the Transformer library is checked; in use that costs nothing.
"""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from jaxtyping import install_import_hook

import paperformer
from chromium import chromium_path, launch

TRANSFORMER = Path(paperformer.__file__).parent / "transformer"
# Configs hold no shapes, and must answer wrong types with an error of their own.
ROOMS = [f"paperformer.transformer.{path.stem}" for path in TRANSFORMER.iterdir() if path.stem != "config"]

install_import_hook(ROOMS, "beartype.beartype")

# A first call loads libraries, and a machine may be busy: time is no property of the code under test.
settings.register_profile("paperformer", deadline=None)
settings.load_profile("paperformer")

# A job that a shell started in the background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def recipe_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders that recipes name by environment variables; nothing is in them."""
    for name in ("DATA", "RUNS", "TEXT"):
        monkeypatch.setenv(f"PAPERFORMER_{name}", f"/nowhere/{name.lower()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One Chromium for all tests of pages: Playwright starts only once in a process."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs pip install 'paperformer[dev]'")
    path = chromium_path()
    if path is None:
        pytest.skip("needs Chromium: `make browser`, or PAPERFORMER_CHROMIUM=/its/path")
    with playwright.sync_playwright() as started:
        one = launch(started, path)
        yield one
        one.close()
