"""What confirmed documents teach between trainings: where a supplier prints its values."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import select

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.errors import InvalidConfig
from paperformer.extraction.supplier_memory.confirmed import Confirmation, lesson_of
from paperformer.extraction.supplier_memory.store import MemoryFile
from paperformer.fields.schema import Schema
from paperformer.service.database import Database, Row
from paperformer.service.document_rows import shown_file
from paperformer.service.documents import Documents
from paperformer.service.feedback import FeedbackStore
from paperformer.service.tables import FEEDBACK

_log = logging.getLogger(__name__)


class LearnedLayouts:
    """The memory of confirmed documents, as a file that workers read.

    It follows the database: what was deleted, or is no longer confirmed, is forgotten. A damaged file is made
    anew.

    Args:
        path: The file.
        database: Where confirmed documents are.
        schema: Gives the fields there are.
    """

    def __init__(self, path: Path, database: Database, schema: Callable[[], Schema]) -> None:
        self.path, self._database, self._schema = path, database, schema
        self._feedback, self._documents = FeedbackStore(database), Documents(database)
        self._learned: dict[str, float] = {}  # when a document was confirmed that need not be learned again
        self._has_lessons = False  # whether one of them put a page into the file
        self._turn = threading.Lock()

    def learn(self) -> None:
        """Remember what was confirmed since the last time, and forget what is confirmed no more.

        Threads take turns: one that finds the file damaged puts another one in its place.
        """
        with self._turn:
            self._learn()

    def _learn(self) -> None:
        with self._database.read() as connection:
            rows = connection.execute(
                select(FEEDBACK.c.document, FEEDBACK.c.saved).where(FEEDBACK.c.confirmed)
            )
            confirmed = {row.document: float(row.saved) for row in rows}
        file = MemoryFile(self.path)
        try:
            self._follow(file, confirmed)
        except InvalidConfig as error:
            _log.warning("%s; it is made anew", error.message)
            file.close()
            self.path.unlink(missing_ok=True)
            self._learned.clear()
            self._follow(file, confirmed)
        finally:
            file.close()

    def _follow(self, file: MemoryFile, confirmed: Mapping[str, float]) -> None:
        file.retain(confirmed)
        self._learned = {id: at for id, at in self._learned.items() if id in confirmed}
        kept = file.times(confirmed)
        if self._has_lessons and not kept:  # somebody has emptied the file or put another one in its place
            self._learned.clear()
        new = {id: at for id, at in confirmed.items() if at not in (kept.get(id), self._learned.get(id))}
        if not new:
            return
        schema = self._schema()
        for row, content in self._feedback.confirmed(min(new.values())):
            id = row["id"]
            if id in new:
                confirmation = self._confirmation(row, content)
                lesson = None if confirmation is None else lesson_of(confirmation, schema)
                if lesson is not None:
                    file.add(id, lesson, new[id])
                    self._has_lessons = True
                self._learned[id] = new[id]

    def _confirmation(self, row: Row, content: Mapping[str, Any]) -> Confirmation | None:
        """A confirmed document with its words; None where none are kept."""
        pages = self._documents.pages(shown_file(row))
        first = int(row["first_page"] or 1)
        if row["pages"] is not None:  # of a file that was split, the pages of this document
            pages = [page for page in pages if first <= page[0] < first + row["pages"]]
        if not pages:
            return None
        before = pages[0][1]
        fields = {name: [value["value"] for value in values] for name, values in content["fields"].items()}
        places = {
            name: [
                [at - before for at in value["words"] if at >= before]
                for value in values
                if value.get("words")
            ]
            for name, values in content["fields"].items()
        }
        made = tuple(_page(number - first + 1, page) for number, _, page in pages)
        lines = [
            {name: cell["value"] for name, cell in cells.items()}
            for cells in content.get("rows", {}).get("purchase_lines", ())
        ]
        return Confirmation(Document(row["id"], made), fields, places, lines)


def _page(number: int, page: Mapping[str, Any]) -> Page:
    words = tuple(
        Word(text, Box(x0, y0, x1, y1), number, line) for text, x0, y0, x1, y1, line in page["words"]
    )
    return Page(number, page["width"], page["height"], words)
