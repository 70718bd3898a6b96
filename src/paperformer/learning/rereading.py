"""Labelled documents opened anew from their own files, so that a model learns from what OCR makes of them."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from paperformer.documents import DocumentReader
from paperformer.documents.model import Box, Document, Word
from paperformer.errors import InvalidConfig, PaperformerError, TrainingFailed, write_remedy
from paperformer.labelled.documents import LabelledDocument, Labels, document_of
from paperformer.labelled.record import Record
from paperformer.learning.registration import boxes_of, covered_by, is_alike, moved_boxes, register

LOG = logging.getLogger(__name__)


def reread(documents: Sequence[LabelledDocument], cache: Path) -> list[LabelledDocument]:
    """The documents with the words that OCR reads from their files, in place of the given ones.

    Labels of words go over to what is read where those stand.

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
            found.append(_labels_by_place(labelled, document))
    if not found:
        raise InvalidConfig("no document has a file that can be read", "Leave out from_image")
    return found


def _labels_by_place(labelled: LabelledDocument, read: Document) -> LabelledDocument:
    """The document as it was read, each word with the fields that are printed where it stands.

    Where a page cannot be laid over its truth, and where a place was read quite otherwise, nothing is known
    of the fields that it prints.
    """
    if labelled.labels is None:
        return replace(labelled, document=read)
    printed = list(zip(labelled.document.words, labelled.labels, strict=True))
    labels: list[Labels] = []
    doubtful: set[str] = set()
    for page in read.pages:
        of_page, unsure = _labels_on_page(page.words, [p for p in printed if p[0].page == page.number])
        labels += of_page
        doubtful |= unsure
    return replace(labelled, document=read, labels=tuple(labels), known=frozenset(labelled.known) - doubtful)


def _labels_on_page(
    words: Sequence[Word], printed: Sequence[tuple[Word, Labels]]
) -> tuple[list[Labels], set[str]]:
    """The labels of ``words``, and the fields of which too little is known."""
    names = {name for _, labels in printed for name in labels}
    given = [word for word, _ in printed]
    matrix = register(given, words)
    if matrix is None:
        return [()] * len(words), names
    labels: list[set[str]] = [set() for _ in words]
    doubtful: set[str] = set()
    boxes, places = boxes_of(words), moved_boxes(matrix, given)
    for name in sorted(names):
        for run in _runs([name in of_word for _, of_word in printed]):
            covered = np.flatnonzero(covered_by(boxes, places[run])).tolist()
            if not is_alike([given[i] for i in run], [words[i] for i in covered]):
                doubtful.add(name)
            for index in covered:
                labels[index].add(name)
    return [tuple(sorted(of_word)) for of_word in labels], doubtful


def _runs(flags: Sequence[bool]) -> list[list[int]]:
    """Indices that are true, those that follow one another together."""
    runs: list[list[int]] = []
    for index, flag in enumerate(flags):
        if flag and runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        elif flag:
            runs.append([index])
    return runs


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
        raise TrainingFailed(f"{cache}: cannot be written ({error})", write_remedy(error)) from error
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
