"""A folder of documents with their answers beside them: ``invoice.pdf`` and ``invoice.json``.

The answer is ``{"fields": {name: value or [values]}}``, or just the inner object, or what Paperformer
answered and somebody corrected (lists of candidates, the first of which counts). Every field named, also with
an empty list, counts as looked for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paperformer.documents import DocumentReader
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.extraction.labelled.documents import LabelledDocument, Skipped, warn_of_skipped

SUFFIXES = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff"})
EXAMPLE = 'Write {"fields": {"document_number": "..."}}'


def load_folder(folder: Path, skipped: Skipped | None = None) -> list[LabelledDocument]:
    """All documents of a folder (and those below it) that have an answer beside them.

    Args:
        folder: Where they lie.
        skipped: Told of each document that cannot be opened, by name; None logs a warning.

    Raises:
        InvalidConfig: there is none, none of them can be opened, or an answer is not in the format.
    """
    pairs = answered_documents(folder)
    labelled: list[LabelledDocument] = []
    with DocumentReader() as reader:
        for path, answer in pairs:
            key = str(path.relative_to(folder))
            try:
                labelled.append(_labelled(reader, path, answer, key))
            except PaperformerError as error:
                (skipped or warn_of_skipped)(key, error)
    if not labelled:
        raise InvalidConfig(f"{folder}: none of its documents can be opened", "See the reasons above")
    return labelled


def answered_documents(folder: Path) -> list[tuple[Path, dict[str, list[str]]]]:
    """The documents of a folder (and those below it) that have an answer beside them, with it.

    Raises:
        InvalidConfig: there is none, or an answer is not in the format.
    """
    try:
        documents = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        answers = [(path, a) for path in documents if (a := path.with_suffix(".json")).is_file()]
    except OSError as error:
        raise InvalidConfig(
            f"{error.filename}: cannot be read ({error.strerror})", "Check its permissions"
        ) from error
    pairs = [(path, read_answer(answer)) for path, answer in answers]
    if not pairs:
        raise InvalidConfig(
            f"{folder}: no document has an answer beside it", "Put invoice.json beside invoice.pdf"
        )
    return pairs


def _labelled(reader: DocumentReader, path: Path, answer: dict[str, list[str]], key: str) -> LabelledDocument:
    return LabelledDocument(
        document=reader.read(path),
        fields={name: accepted for name, accepted in answer.items() if accepted},
        known=frozenset(answer),
        labels=None,
        raw={},
        key=key,
        file=path,
    )


def read_answer(path: Path) -> dict[str, list[str]]:
    """Field -> accepted values, from any of the three forms.

    Raises:
        InvalidConfig: the file holds none of them.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidConfig(f"{path}: no valid JSON ({error})", EXAMPLE) from error
    fields = data.get("fields", data) if isinstance(data, dict) else None
    if not isinstance(fields, dict):
        raise InvalidConfig(f"{path}: holds no fields", EXAMPLE)
    return {name: _values(value, f"{path}: {name}") for name, value in fields.items()}


def _values(value: Any, where: str) -> list[str]:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0].get("value")  # candidates, best first
    values: Sequence[Any] = value if isinstance(value, list) else [value]
    if any(isinstance(one, dict | list | bool) for one in values):
        raise InvalidConfig(f"{where} is no value", EXAMPLE)
    return [str(one) for one in values if one not in (None, "")]
