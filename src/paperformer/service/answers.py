"""Answers about documents, as JSON text: what is kept is passed on without being built anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Query

from paperformer.extraction.result import LEVELS, Level
from paperformer.fields.schema import Schema
from paperformer.service.schema import summary_of


@dataclass(frozen=True, slots=True)
class View:
    """What of an extraction a caller wants to see.

    Args:
        fields: Only these; None is all.
        max_results: Most candidates of a field.
        min_confidence: Candidates and rows below are left out.
    """

    fields: tuple[str, ...] | None = None
    max_results: int | None = None
    min_confidence: float = 0.0

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self == View()

    def query(self) -> str:
        """The same as the query of a URL."""
        said: dict[str, Any] = {}
        if self.fields is not None:
            said["fields"] = ",".join(self.fields)
        if self.max_results is not None:
            said["max_results"] = self.max_results
        if self.min_confidence:
            said["min_confidence"] = self.min_confidence
        return urlencode(said)

    def apply(self, extraction: dict[str, Any]) -> dict[str, Any]:
        """The extraction with nothing else."""
        fields = {
            name: self._enough(candidates)[: self.max_results]
            for name, candidates in extraction["fields"].items()
            if self.fields is None or name in self.fields
        }
        rows = {
            name: self._enough(some)
            for name, some in extraction["rows"].items()
            if self.fields is None or name in self.fields
        }
        return {
            **extraction,
            "fields": {name: some for name, some in fields.items() if some},
            "rows": {name: some for name, some in rows.items() if some},
        }

    def _enough(self, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [candidate for candidate in found if candidate["confidence"] >= self.min_confidence]


def make_view(
    schema: Schema,
    fields: str | None,
    max_results: int | None,
    min_confidence: float | None,
    level: Level | None,
) -> View:
    """The view that a caller asks for.

    Raises:
        UnknownField: the schema has no such field.
    """
    names = None
    if fields is not None:
        asked = [part.strip() for part in fields.split(",") if part.strip()]
        names = schema.subset(asked).names
    least = next((bound for bound, name in LEVELS if name == level), 0.0)
    return View(names, max_results, max(least, min_confidence or 0.0))


@dataclass(frozen=True, slots=True)
class ViewQuery:
    """What of an extraction the query of a request asks for."""

    fields: str | None
    max_results: int | None
    min_confidence: float | None
    level: Level | None

    def view(self, schema: Schema) -> View:
        """The same, checked."""
        return make_view(schema, self.fields, self.max_results, self.min_confidence, self.level)


def view_query(
    fields: Annotated[
        str | None, Query(max_length=4000, description="Only these fields: names, comma between them.")
    ] = None,
    max_results: Annotated[int | None, Query(ge=1, le=100, description="Most candidates of a field.")] = None,
    min_confidence: Annotated[
        float | None, Query(ge=0, le=1, description="Leave out what is less probable.")
    ] = None,
    level: Annotated[Level | None, Query(description="Leave out what is of a lower level.")] = None,
) -> ViewQuery:
    """The query parameters of a view."""
    return ViewQuery(fields, max_results, min_confidence, level)


ViewOf = Annotated[ViewQuery, Depends(view_query)]


def extraction_json(content: bytes, view: View) -> bytes:
    """An extraction as JSON, as far as the caller wants to see it."""
    if view.is_all:
        return content
    return json.dumps(view.apply(json.loads(content)), ensure_ascii=False).encode()


def document_json(
    row: Mapping[str, Any],
    tags: list[str],
    parts: list[str],
    contents: list[dict[str, Any]],
    content: bytes | None,
    view: View,
) -> bytes:
    """A document as JSON.

    Args:
        row: Of the database.
        tags: What it is found by.
        parts: The other documents of its file.
        contents: The files inside of its file.
        content: Its extraction as JSON.
        view: What of that to show.
    """
    more = {"parts": parts, "contents": contents}
    summary = json.dumps({**summary_of(row, tags), **more}, ensure_ascii=False).encode()
    extraction = b"null" if content is None else extraction_json(content, view)
    return summary[:-1] + b', "extraction": ' + extraction + b"}"
