"""A folder of documents with their answers beside them: ``invoice.pdf`` and ``invoice.json``.

The answer is ``{"fields": {name: value or [values]}}``, or just the inner object, or an answer that Paperformer gave
and somebody corrected (lists of candidates, the first of which counts). Every field named, also with an empty list,
counts as looked for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paperformer.documents import DocumentReader
from paperformer.errors import InvalidConfig
from paperformer.extraction.labelled import LabelledDocument

SUFFIXES = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff"})


def load_folder(folder: Path) -> list[LabelledDocument]:
    """All documents of a folder (and those below it) that have an answer beside them.

    Raises:
        InvalidConfig: there is none, or an answer is no valid JSON.
        PaperformerError: a document cannot be read.
    """
    pairs = [(p, p.with_suffix(".json")) for p in sorted(folder.rglob("*")) if p.suffix.lower() in SUFFIXES]
    pairs = [(document, answer) for document, answer in pairs if answer.is_file()]
    if not pairs:
        raise InvalidConfig(
            f"{folder}: no document has an answer beside it", "Put invoice.json beside invoice.pdf"
        )
    with DocumentReader() as reader:
        return [_labelled(reader, document, answer, folder) for document, answer in pairs]


def _labelled(reader: DocumentReader, path: Path, answer: Path, folder: Path) -> LabelledDocument:
    values = read_answer(answer)
    return LabelledDocument(
        document=reader.read(path),
        fields={name: accepted for name, accepted in values.items() if accepted},
        known=frozenset(values),
        labels=None,
        raw={},
        key=str(path.relative_to(folder)),
        file=path,
    )


def read_answer(path: Path) -> dict[str, list[str]]:
    """Field -> accepted values, from any of the three forms.

    Raises:
        InvalidConfig: the file holds none of them.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidConfig(
            f"{path}: no valid JSON ({error})", 'Write {"fields": {"document_number": "..."}}'
        ) from error
    fields = data.get("fields", data) if isinstance(data, dict) else None
    if not isinstance(fields, dict):
        raise InvalidConfig(f"{path}: holds no fields", 'Write {"fields": {"document_number": "..."}}')
    return {str(name): _values(value) for name, value in fields.items()}


def _values(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            return [str(value[0]["value"])] if "value" in value[0] else []
        return [str(v) for v in value]
    return [str(value)]
