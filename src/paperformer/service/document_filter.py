"""Lists of documents: filters, orders, cursors of pieces."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, func, or_, select

from paperformer.service.database import Row
from paperformer.service.tables import DOCUMENT_METADATA, DOCUMENTS, TAGS

Sort = Literal["doubt", "newest", "oldest", "updated"]
_LARGEST = 2**53


class BadCursor(ValueError):
    """A cursor that no list has given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which documents a list shows; None does not ask.

    Args:
        state, reviewed, level, external_id, assignee: Of the document.
        unassigned: True for documents that are nobody's, False for those that are somebody's.
        tag: One of its tags.
        text: Words that stand in its name or values.
        metadata: Names and values, all of which it has.
        updated_since: A time of ``changes.py``, after which it changed.
        joined_in: The document that has their pages. Else such documents are left out, unless an external id
            or a change is asked for.
    """

    state: str | None = None
    reviewed: bool | None = None
    tag: str | None = None
    level: str | None = None
    text: str | None = None
    external_id: str | None = None
    assignee: str | None = None
    unassigned: bool | None = None
    metadata: Sequence[tuple[str, str]] = ()
    updated_since: int | None = None
    joined_in: str | None = None


def matching(wanted: Filter) -> Iterable[ColumnElement[bool]]:
    """What the rows of documents that pass a filter keep."""
    for name in ("state", "reviewed", "level", "external_id", "assignee"):
        value = getattr(wanted, name)
        if value is not None:
            yield DOCUMENTS.c[name] == value
    if wanted.joined_in is not None:
        yield DOCUMENTS.c.joined_in == wanted.joined_in
    elif wanted.updated_since is None and wanted.external_id is None:
        yield DOCUMENTS.c.joined_in.is_(None)
    if wanted.unassigned is not None:
        nobody = DOCUMENTS.c.assignee.is_(None)
        yield nobody if wanted.unassigned else ~nobody
    if wanted.tag is not None:
        yield DOCUMENTS.c.id.in_(select(TAGS.c.document).where(TAGS.c.tag == wanted.tag))
    for name, value in wanted.metadata:
        table = DOCUMENT_METADATA
        named = select(table.c.document).where(table.c.name == name, table.c.value == value)
        yield DOCUMENTS.c.id.in_(named)
    if wanted.updated_since is not None:
        yield DOCUMENTS.c.updated > wanted.updated_since
    for word in (wanted.text or "").casefold().split():
        yield DOCUMENTS.c.searched.contains(word, autoescape=True)


def order_of(sort: Sort) -> tuple[ColumnElement[Any], ...]:
    """What a list is ordered by."""
    number = DOCUMENTS.c.number
    orders: dict[Sort, tuple[ColumnElement[Any], ...]] = {
        "doubt": (_doubt().desc(), number.asc()),
        "newest": (number.desc(),),
        "oldest": (number.asc(),),
        "updated": (DOCUMENTS.c.updated.asc(), number.asc()),
    }
    return orders[sort]


def cursor_after(row: Row, sort: Sort) -> str:
    """The cursor of the piece after a document."""
    key = {"doubt": -1.0 if row["doubt"] is None else row["doubt"], "updated": row["updated"]}.get(sort)
    return base64.urlsafe_b64encode(json.dumps([sort, row["number"], key]).encode()).decode()


def after(cursor: str | None, sort: Sort) -> list[ColumnElement[bool]]:
    """What the rows of the piece at a cursor keep.

    Raises:
        BadCursor: no list of this order has given it.
    """
    if cursor is None:
        return []
    try:
        of, number, key = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise BadCursor(cursor) from error
    if of != sort or type(number) is not int or abs(number) > _LARGEST:
        raise BadCursor(cursor)
    column = DOCUMENTS.c.number
    if sort == "newest":
        return [column < number]
    if sort == "oldest":
        return [column > number]
    if sort == "updated":
        if type(key) is not int or abs(key) > _LARGEST:
            raise BadCursor(cursor)
        changed = DOCUMENTS.c.updated
        return [or_(changed > key, and_(changed == key, column > number))]
    if isinstance(key, bool) or not isinstance(key, int | float) or abs(key) > _LARGEST:
        raise BadCursor(cursor)
    held = _doubt()
    return [or_(held < key, and_(held == key, column > number))]


def _doubt() -> ColumnElement[float]:
    return func.coalesce(DOCUMENTS.c.doubt, -1.0)
