"""Reading a document again: which may be, and what is forgotten of the first time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, update

from paperformer.service.changes import next_change
from paperformer.service.tables import DELIVERIES, DOCUMENTS, EXTRACTIONS, FEEDBACK, PAGES

_QUEUED: dict[str, Any] = {
    "state": "queued", "attempt": None, "attempts": 0, "finished": None, "error_title": None,
    "error_detail": None, "inner_file": None, "inner_name": None, "inner_media": None,
}  # fmt: skip


def forget_answer(connection: Connection, id: str) -> bool:
    """Let a document wait to be read as if it had just come; whether it may be read again.

    Args:
        connection: In whose transaction.
        id: The document.
    """
    updated = next_change(connection)
    row = connection.execute(
        select(DOCUMENTS.c.file, DOCUMENTS.c.name, DOCUMENTS.c.inner_file)
        .where(DOCUMENTS.c.id == id, _can_be_read_again())
        .with_for_update()
    ).first()
    if row is None:
        return False
    values = {**_QUEUED, "searched": row.name.casefold(), "updated": updated}
    connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.id == id).values(values))
    connection.execute(delete(EXTRACTIONS).where(EXTRACTIONS.c.document == id))
    connection.execute(delete(DELIVERIES).where(DELIVERIES.c.document == id))  # the next reading is told
    connection.execute(delete(PAGES).where(PAGES.c.file.in_([row.file, row.inner_file or row.file])))
    return True


def _can_be_read_again() -> ColumnElement[bool]:
    """That a document failed, or is alone in its file with an answer that no person has touched."""
    other = DOCUMENTS.alias()
    is_shared = exists().where(other.c.file == DOCUMENTS.c.file, other.c.id != DOCUMENTS.c.id)
    is_touched = exists().where(FEEDBACK.c.document == DOCUMENTS.c.id)
    return or_(DOCUMENTS.c.state == "failed", and_(DOCUMENTS.c.state == "done", ~is_shared, ~is_touched))
