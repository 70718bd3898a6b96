"""A model folder that is not one, or not one of ours, is refused in one line."""

import json
import shutil
from pathlib import Path

import pytest

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import FORMAT_VERSION, GRAPH, MANIFEST, VOCABULARY, read_manifest
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.session import ModelSession
from toy_documents import document_of

WORDS = document_of("ACME Ltd", "Total 12.00 EUR").words


@pytest.fixture
def folder(toy_folder: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(toy_folder, tmp_path / "model"))


def change(folder: Path, **values: object) -> None:
    path = folder / MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def refused(folder: Path, match: str) -> None:
    with pytest.raises(ModelMismatch, match=match) as caught:
        ModelSession(folder)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


def test_a_whole_folder_is_loaded(folder: Path) -> None:
    scores, windows = ModelSession(folder).score(WORDS)
    assert windows == 1
    assert scores.inside.shape == (len(WORDS), len(read_manifest(folder).fields))


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / "nowhere", "no model")
    with pytest.raises(ModelMismatch, match="no model"):
        Extractor(tmp_path / "nowhere")


@pytest.mark.parametrize("content", ["", "{", "[]", "\x00", "[" * 100_000])
def test_a_damaged_manifest_is_refused(folder: Path, content: str) -> None:
    (folder / MANIFEST).write_text(content)
    refused(folder, "no model|has format None")


@pytest.mark.parametrize("version", [FORMAT_VERSION + 1, 0, None, "1"])
def test_a_folder_of_another_format_version_is_refused(folder: Path, version: object) -> None:
    change(folder, format=version)
    refused(folder, f"has format {version}")
    with pytest.raises(ModelMismatch, match="reads 2"):
        Extractor(folder)


@pytest.mark.parametrize(
    ("name", "value"), [("fields", []), ("max_tokens", 3), ("name", None), ("colour", "blue")]
)
def test_a_manifest_that_says_what_cannot_be_is_refused(folder: Path, name: str, value: object) -> None:
    change(folder, **{name: value})
    refused(folder, name)


@pytest.mark.parametrize("name", [GRAPH, VOCABULARY])
def test_a_folder_without_one_of_its_files_is_refused(folder: Path, name: str) -> None:
    (folder / name).unlink()
    refused(folder, f"{name} is missing")


@pytest.mark.parametrize("keep", [0, 100, -100])
def test_a_damaged_graph_is_refused(folder: Path, keep: int) -> None:
    graph = folder / GRAPH
    graph.write_bytes(graph.read_bytes()[:keep])
    refused(folder, "cannot load it")


def test_a_damaged_vocabulary_is_refused(folder: Path) -> None:
    (folder / VOCABULARY).write_text("{}")
    refused(folder, "no vocabulary of WordPiece or Unigram")


def test_a_graph_of_other_fields_is_refused(folder: Path) -> None:
    change(folder, fields=["document_number", "iban"])
    refused(folder, "scores 5 fields, 2 are named")


def test_a_vocabulary_of_another_model_is_refused(folder: Path) -> None:
    change(folder, encoder={**read_manifest(folder).encoder, "vocabulary_size": 7})
    refused(folder, "another model's")


def test_the_extractor_says_the_same_when_the_graph_is_first_needed(folder: Path) -> None:
    (folder / GRAPH).write_bytes(b"no graph")
    extractor = Extractor(folder)
    with pytest.raises(ModelMismatch, match="cannot load it"):
        extractor.extract_document(document_of("Total 12.00 EUR"))
