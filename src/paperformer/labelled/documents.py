"""Labelled documents from disk: a JSONL file, or a folder of documents with JSON answers beside them."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperformer.documents.model import Box, Document, Page
from paperformer.documents.order import PlacedWord, order_words
from paperformer.documents.source import is_folder
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.extraction.levels import LABEL_CONFIDENCE
from paperformer.labelled.lines import lines_in
from paperformer.labelled.record import (
    PageRecord,
    Record,
    WordRecord,
    read_records,
    stream_records,
)
from paperformer.labelled.standoff import labelled_apart

Labels = tuple[str, ...]
Skipped = Callable[[str, PaperformerError], None]
"""Told of each file of a folder that is left out, by name, and why."""
LOG = logging.getLogger(__name__)


def warn_of_skipped(name: str, error: PaperformerError) -> None:
    """Log that a file of a folder is left out, and why."""
    LOG.warning("%s is left out: %s", name, error)


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """A document with its true answer.

    Args:
        document: Words and boxes.
        fields: Field name -> accepted normalised values.
        known: Fields that the annotators looked for: one of these without a value is absent, any other
            field is simply not known.
        labels: Per word of ``document.words`` the fields it prints, where the source says so word by word.
        raw: The source's own labels.
        key: Identifier within its set.
        file: The picture or PDF it was read from, when there is one.
        flags: Other facts the source gives (``company_seen_in_train`` ...).
        lines: The cells of each purchase line, where the source has them.
    """

    document: Document
    fields: Mapping[str, Sequence[str]]
    known: frozenset[str]
    labels: tuple[Labels, ...] | None
    raw: Mapping[str, Any]
    key: str
    file: Path | None = None
    flags: Mapping[str, Any] = field(default_factory=dict)
    lines: Sequence[Mapping[str, str]] = ()


def load_corpus(
    path: Path,
    skipped: Skipped | None = None,
    standoff: Path | None = None,
    label_confidence: float = LABEL_CONFIDENCE,
) -> list[LabelledDocument]:
    """The labelled documents of a JSONL file or of a folder of documents with JSON answers beside them.

    Args:
        path: The file or folder.
        skipped: Told of each document that cannot be opened, by name; None logs a warning.
        standoff: Labels of a JSONL file's words, kept apart from it (``labelled.standoff``).
        label_confidence: Where the file is what ``paperformer extract`` answered: answers that are less sure
            are no labels.

    Raises:
        InvalidConfig: there is nothing to read, or something that is not in the format.
    """
    if is_folder(path):
        if standoff is not None:
            raise InvalidConfig(f"{path}: is a folder", f"{standoff} labels the words of a JSONL file")
        # A JSONL file needs nothing that opens documents.
        from paperformer.labelled.folder import load_folder

        return load_folder(path, skipped)
    if standoff is None:
        from paperformer.labelled.answers import holds_answers, load_answers

        if holds_answers(path):
            return load_answers(path, label_confidence, skipped or warn_of_skipped)
    return load_jsonl(path, standoff)


def load_jsonl(path: Path, standoff: Path | None = None) -> list[LabelledDocument]:
    """The labelled documents of one JSONL file; a field that any of them labels counts as known in all.

    With ``standoff`` those that it labels, as it labels them.

    Raises:
        InvalidConfig: the file is not in the format; the message names the line.
    """
    records = read_records(path) if standoff is None else labelled_apart(stream_records(path), standoff)
    known = frozenset(name for record, _ in records for name in record.fields)
    return [labelled_record(record, value, known, path.parent) for record, value in records]


def labelled_record(
    record: Record, value: Mapping[str, Any], known: frozenset[str], folder: Path
) -> LabelledDocument:
    """The document of a record.

    Args:
        record: As it was written.
        value: The same with its other keys.
        known: Fields that were looked for, where the record does not say so.
        folder: To which its file's path is relative.
    """
    document, labels = document_of(record)
    own = known if record.known is None else record.known
    return LabelledDocument(
        document=document,
        fields=record.fields,
        known=own - frozenset(record.not_printed),
        labels=labels if any(labels) else None,
        raw=record.raw or {},
        key=str(record.id),
        file=folder / record.file if record.file else None,
        flags={k: v for k, v in value.items() if k not in {"words", "pages", "fields", "raw"}}
        | ({"model": record.model} if record.model else {}),
        lines=lines_in(value.get("rows")),
    )


def document_of(record: Record) -> tuple[Document, tuple[Labels, ...]]:
    """The record's words as a document in reading order, and the fields that each word prints."""
    pages: list[Page] = []
    labels: list[Labels] = []
    for page in record.pages:
        read, printed = _page(page, [word for word in record.words if word.page == page.number])
        pages.append(read)
        labels.extend(printed)
    return Document(name=str(record.id), pages=tuple(pages)), tuple(labels)


def _page(page: PageRecord, words: Sequence[WordRecord]) -> tuple[Page, list[Labels]]:
    placed: list[PlacedWord] = []
    printed: dict[tuple[str, float, float], Labels] = {}
    for word in words:
        for part in split_line(word.text, word.box):
            placed.append(part)
            printed[part.text, *_corner(part, page)] = word.fields
    ordered = order_words(placed, page=page.number, width=page.width, height=page.height)
    labels = [printed.get((word.text, word.box.x0, word.box.y0), ()) for word in ordered]
    upright = Page(page.number, page.width, page.height, ordered, rotation=page.rotation, skew=page.skew)
    return upright, labels


def _corner(word: PlacedWord, page: PageRecord) -> tuple[float, float]:
    x0, y0, x1, y1 = word.box
    box = Box(x0 / page.width, y0 / page.height, x1 / page.width, y1 / page.height).clipped()
    return box.x0, box.y0


def split_line(text: str, box: tuple[float, float, float, float]) -> list[PlacedWord]:
    """The words of a printed line, each with its share of the line's box by characters."""
    x0, y0, x1, y1 = box
    step = (x1 - x0) / max(len(text), 1)
    return [
        PlacedWord(m.group(), (x0 + m.start() * step, y0, x0 + m.end() * step, y1), band=(y0, y1))
        for m in re.finditer(r"\S+", text)
    ]
