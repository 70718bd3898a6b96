"""Tags, external id and metadata that callers attach to documents, and find them by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Column, Connection, Table, delete, insert, select

from paperformer.service.tables import DOCUMENT_METADATA, TAGS

MOST_TAGS, MOST_METADATA = 20, 50
"""Of one document."""


@dataclass(frozen=True, slots=True)
class Attached:
    """What a caller attaches to a document.

    Args:
        tags: Labels.
        external_id: What the caller's own program calls it.
        metadata: Texts by name.
    """

    tags: Sequence[str] = ()
    external_id: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


def tags_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[str]]:
    """The tags of documents, sorted; documents without tags are left out."""
    found: dict[str, list[str]] = {}
    for document, tag in _rows(connection, TAGS, ids, TAGS.c.tag):
        found.setdefault(document, []).append(tag)
    return found


def metadata_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, str]]:
    """The metadata of documents; documents without any are left out."""
    found: dict[str, dict[str, str]] = {}
    table = DOCUMENT_METADATA
    for document, name, value in _rows(connection, table, ids, table.c.name, table.c.value):
        found.setdefault(document, {})[name] = value
    return found


def attach_tags(connection: Connection, id: str, tags: Iterable[str]) -> None:
    """Give a document that has no tags these."""
    rows = [{"document": id, "tag": tag} for tag in dict.fromkeys(tags)]
    if rows:
        connection.execute(insert(TAGS), rows)


def attach_metadata(connection: Connection, id: str, metadata: Mapping[str, str]) -> None:
    """Give a document metadata of names that it does not have yet."""
    rows = [{"document": id, "name": name, "value": value} for name, value in metadata.items()]
    if rows:
        connection.execute(insert(DOCUMENT_METADATA), rows)


def copy_attached(connection: Connection, source: str, target: str) -> None:
    """Give a new document the tags and metadata of another one."""
    attach_tags(connection, target, tags_of(connection, [source]).get(source, ()))
    attach_metadata(connection, target, metadata_of(connection, [source]).get(source, {}))


def replace_tags(connection: Connection, id: str, tags: Iterable[str]) -> None:
    """Give a document these tags and no others."""
    connection.execute(delete(TAGS).where(TAGS.c.document == id))
    attach_tags(connection, id, tags)


def replace_metadata(connection: Connection, id: str, metadata: Mapping[str, str]) -> None:
    """Give a document this metadata and no other."""
    connection.execute(delete(DOCUMENT_METADATA).where(DOCUMENT_METADATA.c.document == id))
    attach_metadata(connection, id, metadata)


def _rows(
    connection: Connection, table: Table, ids: Sequence[str], *columns: Column[str]
) -> Sequence[tuple[str, ...]]:
    if not ids:
        return ()
    some = select(table.c.document, *columns).where(table.c.document.in_(ids)).order_by(*columns)
    return [tuple(row) for row in connection.execute(some)]
