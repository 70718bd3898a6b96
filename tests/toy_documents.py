"""Documents of a few lines, made on the spot."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.labelled.documents import LabelledDocument

WIDTH, HEIGHT = 600.0, 800.0
LETTER, LINE = 7.0, 20.0  # points


def words_of(*lines: str, page: int = 1) -> tuple[Word, ...]:
    """The words of printed lines; ``|`` parts a line into segments, as the cells of a table row."""
    words: list[Word] = []
    segment = 0
    for row, line in enumerate(lines):
        x = 20.0
        for part in line.split("|"):
            for text in part.split():
                box = Box(x, 20 + row * LINE, x + len(text) * LETTER, 34 + row * LINE)
                words.append(Word(text, _relative(box), page, segment))
                x += (len(text) + 1) * LETTER
            segment += 1
            x += 40
    return tuple(words)


def _relative(box: Box) -> Box:
    return Box(box.x0 / WIDTH, box.y0 / HEIGHT, box.x1 / WIDTH, box.y1 / HEIGHT).clipped()


def document_of(*lines: str, name: str = "toy") -> Document:
    """A document of one page."""
    return Document(name, (Page(1, WIDTH, HEIGHT, words_of(*lines)),))


def labelled(
    *lines: str,
    fields: Mapping[str, Sequence[str]],
    known: Sequence[str] = (),
    labels: Sequence[tuple[str, ...]] | None = None,
    key: str = "toy",
) -> LabelledDocument:
    """A document of one page with its answer; the fields of ``known`` were looked for too."""
    return LabelledDocument(
        document=document_of(*lines, name=key),
        fields=dict(fields),
        known=frozenset(fields) | frozenset(known),
        labels=None if labels is None else tuple(labels),
        raw={},
        key=key,
    )


def record_of(key: str, lines: Sequence[str], fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The same as a line of the JSONL format, a word an entry."""
    words = [
        {
            "text": word.text,
            "box": [word.box.x0 * WIDTH, word.box.y0 * HEIGHT, word.box.x1 * WIDTH, word.box.y1 * HEIGHT],
            "page": 1,
        }
        for word in words_of(*lines)
    ]
    return {
        "id": key,
        "set": "toy",
        "unit": "word",
        "pages": [{"number": 1, "width": WIDTH, "height": HEIGHT}],
        "words": words,
        "fields": {name: list(values) for name, values in fields.items()},
    }


def write_jsonl(path: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    """A JSONL file of ``records``."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
