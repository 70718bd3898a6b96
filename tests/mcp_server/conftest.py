"""A folder of documents, and a server that may read it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs pip install 'paperformer[mcp]'")

from paperformer.extraction.pipeline import Extractor
from paperformer.mcp.folders import Folders
from paperformer.mcp.server import DocumentServer, build_server
from paperformer.mcp.tools import DocumentTools
from toy_einvoice import ubl

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture(scope="session")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server may read: an invoice and an e-invoice; beside it lies what it may not."""
    folder = tmp_path_factory.mktemp("mcp") / "papers"
    folder.mkdir()
    shutil.copy(SAMPLES / "invoice-en.pdf", folder)
    (folder / "einvoice.xml").write_text(ubl(7))
    (folder / "notes.txt").write_text("buy milk")
    shutil.copy(SAMPLES / "invoice-eu.pdf", folder.parent / "secret.pdf")
    (folder / "link.pdf").symlink_to(folder.parent / "secret.pdf")
    return folder


@pytest.fixture(scope="session")
def server(papers: Path) -> Iterator[DocumentServer]:
    with Extractor(min_confidence=0.0) as extractor:
        yield build_server(DocumentTools(Folders([papers]), extractor))
