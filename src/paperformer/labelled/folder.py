"""A folder of documents with their answers beside them: ``invoice.pdf`` and ``invoice.json``.

The answer is ``{"fields": {name: value or [values]}}``, or just the inner object, or what Paperformer
answered and somebody corrected (lists of candidates, the first of which counts). Every field named, also with
an empty list, counts as looked for. An answer that holds the document's words (``extract --out`` writes such
ones) needs no document beside it, and none is opened.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from paperformer.documents import DocumentReader
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.labelled.documents import (
    LabelledDocument,
    Skipped,
    labelled_record,
    warn_of_skipped,
)
from paperformer.labelled.lines import lines_in
from paperformer.labelled.record import Record, record_of

SUFFIXES = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp"})
EXAMPLE = 'Write {"fields": {"document_number": "..."}}'


class AnsweredDocument(NamedTuple):
    """A document of a folder: its file, or that of its answer where this has the words; fields, rows."""

    path: Path
    fields: dict[str, list[str]]
    record: Record | None = None
    rows: Any = None


def load_folder(folder: Path, skipped: Skipped | None = None) -> list[LabelledDocument]:
    """All documents of a folder (and those below it) that have an answer beside them.

    Args:
        folder: Where they lie.
        skipped: Told of each document that cannot be opened, by name; None logs a warning.

    Raises:
        InvalidConfig: there is none, none of them can be opened, or an answer is not in the format.
    """
    documents = answered_documents(folder)
    labelled: list[LabelledDocument] = []
    with ExitStack() as stack:
        reader: DocumentReader | None = None
        for document in documents:
            key = str(document.path.relative_to(folder))
            if document.record is not None:
                looked_for = frozenset(document.fields)
                others = {"rows": document.rows} if document.rows else {}
                labelled.append(labelled_record(document.record, others, looked_for, document.path.parent))
                continue
            reader = reader or stack.enter_context(DocumentReader())
            try:
                labelled.append(_labelled(reader, document, key))
            except PaperformerError as error:
                (skipped or warn_of_skipped)(key, error)
    if not labelled:
        raise InvalidConfig(f"{folder}: none of its documents can be opened", "See the reasons above")
    return labelled


def answered_documents(folder: Path) -> list[AnsweredDocument]:
    """The documents of a folder (and those below it) that have an answer beside them, or words in it.

    Raises:
        InvalidConfig: there is none, or an answer is not in the format.
    """
    try:
        documents = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        beside = {path: a for path in documents if (a := path.with_suffix(".json")).is_file()}
        alone = sorted(path for path in folder.rglob("*.json") if path not in set(beside.values()))
    except OSError as error:
        raise InvalidConfig(
            f"{error.filename}: cannot be read ({error.strerror})", "Check its permissions"
        ) from error
    found = [_answered(path, answer) for path, answer in beside.items()]
    found += [document for path in alone if (document := _answered(path, path)).record is not None]
    if not found:
        raise InvalidConfig(
            f"{folder}: no document has an answer beside it", "Put invoice.json beside invoice.pdf"
        )
    return found


def _answered(path: Path, answer: Path) -> AnsweredDocument:
    """A document and its answer; other JSON that stands alone has neither fields nor words."""
    data = _read_json(answer)
    rows = data.get("rows") if isinstance(data, dict) else None
    if isinstance(data, dict) and {"words", "pages"} <= data.keys():
        fields = _fields(data, answer)
        named = {"id": answer.stem, **data, "fields": fields}
        return AnsweredDocument(answer, fields, record_of(named, str(answer)), rows)
    return AnsweredDocument(path, {} if path == answer else _fields(data, answer), rows=rows)


def _labelled(reader: DocumentReader, answered: AnsweredDocument, key: str) -> LabelledDocument:
    return LabelledDocument(
        document=reader.read(answered.path),
        fields={name: accepted for name, accepted in answered.fields.items() if accepted},
        known=frozenset(answered.fields),
        labels=None,
        raw={},
        key=key,
        file=answered.path,
        lines=lines_in(answered.rows),
    )


def read_answer(path: Path) -> dict[str, list[str]]:
    """Field -> accepted values, from any of the three forms.

    Raises:
        InvalidConfig: the file holds none of them.
    """
    return _fields(_read_json(path), path)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidConfig(f"{path}: no valid JSON ({error})", EXAMPLE) from error


def _fields(data: Any, path: Path) -> dict[str, list[str]]:
    fields = data.get("fields", data) if isinstance(data, dict) else None
    if not isinstance(fields, dict):
        raise InvalidConfig(f"{path}: holds no fields", EXAMPLE)
    return {name: _values(value, f"{path}: {name}") for name, value in fields.items()}


def _values(value: Any, where: str) -> list[str]:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0].get("value")  # candidates, best first
    values: Sequence[Any] = value if isinstance(value, list) else [value]
    if any(isinstance(item, dict | list | bool) for item in values):
        raise InvalidConfig(f"{where} is no value", EXAMPLE)
    return [str(item) for item in values if item not in (None, "")]
