"""Confirmed documents with the values that people gave them, for bookkeeping."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from paperformer.service.database import Database, Row
from paperformer.service.document_filter import Filter, matching
from paperformer.service.schema import when
from paperformer.service.tables import DOCUMENTS, FEEDBACK, KEYS, TAGS

_AT_ONCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which confirmed documents are wanted.

    Args:
        ids: Only these; None is all.
        wanted: Only those that pass this filter.
        since: Only what was confirmed from this time on, in seconds since 1970.
    """

    ids: Sequence[str] | None = None
    wanted: Filter = field(default_factory=Filter)
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A confirmed document.

    Args:
        row: Of the database.
        tags: What it is found by.
        content: What was confirmed, as ``Feedback`` has it.
        at: When, in ISO 8601.
        by: Name of the key that did; None where no key was needed.
    """

    row: Row
    tags: list[str]
    content: dict[str, Any]
    at: str
    by: str | None

    def value(self, name: str) -> str | None:
        """The value of a field; None where the document has none."""
        return next((value["value"] for value in self.content["fields"].get(name, ())), None)

    @property
    def rows(self) -> dict[str, list[dict[str, str]]]:
        """The values of all rows, by table and cell."""
        return {
            name: [{cell: value["value"] for cell, value in row.items()} for row in found]
            for name, found in self.content["rows"].items()
        }


def confirmed_documents(database: Database, selection: Selection) -> Iterator[Confirmed]:
    """The documents of a selection, in the order of arrival."""
    conditions = [FEEDBACK.c.confirmed, FEEDBACK.c.saved >= selection.since, *matching(selection.wanted)]
    if selection.ids is not None:
        conditions.append(DOCUMENTS.c.id.in_(selection.ids))
    listed = (
        select(*DOCUMENTS.c, FEEDBACK.c.content, FEEDBACK.c.saved, KEYS.c.name.label("by"))
        .join(FEEDBACK, FEEDBACK.c.document == DOCUMENTS.c.id)
        .outerjoin(KEYS, KEYS.c.id == FEEDBACK.c.saved_by)
        .where(*conditions)
        .order_by(DOCUMENTS.c.number)
    )
    with database.read() as connection:
        result = connection.execute(listed)
        while some := result.fetchmany(_AT_ONCE):
            ids = [row.id for row in some]
            tags: dict[str, list[str]] = {}
            for document, tag in connection.execute(
                select(TAGS.c.document, TAGS.c.tag).where(TAGS.c.document.in_(ids)).order_by(TAGS.c.tag)
            ):
                tags.setdefault(document, []).append(tag)
            for row in some:
                yield Confirmed(
                    dict(row._mapping), tags.get(row.id, []), json.loads(row.content), _iso(row.saved), row.by
                )


def _iso(seconds: float) -> str:
    moment = when(seconds)
    return "" if moment is None else moment.isoformat(timespec="seconds").replace("+00:00", "Z")
