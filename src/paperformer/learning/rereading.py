"""Labelled documents opened anew from their own files, so that a model learns from what OCR makes of them."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from paperformer.documents import DocumentReader
from paperformer.documents.model import Box, Document, Word
from paperformer.errors import InvalidConfig, PaperformerError, TrainingFailed
from paperformer.extraction.labelled import LabelledDocument, Labels, document_of
from paperformer.extraction.labelled_record import Record

LOG = logging.getLogger(__name__)

COVERED = 0.5  # the part of a word's box that a label's words must cover


def reread(documents: Sequence[LabelledDocument], cache: Path) -> list[LabelledDocument]:
    """The documents with the words that OCR reads from their files, in place of the given ones.

    Labels of given words go over to the words that are read where those stand.

    Args:
        documents: Those without a file, or whose file cannot be read, are left out with a warning.
        cache: A folder where the words are kept: reading takes about a second a page.

    Raises:
        InvalidConfig: none of them has a file that can be read.
        TrainingFailed: the cache cannot be written.
    """
    found: list[LabelledDocument] = []
    with DocumentReader() as reader:
        for labelled in documents:
            try:
                document = _cached(labelled, cache) or _read(reader, labelled, cache)
            except PaperformerError as error:
                if isinstance(error, TrainingFailed):
                    raise
                LOG.warning("%s is left out: %s", labelled.key, error)
                continue
            found.append(replace(labelled, document=document, labels=_labels_by_place(labelled, document)))
    if not found:
        raise InvalidConfig("no document has a file that can be read", "Leave out from_image")
    return found


def _labels_by_place(labelled: LabelledDocument, read: Document) -> tuple[Labels, ...] | None:
    """For each word read the fields printed where it stands: their words cover at least half of its box."""
    if labelled.labels is None:
        return None
    printed = list(zip(labelled.document.words, labelled.labels, strict=True))
    found: list[Labels] = []
    for page in read.pages:
        found += _labels_on_page(page.words, [pair for pair in printed if pair[0].page == page.number])
    return tuple(found)


def _labels_on_page(words: Sequence[Word], printed: Sequence[tuple[Word, Labels]]) -> list[Labels]:
    names = sorted({name for _, labels in printed for name in labels})
    prints = np.array([[name in labels for name in names] for _, labels in printed], dtype=np.float32)
    overlaps = _overlaps(words, [word for word, _ in printed])
    covered = overlaps @ prints.reshape(len(printed), len(names))
    return [
        tuple(name for name, part in zip(names, parts, strict=True) if part >= COVERED) for parts in covered
    ]


def _overlaps(words: Sequence[Word], others: Sequence[Word]) -> NDArray[np.float32]:
    """The part of each word's box that each of the others covers, ``(words, others)``."""
    left, right = _corners(words)[:, None], _corners(others)[None]
    sides = np.minimum(left[..., 2:], right[..., 2:]) - np.maximum(left[..., :2], right[..., :2])
    areas = np.prod(left[..., 2:] - left[..., :2], axis=-1)
    shared = np.prod(np.maximum(sides, 0), axis=-1)
    return np.asarray(shared / np.maximum(areas, np.finfo(np.float32).tiny), dtype=np.float32)


def _corners(words: Sequence[Word]) -> NDArray[np.float32]:
    boxes = [(w.box.x0, w.box.y0, w.box.x1, w.box.y1) for w in words]
    return np.array(boxes, dtype=np.float32).reshape(len(words), 4)


def _path(labelled: LabelledDocument, cache: Path) -> Path:
    return cache / f"{labelled.key.replace('/', '_')}.json"


def _cached(labelled: LabelledDocument, cache: Path) -> Document | None:
    """What an earlier training read; None where there is nothing, or nothing whole."""
    try:
        record = Record.model_validate_json(_path(labelled, cache).read_bytes())
    except (OSError, ValidationError):
        return None
    return document_of(record)[0]


def _read(reader: DocumentReader, labelled: LabelledDocument, cache: Path) -> Document:
    if labelled.file is None:
        raise InvalidConfig(f"{labelled.key} has no file", "Leave out from_image")
    document = reader.read(labelled.file, name=labelled.key, ocr="always")
    try:
        cache.mkdir(parents=True, exist_ok=True)
        _path(labelled, cache).write_text(
            json.dumps(record_of(document), ensure_ascii=False), encoding="utf-8"
        )
    except OSError as error:
        raise TrainingFailed(f"{cache}: cannot be written ({error})", "Free some space") from error
    return document


def record_of(document: Document) -> dict[str, Any]:
    """The document as a line of a JSONL file of labelled documents, with nothing labelled."""
    sizes = {page.number: (page.width, page.height) for page in document.pages}
    return {
        "id": document.name,
        "pages": [{"number": p.number, "width": p.width, "height": p.height} for p in document.pages],
        "words": [
            {"text": w.text, "page": w.page, "box": _on_page(w.box, *sizes[w.page])} for w in document.words
        ],
    }


def _on_page(box: Box, width: float, height: float) -> list[float]:
    return [box.x0 * width, box.y0 * height, box.x1 * width, box.y1 * height]
