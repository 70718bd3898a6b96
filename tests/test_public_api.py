"""What `import paperformer` shows, and what it costs."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import paperformer
from paperformer.errors import PaperformerError


def test_the_public_names_are_these_and_no_others() -> None:
    assert paperformer.__all__ == [
        "Extraction",
        "Extractor",
        "Proposal",
        "__version__",
        "errors",
        "open_document",
    ]
    assert dir(paperformer) == sorted(paperformer.__all__)


@pytest.mark.parametrize("name", paperformer.__all__)
def test_every_public_name_can_be_fetched(name: str) -> None:
    assert getattr(paperformer, name) is not None


def test_names_come_from_their_rooms() -> None:
    from paperformer.documents.opening import open_document
    from paperformer.extraction.pipeline import Extractor
    from paperformer.extraction.result import Extraction

    assert paperformer.Extractor is Extractor
    assert paperformer.Extraction is Extraction
    assert paperformer.open_document is open_document
    assert paperformer.errors.PaperformerError is PaperformerError


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Extracter'"):
        _ = paperformer.Extracter


def test_the_version_is_the_installed_one() -> None:
    assert paperformer.__version__ == version("paperformer")


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = "import sys, paperformer, paperformer.errors; print(*sys.modules)"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.split()
    )
    assert "paperformer" in loaded
    assert not loaded & {"numpy", "pydantic", "onnxruntime", "tokenizers", "PIL", "yaml", "torch", "click"}
