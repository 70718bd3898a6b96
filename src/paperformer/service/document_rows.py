"""Rows of documents: as they are accepted, while an attempt holds them, and once they are read."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    exists,
    insert,
    or_,
    select,
    update,
)

from paperformer.service.attached import (
    Attached,
    attach_metadata,
    attach_tags,
    copy_attached,
    metadata_of,
)
from paperformer.service.changes import next_change
from paperformer.service.database import Row
from paperformer.service.deliveries import announce
from paperformer.service.files import Received, new_id
from paperformer.service.jobs import ReadDocument
from paperformer.service.tables import DOCUMENTS, EXTRACTIONS

FILE_COLUMNS = (DOCUMENTS.c.file, DOCUMENTS.c.inner_file, DOCUMENTS.c.posted_file)
"""Where a row names files."""


def held(id: str | BindParameter[str], attempt: str | BindParameter[str]) -> ColumnElement[bool]:
    """That an attempt still holds a document."""
    return and_(DOCUMENTS.c.id == id, DOCUMENTS.c.attempt == attempt, DOCUMENTS.c.state == "working")


# Statements of every document are made once: making one takes longer than SQLite takes to run it.
_INSERT = insert(DOCUMENTS)
_FIRST_OF_BYTES = (
    select(DOCUMENTS.c.id)
    .where(DOCUMENTS.c.sha256 == bindparam("bytes"))
    .order_by(DOCUMENTS.c.number)
    .limit(1)
)
_FIRST_OF_CONTENT = (
    select(DOCUMENTS.c.id)
    .where(
        DOCUMENTS.c.same_as == bindparam("content"),
        DOCUMENTS.c.id != bindparam("this"),
        DOCUMENTS.c.joined_in.is_(None),
    )
    .order_by(DOCUMENTS.c.number)
    .limit(1)
)
_CLOSE = (
    update(DOCUMENTS)
    .where(held(bindparam("this"), bindparam("holder")))
    .values(searched=DOCUMENTS.c.searched + bindparam("more"))
    .returning(*DOCUMENTS.c)
)


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document as it is accepted.

    Args:
        id: Of the document and of its file.
        received: Its file.
        name: What the caller calls it; for people, never a path.
        media: Its kind.
        options: How to read it.
        attached: What to find it by.
        webhook: Whom to tell when it is read.
    """

    id: str
    received: Received
    name: str
    media: str
    options: dict[str, Any]
    attached: Attached = field(default_factory=Attached)
    webhook: str | None = None


def insert_document(connection: Connection, document: NewDocument) -> None:
    """A queued document and what is attached to it; equal bytes name the first document that had them."""
    updated = next_change(connection)
    values = {
        "id": document.id,
        "file": document.id,
        "name": document.name,
        "media": document.media,
        "size": document.received.size,
        "sha256": document.received.sha256,
        "state": "queued",
        "attempts": 0,
        "options": json.dumps(document.options),
        "webhook": document.webhook,
        "created": time.time(),
        "updated": updated,
        "external_id": document.attached.external_id,
        "reviewed": False,
        "first_page": 1,
        "searched": document.name.casefold(),
        "duplicate_of": connection.scalar(_FIRST_OF_BYTES, {"bytes": document.received.sha256}),
    }
    connection.execute(_INSERT, values)
    attach_tags(connection, document.id, document.attached.tags)
    attach_metadata(connection, document.id, document.attached.metadata)


def close(
    connection: Connection, id: str, attempt: str, values: dict[str, Any], searched: str = ""
) -> Row | None:
    """End an attempt, and ask for its webhook.

    Args:
        connection: In whose transaction.
        id: The document.
        attempt: That holds it.
        values: Of its columns.
        searched: Added to what it is found by.

    Returns:
        The row; None where the attempt does not hold the document any more.
    """
    now, updated = time.time(), next_change(connection)
    ended = {"attempt": None, "finished": now, "updated": updated, **values}
    row = connection.execute(_CLOSE, {"this": id, "holder": attempt, "more": searched, **ended}).first()
    if row is None:
        return None
    announce(connection, id, row.webhook, f"document.{row.state}", now)
    return {**row._mapping, "metadata": metadata_of(connection, [id]).get(id, {})}


def insert_part(connection: Connection, row: Row, part: ReadDocument) -> None:
    """Another document of the same file, read with the first; the same is attached to both."""
    id = new_id()
    same = (
        "file",
        "posted_file",
        "name",
        "media",
        "size",
        "sha256",
        "options",
        "created",
        "external_id",
        "assignee",
        "webhook",
    )
    values = {
        "id": id,
        "state": "done",
        "attempts": 0,
        "reviewed": False,
        "finished": time.time(),
        "updated": next_change(connection),
        "part_of": row["id"],
        **{name: row[name] for name in same},
        **columns(connection, part, id),
        "searched": f"{row['name'].casefold()} {part.searched}",
    }
    connection.execute(_INSERT, values)
    kept = {"document": id, "content": part.content, "evidence": part.evidence}
    connection.execute(insert(EXTRACTIONS), kept)
    copy_attached(connection, row["id"], id)


def columns(connection: Connection, read: ReadDocument, id: str) -> dict[str, Any]:
    """What a document's row says once it is read."""
    values = asdict(read)
    del values["content"], values["evidence"]
    if read.same_as is not None:
        first = connection.scalar(_FIRST_OF_CONTENT, {"content": read.same_as, "this": id})
        if first is not None:
            values["duplicate_of"] = first
    return values


def is_referred_to(connection: Connection, file: str) -> bool:
    """Whether a document still needs a file."""
    mine = or_(*(column == file for column in FILE_COLUMNS))
    return bool(connection.scalar(select(exists().where(mine))))


def shown_file(row: Row) -> str:
    """The file whose pages are shown of a document: the one inside of its file, where that answers."""
    return str(row["inner_file"] or row["file"])
