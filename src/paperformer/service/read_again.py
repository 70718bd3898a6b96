"""Reading a document again: which may be, how, and what is forgotten of the first time."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from paperformer.service.changes import next_change
from paperformer.service.contents import forget_contents
from paperformer.service.deleting import delete_documents
from paperformer.service.packing import unpack
from paperformer.service.sentences import Sentence, sentence
from paperformer.service.tables import DELIVERIES, DOCUMENTS, EXTRACTIONS, FEEDBACK, OUTCOMES, PAGES

ONLY_UNTOUCHED = sentence("only_untouched")
_CONFIRMED = sentence("is_confirmed")
_TOUCHED = sentence("would_lose_corrections")
_SIBLING = sentence("came_with_others")
_UNREAD = sentence("not_read_yet")
_JOINED = sentence("is_joined")

_QUEUED: dict[str, Any] = {
    "state": "queued", "attempt": None, "attempts": 0, "finished": None, "error_title": None,
    "error_detail": None, "inner_file": None, "inner_name": None, "inner_media": None, "reviewed": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereading:
    """How a document is read again, where that is not as before.

    Args:
        options: ``ocr``, ``ocr_engine``, ``beginnings``, as the database keeps them; what is left out stays.
        turn: Pages to turn further: number, and degrees clockwise from how the page is shown.
        file: Id of a file made of that of the document, which is read instead.
        drops_corrections: Whether what people said about the document is forgotten.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    turn: Mapping[int, int] = field(default_factory=dict)
    file: str | None = None
    drops_corrections: bool = False

    @property
    def is_other(self) -> bool:
        """Whether anything is to be done in another way than before."""
        return bool(self.options or self.turn or self.file or self.drops_corrections)


class CannotReadAgain(Exception):
    """Why a document cannot be read again, or not so.

    Args:
        says: In a sentence.
    """

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


def forget_answer(connection: Connection, id: str, how: Rereading) -> list[str]:
    """Let a document wait to be read as if it had just come; the files that nobody needs now.

    Args:
        connection: In whose transaction.
        id: The document.
        how: What is to be another way than before. The other documents of a file that was split are then
            deleted: they are read again with the first.

    Raises:
        CannotReadAgain: somebody has corrected it, or it is not alone in its file.
    """
    updated = next_change(connection)
    row = connection.execute(select(*DOCUMENTS.c).where(DOCUMENTS.c.id == id).with_for_update()).first()
    if row is None:
        raise CannotReadAgain(sentence("gone"))
    siblings = connection.scalars(
        select(DOCUMENTS.c.id).where(DOCUMENTS.c.file == row.file, DOCUMENTS.c.id != id)
    ).all()
    _refuse(connection, row, siblings, how)
    values = {**_QUEUED, "searched": row.name.casefold(), "updated": updated}
    options = {**json.loads(row.options), **how.options}
    if how.turn:
        options |= {"rotations": _rotations(connection, row, options, how.turn), "inside": row.inner_name}
    values["options"] = json.dumps(options)
    if how.file is not None:
        values |= {"file": how.file, "posted_file": row.posted_file or row.file}
    _, unused = delete_documents(connection, siblings)
    connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.id == id).values(values))
    for table in (EXTRACTIONS, FEEDBACK, OUTCOMES, DELIVERIES):  # the next reading is told anew
        connection.execute(delete(table).where(table.c.document == id))
    connection.execute(delete(PAGES).where(PAGES.c.file.in_([row.file, row.inner_file or row.file])))
    forget_contents(connection, row.file)
    replaced = row.file if how.file is not None and row.posted_file is not None else None
    return [*unused, *(file for file in (row.inner_file, replaced) if file is not None)]


def _refuse(connection: Connection, row: Row[Any], siblings: Collection[str], how: Rereading) -> None:
    if row.joined_in is not None:
        raise CannotReadAgain(_JOINED)
    if row.state == "failed":
        return
    if row.state != "done":
        raise CannotReadAgain(_UNREAD if how.is_other else ONLY_UNTOUCHED)
    if siblings and not how.is_other:
        raise CannotReadAgain(ONLY_UNTOUCHED)
    if siblings and row.part_of is not None:
        raise CannotReadAgain(_SIBLING)
    said = connection.scalars(
        select(FEEDBACK.c.confirmed).where(FEEDBACK.c.document.in_([row.id, *siblings]))
    ).all()
    if any(said) and how.is_other:
        raise CannotReadAgain(_CONFIRMED)
    if said and not how.drops_corrections:
        raise CannotReadAgain(_TOUCHED if how.is_other else ONLY_UNTOUCHED)


def _rotations(
    connection: Connection, row: Row[Any], options: Mapping[str, Any], turn: Mapping[int, int]
) -> dict[str, int]:
    """How each page that somebody has turned, now or before, lies."""
    contents: Sequence[Any] = connection.execute(
        select(PAGES.c.number, PAGES.c.content).where(PAGES.c.file == (row.inner_file or row.file))
    ).all()
    pages = {page.number: unpack(page.content)["rotation"] for page in contents}
    missing = sorted(turn.keys() - pages.keys())
    if missing:
        raise CannotReadAgain(sentence("no_such_page", page=missing[0]))
    before = options.get("rotations", {}) if options.get("inside") == row.inner_name else {}
    return {**before, **{str(number): (pages[number] + degrees) % 360 for number, degrees in turn.items()}}
