"""A folder of documents: the same bytes however it is made, and readable as labelled documents."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from paperformer.labelled.documents import load_jsonl
from paperformer.synthesis.contact_sheet import contact_sheet
from paperformer.synthesis.corpus import place_order
from paperformer.synthesis.folder import TRUTH, Paper, write_folder


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def _lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / TRUTH).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Receipts, for they are small; about half of them pictures."""
    out = tmp_path_factory.mktemp("folder")
    order = place_order(12, 31, kinds=["receipt"], languages=["en-GB", "de"])
    assert len(list(write_folder(out, order, Paper("valid", pictures=0.5)))) == 12
    return out


@pytest.mark.slow
def test_two_processes_write_the_bytes_that_one_writes(folder: Path, tmp_path: Path) -> None:
    order = place_order(12, 31, kinds=["receipt"], languages=["en-GB", "de"])
    list(write_folder(tmp_path / "two", order, Paper("valid", pictures=0.5), processes=2))
    assert _bytes(tmp_path / "two") == _bytes(folder)


def test_each_document_has_a_pdf_or_pictures_and_is_a_labelled_document(folder: Path) -> None:
    documents = load_jsonl(folder / TRUTH)
    assert len(documents) == 12
    endings = {document.file.suffix for document in documents if document.file}
    assert endings == {".pdf", ".jpg"}
    for document in documents:
        assert document.file is not None
        assert document.file.is_file()
        assert document.labels is not None
        assert document.fields["total_incl_vat"]
        assert document.flags["split"] == "valid"


def test_the_pages_of_pictures_are_measured_in_their_pixels_and_words_lie_on_print(folder: Path) -> None:
    worn = [line for line in _lines(folder) if "pictures" in line]
    for entry in worn:
        assert entry["file"] == entry["pictures"][0]
        with Image.open(folder / entry["file"]) as image:
            page = entry["pages"][0]
            assert (page["width"], page["height"]) == image.size
            grey = np.asarray(image.convert("L"), dtype=np.float64)
        words = [word for word in entry["words"] if len(word["text"]) > 2]
        dark = 0
        for word in words:
            x0, y0, x1, y1 = (round(edge) for edge in word["box"])
            inside = grey[max(y0, 0) : y1, max(x0, 0) : x1]
            dark += bool(inside.size) and inside.min() < np.percentile(inside, 95) - 15
        assert dark > 0.9 * len(words), entry["id"]


def test_without_pdfs_only_the_truth_is_written(tmp_path: Path) -> None:
    list(write_folder(tmp_path, place_order(3, 1), Paper(pdfs=False)))
    assert [path.name for path in tmp_path.iterdir()] == [TRUTH]


def test_a_drawn_pdf_has_the_pages_that_the_truth_says(folder: Path) -> None:
    entry = next(line for line in _lines(folder) if "pictures" not in line)
    with pypdfium2.PdfDocument(folder / entry["file"]) as pdf:
        assert [pdf[0].get_width(), pdf[0].get_height()] == pytest.approx(
            [entry["pages"][0]["width"], entry["pages"][0]["height"]], abs=0.1
        )


def test_a_contact_sheet_shows_as_many_pages_as_asked_for() -> None:
    order = place_order(20, 4, kinds=["receipt"], languages=["en-GB"])
    narrow = Image.open(io.BytesIO(contact_sheet(order, count=3, across=3)))
    tall = Image.open(io.BytesIO(contact_sheet(order, count=6, across=3)))
    assert narrow.width == tall.width
    assert tall.height > 1.9 * narrow.height
    assert len(set(np.asarray(narrow.convert("L")).ravel().tolist())) > 10
