"""Documents as callers see them: found, listed, deleted, with their words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, exists, func, select, update

from paperformer.documents.model import Box, Word
from paperformer.service.attached import (
    MOST_METADATA,
    MOST_TAGS,
    metadata_of,
    replace_metadata,
    replace_tags,
    tags_of,
)
from paperformer.service.audit import Deed
from paperformer.service.changes import next_change
from paperformer.service.database import Database, Row
from paperformer.service.deleting import delete_documents
from paperformer.service.document_filter import Filter, Sort, after, cursor_after, matching, order_of
from paperformer.service.document_rows import FILE_COLUMNS
from paperformer.service.packing import unpack, unpack_text
from paperformer.service.queue import OPEN_STATES
from paperformer.service.tables import DOCUMENTS, EXTRACTIONS, FEEDBACK, PAGES, TAGS


class TooMuchMetadata(ValueError):
    """A document would have more metadata than it may."""


class TooManyTags(ValueError):
    """A document would have more tags than it may."""


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of a list."""

    rows: Sequence[tuple[Row, list[str]]]
    next: str | None
    total: int


class Documents:
    """Documents in the database.

    Args:
        database: Where they are.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, id: str) -> tuple[Row, list[str]] | None:
        """A document's row and tags."""
        with self._database.read() as connection:
            row = connection.execute(select(*DOCUMENTS.c).where(DOCUMENTS.c.id == id)).first()
            return None if row is None else _with_attached(connection, [dict(row._mapping)])[0]

    def are_open(self, ids: Sequence[str]) -> bool:
        """Whether one of these documents waits or is being read."""
        is_open = DOCUMENTS.c.state.in_(OPEN_STATES)
        with self._database.read() as connection:
            return bool(connection.scalar(select(exists().where(DOCUMENTS.c.id.in_(ids), is_open))))

    def parts(self, id: str) -> list[str]:
        """The other documents that the file held."""
        with self._database.read() as connection:
            parts = select(DOCUMENTS.c.id).where(DOCUMENTS.c.part_of == id).order_by(DOCUMENTS.c.number)
            return list(connection.scalars(parts))

    def extraction(self, id: str) -> bytes | None:
        """A document's extraction as JSON."""
        with self._database.read() as connection:
            content = connection.scalar(select(EXTRACTIONS.c.content).where(EXTRACTIONS.c.document == id))
        return None if content is None else unpack_text(content)

    def evidence(self, id: str) -> Mapping[str, Any]:
        """The evidence of each candidate of a document by field; empty for one read by an earlier release."""
        with self._database.read() as connection:
            content = connection.scalar(select(EXTRACTIONS.c.evidence).where(EXTRACTIONS.c.document == id))
        return {} if content is None else unpack(content)

    def page(self, file: str, number: int) -> tuple[int, Mapping[str, Any]] | None:
        """A page as it was read, and the index of its first word."""
        with self._database.read() as connection:
            row = connection.execute(
                select(PAGES.c.first_word, PAGES.c.content).where(
                    PAGES.c.file == file, PAGES.c.number == number
                )
            ).first()
        return None if row is None else (row.first_word, unpack(row.content))

    def pages(self, file: str) -> list[tuple[int, int, Mapping[str, Any]]]:
        """All pages of a file: number, index of the first word, and the page."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(PAGES.c.number, PAGES.c.first_word, PAGES.c.content)
                .where(PAGES.c.file == file)
                .order_by(PAGES.c.number)
            ).all()
        return [(row.number, row.first_word, unpack(row.content)) for row in rows]

    def words(self, file: str) -> list[Word]:
        """All words of a file, in reading order."""
        return [
            Word(text, Box(x0, y0, x1, y1), number, line)
            for number, _, page in self.pages(file)
            for text, x0, y0, x1, y1, line in page["words"]
        ]

    def word_count(self, file: str) -> int:
        """How many words a file has."""
        with self._database.read() as connection:
            last = connection.execute(
                select(PAGES.c.first_word, PAGES.c.content)
                .where(PAGES.c.file == file)
                .order_by(PAGES.c.number.desc())
                .limit(1)
            ).first()
        return 0 if last is None else last.first_word + len(unpack(last.content)["words"])

    def find(self, wanted: Filter, sort: Sort, limit: int, cursor: str | None) -> Found:
        """A piece of the list of documents.

        Raises:
            BadCursor: ``cursor`` was not given by a list of this order.
        """
        conditions = list(matching(wanted))
        listed = select(*DOCUMENTS.c).where(*conditions, *after(cursor, sort)).order_by(*order_of(sort))
        with self._database.read() as connection:
            total = connection.scalar(select(func.count()).select_from(DOCUMENTS).where(*conditions)) or 0
            rows = [dict(row._mapping) for row in connection.execute(listed.limit(limit + 1))]
            found = _with_attached(connection, rows[:limit])
        more = cursor_after(rows[limit - 1], sort) if len(rows) > limit else None
        return Found(found, more, total)

    def attach(self, id: str, changes: Mapping[str, Any], deed: Deed) -> bool:
        """Change what callers attach to a document; whether there is one.

        Args:
            id: The document.
            changes: New ``tags``, ``external_id`` or ``assignee``; ``metadata`` by name, where None removes.
                What is left out stays.
            deed: The line of the audit log.

        Raises:
            TooMuchMetadata: it would have more than it may.
        """
        with self._database.write() as connection:
            values = {"updated": next_change(connection)}
            values |= {name: changes[name] for name in ("external_id", "assignee") if name in changes}
            row = update(DOCUMENTS).where(DOCUMENTS.c.id == id).values(values)
            if connection.execute(row).rowcount == 0:
                return False
            if "tags" in changes:
                replace_tags(connection, id, changes["tags"])
            if "metadata" in changes:
                merged = {**metadata_of(connection, [id]).get(id, {}), **changes["metadata"]}
                kept = {name: value for name, value in merged.items() if value is not None}
                if len(kept) > MOST_METADATA:
                    raise TooMuchMetadata
                replace_metadata(connection, id, kept)
            deed.write(connection)
            return True

    def retag(self, id: str, add: Collection[str], remove: Collection[str], deed: Deed) -> bool:
        """Add tags to a document and remove others; whether there is one.

        Raises:
            TooManyTags: it would have more than it may.
        """
        with self._database.write() as connection:
            row = update(DOCUMENTS).where(DOCUMENTS.c.id == id).values(updated=next_change(connection))
            if connection.execute(row).rowcount == 0:
                return False
            kept = [tag for tag in tags_of(connection, [id]).get(id, []) if tag not in remove]
            tags = dict.fromkeys([*kept, *add])
            if len(tags) > MOST_TAGS:
                raise TooManyTags
            replace_tags(connection, id, tags)
            deed.write(connection)
            return True

    def assignees(self) -> list[str]:
        """The names to which documents are assigned, sorted."""
        names = select(DOCUMENTS.c.assignee).where(DOCUMENTS.c.assignee.is_not(None)).distinct()
        with self._database.read() as connection:
            return sorted(connection.scalars(names))

    def delete(self, ids: Iterable[str], deed: Deed) -> tuple[int, list[str]]:
        """Delete documents with all that hangs on them; how many there were, and files nobody needs now."""
        with self._database.write() as connection:
            next_change(connection)
            deleted, unused = delete_documents(connection, list(ids))
            if deleted:
                replace(deed, detail=f"{deleted} documents").write(connection)
        return deleted, unused

    def ids_of_tag(self, tag: str) -> list[str]:
        """The documents under a tag."""
        with self._database.read() as connection:
            return list(connection.scalars(select(TAGS.c.document).where(TAGS.c.tag == tag)))

    def ids_before(self, created: float) -> list[str]:
        """Documents that arrived before a time."""
        with self._database.read() as connection:
            return list(connection.scalars(select(DOCUMENTS.c.id).where(DOCUMENTS.c.created < created)))

    def files(self) -> set[str]:
        """Ids of all files that documents need."""
        with self._database.read() as connection:
            rows = connection.execute(select(*FILE_COLUMNS))
            return {file for row in rows for file in row if file is not None}

    def counts(self) -> dict[str, int]:
        """How many documents are in each state."""
        with self._database.read() as connection:
            counted = select(DOCUMENTS.c.state, func.count()).group_by(DOCUMENTS.c.state)
            return {row[0]: row[1] for row in connection.execute(counted)}

    def is_reachable(self) -> bool:
        """Whether the database answers; raises what it says where it does not."""
        with self._database.read() as connection:
            return connection.scalar(select(func.count()).select_from(FEEDBACK)) is not None


def _with_attached(connection: Connection, rows: Sequence[dict[str, Any]]) -> list[tuple[Row, list[str]]]:
    """Rows with their metadata, and the tags of each."""
    ids = [row["id"] for row in rows]
    tags, metadata = tags_of(connection, ids), metadata_of(connection, ids)
    return [({**row, "metadata": metadata.get(row["id"], {})}, tags.get(row["id"], [])) for row in rows]
