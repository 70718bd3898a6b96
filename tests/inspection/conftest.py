"""A page of attention in a real browser, and a document inside a small model."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paperformer.inspection.look.of_document import SeenDocument, see_document
from paperformer.inspection.look.subject import load_subject
from paperformer.inspection.look.web import write_html
from toy_model import save_toy, toy_model

INVOICE = Path(__file__).resolve().parents[2] / "samples" / "invoice-en.pdf"


@pytest.fixture(scope="session")
def layout_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two layers, the second over words; long enough for the sample."""
    model = toy_model(max_positions=2048, narrow_after=1, block=16)
    return save_toy(tmp_path_factory.mktemp("layout"), model)


@pytest.fixture(scope="session")
def document(layout_folder: Path) -> SeenDocument:
    return see_document(load_subject(str(layout_folder)), INVOICE)


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page from its file; a word on its console, or a request to the network, fails the test."""
    complaints: list[str] = []
    pages = []

    def open_page(html: str, *, width: int = 1280, theme: str = "light") -> Any:
        write_html(html, tmp_path / "page.html")
        page = browser.new_page(viewport={"width": width, "height": 1000}, color_scheme=theme)
        pages.append(page)
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(("file:", "data:")) else complaints.append(asked.url),
        )
        page.goto((tmp_path / "page.html").as_uri())
        page.locator("#grid button").first.wait_for(state="attached")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []
