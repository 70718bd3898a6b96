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
# A change is judged by the same few examples each time. `make properties` (--hypothesis-profile=random) looks
# for new ones, and more; what it finds is kept in .hypothesis and becomes an @example of the test.
settings.register_profile("paperformer", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("random", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("paperformer")

# A job that a shell started in the background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def recipe_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folders that recipes name by environment variables; nothing is in them."""
    for name in ("DATA", "RUNS", "TEXT"):
        monkeypatch.setenv(f"PAPERFORMER_{name}", f"/nowhere/{name.lower()}")


@pytest.fixture(scope="session")
def toy_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder as training writes it, tiny, untrained and sure of nothing: rules find what is found."""
    import torch

    from paperformer.evidence.weights import Weights, save_weights
    from paperformer.extraction.model_folder import EVIDENCE
    from paperformer.learning.export.folder import export
    from toy_model import save_toy, toy_model

    model = toy_model()
    with torch.no_grad():
        model.head.scores.weight.zero_()
        model.head.scores.bias.fill_(-8.0)
    folder = save_toy(tmp_path_factory.mktemp("toy"), model)
    export(folder, folder, precision="float32")
    # Candidates stay as likely as rules say; totals that add up are likelier.
    weights = Weights({"rule": 3.0}, relations={"total_is_net_plus_tax": {"holds": 3.0, "fails": -3.0}})
    save_weights(weights, folder / EVIDENCE)
    return folder


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
