"""Words of real PDFs against the labelled sets of ``PAPERFORMER_DATA``."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from paperformer.documents import DocumentReader
from paperformer.documents.model import Document

pytestmark = [
    pytest.mark.data,
    pytest.mark.slow,
    pytest.mark.skipif("PAPERFORMER_DATA" not in os.environ, reason="PAPERFORMER_DATA is not set"),
]


def documents(split: str) -> Iterator[tuple[dict[str, Any], Document]]:
    path = Path(os.environ["PAPERFORMER_DATA"]) / split
    open_text = gzip.open if path.suffix == ".gz" else open
    with open_text(path, "rt", encoding="utf-8") as lines, DocumentReader() as reader:
        for line in lines:
            labelled = json.loads(line)
            if labelled["file"] is not None:
                yield labelled, reader.read(path.parent / labelled["file"], ocr="never")


@pytest.mark.parametrize(
    "split",
    ["invoices-zugferd/train.jsonl", "orders-deepform/train.jsonl.gz", "orders-deepform/valid.jsonl.gz"],
)
def test_the_words_of_real_pdfs_are_found(split: str) -> None:
    found = read = wanted = 0
    for labelled, document in documents(split):
        got = Counter(word.text for word in document.words)
        gold = Counter(word["text"] for word in labelled["words"])
        found, read, wanted = found + (got & gold).total(), read + got.total(), wanted + gold.total()
    assert found / wanted >= 0.999
    assert found / read >= 0.999


def test_every_word_lies_where_its_label_does() -> None:
    near = total = 0
    for labelled, document in documents("invoices-zugferd/train.jsonl"):
        places: dict[tuple[str, int], list[tuple[float, ...]]] = {}
        for word in document.words:
            page = document.pages[word.page - 1]
            box = (
                word.box.x0 * page.width,
                word.box.y0 * page.height,
                word.box.x1 * page.width,
                word.box.y1 * page.height,
            )
            places.setdefault((word.text, word.page), []).append(box)
        for word in labelled["words"]:
            boxes = places.get((word["text"], word["page"]), [])
            distances = [max(abs(a - b) for a, b in zip(word["box"], box, strict=True)) for box in boxes]
            near += min(distances, default=99.0) < 1.0
            total += 1
    assert near / total >= 0.995


def test_segments_of_real_invoices_read_from_left_to_right_without_jumps() -> None:
    for _, document in documents("invoices-zugferd/train.jsonl"):
        for page in document.pages:
            for one, other in pairwise(page.words):
                assert other.line - one.line in (0, 1)
                if other.line == one.line and one.box.height < one.box.width:
                    assert other.box.x0 >= one.box.x0
                    assert other.box.y0 < one.box.y1
                    assert other.box.y1 > one.box.y0
