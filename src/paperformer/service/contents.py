"""What is inside of a file, as it was read, and what became of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from paperformer.service.database import Database, Row
from paperformer.service.failure_reasons import reason_of_inside
from paperformer.service.jobs import FoundInside
from paperformer.service.review_schema import Alert, Note
from paperformer.service.sentences import Sentence, coded
from paperformer.service.tables import CONTENTS, DOCUMENTS

OWN_PAGES = "the pages of the file itself answer"
_LEFT_OUT = frozenset({"other_invoice", "other_invoices", "left_out"})
"""Codes of sentences that name files inside."""


def keep_contents(connection: Connection, file: str, inside: Sequence[FoundInside]) -> None:
    """Keep what a file holds, in place of what an earlier reading has found."""
    forget_contents(connection, file)
    if inside:
        rows = [{"file": file, "number": number, **asdict(item)} for number, item in enumerate(inside)]
        connection.execute(insert(CONTENTS), rows)


def forget_contents(connection: Connection, file: str) -> None:
    """Forget what a file holds."""
    connection.execute(delete(CONTENTS).where(CONTENTS.c.file == file))


def taken_names(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    """The documents that were taken out of the file of these, by their names in it."""
    taken = select(DOCUMENTS.c.inside_name, DOCUMENTS.c.id).where(DOCUMENTS.c.inside_of.in_(ids))
    rows = connection.execute(taken.order_by(DOCUMENTS.c.number.desc()))
    return {row.inside_name: row.id for row in rows}  # the first one, should there be several


class Contents:
    """What files hold, in the database.

    Args:
        database: Where it is.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, row: Row) -> list[dict[str, Any]]:
        """The files inside of a document's file, as the API has them."""
        with self._database.read() as connection:
            return contents_of(connection, row)

    def taken(self, id: str) -> tuple[str, ...]:
        """Names of the files inside of a document's that were taken out of it."""
        with self._database.read() as connection:
            return tuple(sorted(taken_names(connection, [id])))


def contents_of(connection: Connection, row: Row) -> list[dict[str, Any]]:
    """The files inside of a document's file, as the API has them."""
    listed = select(*CONTENTS.c).where(CONTENTS.c.file == row["file"]).order_by(CONTENTS.c.number)
    rows = connection.execute(listed).all()
    if not rows:
        return []
    same_file = select(DOCUMENTS.c.id, DOCUMENTS.c.inner_name).where(DOCUMENTS.c.file == row["file"])
    siblings = connection.execute(same_file.order_by(DOCUMENTS.c.number.desc())).all()
    documents = taken_names(connection, [sibling.id for sibling in siblings])
    documents |= {sibling.inner_name: sibling.id for sibling in siblings if sibling.inner_name is not None}
    return [_as_shown(dict(item._mapping), row, documents) for item in rows]


def _as_shown(item: Mapping[str, Any], row: Row, documents: Mapping[str, str]) -> dict[str, Any]:
    name, document = item["name"], documents.get(item["name"])
    shown = {
        "name": name,
        "media": item["media"],
        "pages": item["pages"],
        "document": document,
        "reason": None,
    }
    shown |= {"code": None, "values": {}}
    if name == row["inner_name"]:
        return {**shown, "state": "answered", "document": row["id"]}
    if document is not None:
        return {**shown, "state": "document"}
    why = _answers(row) if item["reason"] is None else reason_of_inside(name, item["reason"])
    return {**shown, "state": "left_out", "reason": str(why), **coded(why)}


def _answers(row: Row) -> Sentence:
    """What answers in place of a file that was left out."""
    if row["inner_name"] is None:
        return Sentence("own_pages_answer", {}, OWN_PAGES)
    return Sentence("other_answers", {"name": row["inner_name"]}, f"{row['inner_name']} answers")


def is_of_files_inside(said: Alert | Note) -> bool:
    """Whether an alert or a note says that files inside of a document's file are not read."""
    return said.code in _LEFT_OUT


def still_left_out(
    contents: Sequence[Mapping[str, Any]], alerts: Sequence[Alert], notes: Sequence[Note]
) -> tuple[list[Alert], list[Note]]:
    """Alerts and notes without those whose files have all been taken out since.

    Args:
        contents: The files inside, as the API has them.
        alerts: What smells of fraud or loss.
        notes: Other warnings.
    """
    left = [content["name"] for content in contents if content["state"] == "left_out"]

    def holds(said: Alert | Note) -> bool:
        if not is_of_files_inside(said):
            return True
        names = said.values["names"]  # a warning names the first few
        return any(name in names for name in left) or (bool(left) and names.endswith(" and others"))

    return [alert for alert in alerts if holds(alert)], [note for note in notes if holds(note)]
