"""Labelled documents from disk: the JSONL format and a folder of documents with JSON answers beside them.

The JSONL format: one object a line with ``id``, ``set``, ``unit`` (``word`` or ``line``), ``pages`` (number,
width, height), ``words`` (text, box, page, optional label) and ``fields`` ({name: [normalised value, ...]}).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperformer.documents.model import Box, Document, Page
from paperformer.documents.order import PlacedWord, order_words
from paperformer.errors import InvalidConfig


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """A document with its true answer.

    Args:
        document: Words and boxes.
        fields: Field name -> accepted normalised values.
        known: Fields that the annotators looked for: one of these without a value is absent, any other
            field is simply not known.
        labels: Per word of ``document.words`` the field it prints, where the source says so word by word.
        raw: The source's own labels.
        key: Identifier within its set.
        file: The picture or PDF it was read from, when there is one.
        flags: Other facts the source gives (``company_seen_in_train`` ...).
    """

    document: Document
    fields: Mapping[str, Sequence[str]]
    known: frozenset[str]
    labels: tuple[str | None, ...] | None
    raw: Mapping[str, Any]
    key: str
    file: Path | None = None
    flags: Mapping[str, Any] | None = None


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """All objects of a ``.jsonl`` or ``.jsonl.gz`` file.

    Raises:
        InvalidConfig: the file is missing, is no text, or a line is no JSON object.
    """
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.suffix == ".gz"
            else path.open(encoding="utf-8") as f
        ):
            lines = f.readlines()
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise InvalidConfig(
            f"{path}: cannot be read ({error})", "Give a JSONL file, plain or gzipped"
        ) from error
    objects = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise InvalidConfig(
                f"{path}: line {number} is no JSON ({error.msg})", "One object a line"
            ) from error
        if not isinstance(value, dict):
            raise InvalidConfig(f"{path}: line {number} is no JSON object", "One object a line")
        objects.append(value)
    return objects


def load_jsonl(path: Path) -> list[LabelledDocument]:
    """The labelled documents of one JSONL file; a field that any of them labels counts as known in all.

    Raises:
        InvalidConfig: the file is not in the format.
    """
    records = read_jsonl(path)
    known = frozenset(name for record in records for name in record.get("fields", {}))
    try:
        return [_labelled(record, known, path.parent) for record in records]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidConfig(
            f"{path}: not in the labelled-document format ({error!r})", "See docs/training.md for the format"
        ) from error


def _labelled(record: Mapping[str, Any], known: frozenset[str], folder: Path) -> LabelledDocument:
    document, labels = document_of(record)
    own = frozenset(record["known"]) if "known" in record else known
    file = record.get("file")
    flags = {k: v for k, v in record.items() if k not in {"words", "pages", "fields", "raw"}}
    return LabelledDocument(
        document=document,
        fields=record.get("fields", {}),
        known=own - frozenset(record.get("not_printed", {})),
        labels=labels if any(labels) else None,
        raw=record.get("raw") or {},
        key=str(record["id"]),
        file=folder / file if file else None,
        flags=flags,
    )


def document_of(record: Mapping[str, Any]) -> tuple[Document, tuple[str | None, ...]]:
    """The record's words as a document in reading order, and the label of each word."""
    by_page: dict[int, list[Mapping[str, Any]]] = {int(page["number"]): [] for page in record["pages"]}
    for word in record["words"]:
        by_page[int(word["page"])].append(word)
    pages: list[Page] = []
    labels: list[str | None] = []
    for page in record["pages"]:
        number, width, height = int(page["number"]), float(page["width"]), float(page["height"])
        placed: list[PlacedWord] = []
        label_at: dict[tuple[str, float, float], str | None] = {}
        for word in by_page[number]:
            for part in split_line(str(word["text"]), tuple(map(float, word["box"]))):
                placed.append(part)
                label_at[part.text, *_corner(part, width, height)] = word.get("label")
        words = order_words(placed, page=number, width=width, height=height)
        labels.extend(label_at.get((w.text, w.box.x0, w.box.y0)) for w in words)
        pages.append(Page(number, width, height, words))
    return Document(name=str(record["id"]), pages=tuple(pages)), tuple(labels)


def split_line(text: str, box: tuple[float, ...]) -> list[PlacedWord]:
    """The words of a printed line, each with its share of the line's box by characters."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) / max(len(text), 1)
    return [
        PlacedWord(m.group(), (x0 + m.start() * step, y0, x0 + m.end() * step, y1), band=(y0, y1))
        for m in re.finditer(r"\S+", text)
    ]


def _corner(word: PlacedWord, width: float, height: float) -> tuple[float, float]:
    box = Box(word.box[0] / width, word.box[1] / height, word.box[2] / width, word.box[3] / height).clipped()
    return box.x0, box.y0


def load_corpus(path: Path) -> list[LabelledDocument]:
    """The labelled documents of a JSONL file or of a folder of documents with JSON answers beside them.

    Raises:
        InvalidConfig: there is nothing to read.
    """
    if path.is_dir():
        from paperformer.extraction.labelled_folder import (
            load_folder,  # opening files is not needed for JSONL
        )

        return load_folder(path)
    return load_jsonl(path)
