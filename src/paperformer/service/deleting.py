"""Deleting documents: their rows, and which files nobody needs any more."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from paperformer.service.changes import next_change
from paperformer.service.contents import forget_contents
from paperformer.service.document_rows import FILE_COLUMNS, is_referred_to
from paperformer.service.tables import (
    DELIVERIES,
    DOCUMENT_METADATA,
    DOCUMENTS,
    EXTRACTIONS,
    FEEDBACK,
    OUTCOMES,
    PAGES,
    TAGS,
)

_NAMING = (DOCUMENTS.c.duplicate_of, DOCUMENTS.c.part_of, DOCUMENTS.c.joined_in, DOCUMENTS.c.inside_of)
"""Where a document names another one."""


def delete_documents(connection: Connection, ids: Sequence[str]) -> tuple[int, list[str]]:
    """Delete documents with all that hangs on them; how many there were, and files nobody needs now."""
    deleted = 0
    files: set[str] = set()
    for id in ids:
        row = connection.execute(select(*FILE_COLUMNS).where(DOCUMENTS.c.id == id)).first()
        if row is None:
            continue
        files.update(file for file in row if file is not None)
        for table in (EXTRACTIONS, FEEDBACK, OUTCOMES, TAGS, DOCUMENT_METADATA, DELIVERIES):
            connection.execute(delete(table).where(table.c.document == id))
        connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.id == id))
        for column in _NAMING:
            for other in connection.scalars(select(DOCUMENTS.c.id).where(column == id)).all():
                values = {column.name: None, "updated": next_change(connection)}
                connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.id == other).values(values))
        deleted += 1
    unused = [file for file in files if not is_referred_to(connection, file)]
    for file in unused:
        connection.execute(delete(PAGES).where(PAGES.c.file == file))
        forget_contents(connection, file)
    return deleted, unused
