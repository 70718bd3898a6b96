"""Labelled pages with fields and table rows: ``labels*.jsonl`` beside the files that it names.

One JSON object per line: ``file``, ``kind``, ``language``, ``fields`` (name: accepted values), ``absent``
(fields that the page does not have), ``doubt`` (fields that the annotator was not sure of) and
``purchase_lines`` (rows of cells, each a list of accepted values; null where the table was not labelled).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperformer.documents import DocumentReader
from paperformer.documents.model import Document, Page, Word
from paperformer.errors import ValueUnreadable
from paperformer.fields.values import ValueContext, parse_value
from paperformer.fields.values.document_type import TYPES
from paperformer.labelled.documents import LabelledDocument

Cells = Mapping[str, Sequence[str]]
"""By the name of a cell its accepted values."""


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A document with its labels.

    Args:
        key: Identifier within its set.
        file: The PDF or picture.
        facts: Kind, language and other properties to group figures by.
        fields: Accepted values by field.
        known: Fields of which the annotator was sure; those without a value are absent.
        lines: The printed purchase lines; None where the table was not labelled.
    """

    key: str
    file: Path
    facts: Mapping[str, str]
    fields: Mapping[str, Sequence[str]]
    known: frozenset[str]
    lines: Sequence[Cells] | None

    @property
    def sure_fields(self) -> dict[str, Sequence[str]]:
        """What may be learned from: the fields of which the annotator was sure."""
        return {name: values for name, values in self.fields.items() if name in self.known}


KINDS = {**{kind: kind for kind in TYPES}, "bill": "invoice"}
"""Kinds of documents as annotators write them, and what we call them; of others it is not known."""

_AS_PRINTED = {"_phone": "phone", "_fax": "phone", "_vat_number": "tax_id"}
"""Types of fields whose labels may be in their printed form, by how the names of the fields end."""


def read_labels(path: Path) -> list[LabelledPage]:
    """All labelled pages of a file.

    Args:
        path: ``labels*.jsonl``; the documents lie in its folder.
    """
    made = _how_made(path.parent / "sources.tsv")
    return [_page(json.loads(line), path.parent, made) for line in _lines(path)]


def _lines(path: Path) -> Iterator[str]:
    return (line for line in path.read_text("utf-8").split("\n") if line.strip())


def _how_made(path: Path) -> dict[str, str]:
    """By the file's name whether it was rendered from a template or found as it is."""
    if not path.is_file():
        return {}
    head, *rows = (line.split("\t") for line in _lines(path))
    file, made = head.index("file"), head.index("made")
    return {row[file]: row[made] for row in rows if len(row) > made}


def _page(record: Mapping[str, Any], folder: Path, made: Mapping[str, str]) -> LabelledPage:
    file = folder / record["file"]
    doubted = frozenset(record.get("doubt") or ())
    country = _code_of(record.get("country"))
    fields = {name: _accepted(name, values, country) for name, values in record["fields"].items()}
    facts = {name: record.get(name) or "unknown" for name in ("kind", "language", "country")}
    lines = record.get("purchase_lines")
    if record.get("country"):  # annotators wrote the name as it is printed, or left the field out
        fields["supplier_country"] = (str(record["country"]),)
    if facts["kind"] in KINDS:
        fields.setdefault("document_type", (KINDS[facts["kind"]],))
    return LabelledPage(
        key=str(record["id"]),
        file=file,
        facts={**facts, "made": made.get(file.name) or "found"},
        fields=fields,
        known=(frozenset(fields) | frozenset(record.get("absent") or ())) - doubted,
        lines=None if lines is None else [_listed(row) for row in lines],
    )


def _code_of(country: str | None) -> str | None:
    """ISO 3166 of a country that an annotator wrote as a code or a name."""
    try:
        return parse_value("country", country or "").value
    except ValueUnreadable:
        return None


def _accepted(name: str, values: Iterable[str], country: str | None) -> tuple[str, ...]:
    """The values of a field; numbers that annotators wrote as they are printed also as answers have them."""
    type_ = next((type_ for end, type_ in _AS_PRINTED.items() if name.endswith(end)), None)
    forms = [form for value in values for form in (value, type_ and _normal(type_, value, country)) if form]
    return tuple(dict.fromkeys(forms))


def _normal(type_: str, value: str, country: str | None) -> str | None:
    try:
        return parse_value(type_, value, ValueContext(country=country)).value
    except ValueUnreadable:
        return None


def _listed(row: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(value) if isinstance(value, list) else (value,) for name, value in row.items()}


def open_pages(pages: Sequence[LabelledPage], cache: Path) -> Iterator[tuple[LabelledPage, Document]]:
    """The documents, in order; the words of each content of a file are read once and kept in ``cache``."""
    cache.mkdir(parents=True, exist_ok=True)
    with DocumentReader() as reader:
        for page in pages:
            kept = cache / kept_name(page.file.read_bytes())
            if not kept.is_file():
                kept.write_bytes(pickle.dumps(reader.read(page.file)))
            yield page, pickle.loads(kept.read_bytes())  # noqa: S301 - written by the line above


def kept_name(content: bytes) -> str:
    """The file that keeps what was read in ``content``; another one where pages have other properties."""
    shape = repr([one.name for cls in (Page, Word) for one in dataclasses.fields(cls)])
    return f"words-{hashlib.sha256(content + shape.encode()).hexdigest()}.pickle"


def labelled_documents(path: Path, cache: Path) -> list[LabelledDocument]:
    """The pages of a file of labels as documents with their true fields."""
    return [
        LabelledDocument(
            document=document, fields=page.sure_fields, known=page.known, labels=None, raw={}, key=page.key,
            file=page.file,
        )
        for page, document in open_pages(read_labels(path), cache)
    ]  # fmt: skip
