"""Documents on their way through the work: queued, working, done or failed.

Every step is one transaction, and an answer is kept only for the attempt that still holds the document. So
whatever dies at whatever moment, no accepted document is lost and none has two answers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from paperformer.service.audit import Deed
from paperformer.service.changes import next_change
from paperformer.service.contents import keep_contents
from paperformer.service.database import Database, Row
from paperformer.service.document_rows import NewDocument, close, columns, held, insert_document, insert_part
from paperformer.service.files import new_id
from paperformer.service.idempotency import IdempotencyKey, claim_key
from paperformer.service.jobs import Answer, Failure
from paperformer.service.read_again import Rereading, forget_answer
from paperformer.service.tables import DOCUMENTS, EXTRACTIONS, PAGES

MOST_ATTEMPTS = 3
OPEN_STATES = ("queued", "working")
_OPEN = select(func.count()).select_from(DOCUMENTS).where(DOCUMENTS.c.state.in_(OPEN_STATES))
LOST = Failure(
    "UnreadableDocument",
    f"The process that read it died {MOST_ATTEMPTS} times, perhaps for want of memory. "
    "Post its pages one by one",
)


class QueueFull(Exception):
    """No more documents are taken for now."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A document taken up for reading."""

    id: str
    file: str
    name: str
    attempt: str
    options: dict[str, Any]


class Queue:
    """The work of the service, in the database.

    What is accepted is on disk before the caller hears of it. That it was taken up need not be: after a loss
    of power a document is read again.

    Args:
        database: Where documents are rows.
        most: Documents that may be queued or worked on at one time.
    """

    def __init__(self, database: Database, most: int) -> None:
        self._database = database
        self._most = most
        self._claim = _claim(may_skip=not database.is_sqlite)
        self._seen = 0  # documents that were open when last looked at

    def add(
        self,
        documents: Sequence[tuple[NewDocument, Deed]],
        key: IdempotencyKey | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Accept documents whose files are kept already: all of them or none.

        Args:
            documents: What is known of each, and the line of the audit log.
            key: That the caller has chosen for the upload.
            also: What else is done in the same transaction.

        Raises:
            AlreadyAccepted: an upload of the same key was accepted before.
            QueueFull: too many are waiting.
        """
        with self._database.write() as connection:
            if key is not None:
                next_change(connection)  # whoever has the same key waits here
                claim_key(connection, key, [document.id for document, _ in documents])
            if self._open(connection) + len(documents) > self._most:
                raise QueueFull
            for document, deed in documents:
                insert_document(connection, document)
                deed.write(connection)
            if also is not None:
                also(connection)

    def has_room(self) -> bool:
        """Whether another document may be accepted now; asked before its bytes are taken."""
        return self._seen < self._most // 2 or self.depth() < self._most

    def depth(self) -> int:
        """How many documents are queued or worked on."""
        with self._database.read() as connection:
            return self._open(connection)

    def claim(self, attempt: str | None = None) -> Claimed | None:
        """Take up the document that waits longest; None where none does.

        Args:
            attempt: Who takes it up; a new id where None. Whoever names it can let go of the document even
                where an error hides whether one was taken up.
        """
        attempt = attempt or new_id()
        with self._database.write(durable=False) as connection:
            taken = connection.execute(self._claim, {"holder": attempt}).first()
        if taken is None:
            return None
        return Claimed(taken.id, taken.file, taken.name, attempt, json.loads(taken.options))

    def finish(self, id: str, attempt: str, answer: Answer) -> Row | None:
        """Keep the answer; the row of the document, or None where the attempt does not hold it any more."""
        first, *others = answer.documents
        with self._letting_go() as connection:
            next_change(connection)
            values = {"state": "done", **columns(connection, first, id)}
            del values["searched"]
            row = close(connection, id, attempt, values, searched=" " + first.searched)
            if row is None:
                return None
            if answer.pages:
                pages = [{**asdict(page), "file": page.file or row["file"]} for page in answer.pages]
                connection.execute(insert(PAGES), pages)
            keep_contents(connection, row["file"], answer.inside)
            kept = {"document": id, "content": first.content, "evidence": first.evidence}
            connection.execute(insert(EXTRACTIONS), kept)
            for other in others:
                insert_part(connection, row, other)
            return row

    def fail(self, id: str, attempt: str, failure: Failure) -> Row | None:
        """Keep why a document could not be read; the row, or None as for ``finish``."""
        with self._letting_go() as connection:
            values = {"state": "failed", "error_title": failure.title, "error_detail": failure.detail}
            return close(connection, id, attempt, values)

    def give_back(self, id: str, attempt: str, *, blameless: bool = False) -> Row | None:
        """Let a document wait again: who read it died.

        Args:
            id: The document.
            attempt: That had taken it up.
            blameless: The attempt does not count: the service ended.

        Returns:
            The row where it failed for good, having been tried too often.
        """
        with self._letting_go() as connection:
            next_change(connection)
            mine = held(id, attempt)
            attempts = connection.scalar(select(DOCUMENTS.c.attempts).where(mine))
            if attempts is None:
                return None
            if attempts < MOST_ATTEMPTS or blameless:
                left = {"attempts": attempts - 1} if blameless else {}
                connection.execute(update(DOCUMENTS).where(mine).values(state="queued", attempt=None, **left))
                return None
            values = {"state": "failed", "error_title": LOST.title, "error_detail": LOST.detail}
            return close(connection, id, attempt, values)

    def let_go(self, attempt: str) -> None:
        """Let a document wait again that an attempt may have taken up; the attempt does not count."""
        left = {"state": "queued", "attempt": None, "attempts": DOCUMENTS.c.attempts - 1}
        mine = (DOCUMENTS.c.attempt == attempt, DOCUMENTS.c.state == "working")
        with self._letting_go() as connection:
            connection.execute(update(DOCUMENTS).where(*mine).values(left))

    def _letting_go(self) -> AbstractContextManager[Connection]:
        """A transaction after which this process holds a document no more.

        A server of PostgreSQL may die alone. Had it forgotten the transaction, the document would be held by
        nobody, until the next start of the service. SQLite forgets only where the service has died, too.
        """
        return self._database.write(durable=not self._database.is_sqlite)

    def longest_waiting(self) -> int | None:
        """The number of the document that waits longest; None where none does."""
        waiting = select(func.min(DOCUMENTS.c.number)).where(DOCUMENTS.c.state == "queued")
        with self._database.read() as connection:
            number: int | None = connection.scalar(waiting)
        return number

    def recover(self) -> int:
        """Let wait again what a service that died was reading; how many documents that is."""
        working = DOCUMENTS.c.state == "working"
        with self._database.write() as connection:
            next_change(connection)
            lost = select(DOCUMENTS.c.id).where(working, DOCUMENTS.c.attempts >= MOST_ATTEMPTS)
            values = {"state": "failed", "attempt": None, "finished": time.time()}
            values |= {"error_title": LOST.title, "error_detail": LOST.detail}
            for id in connection.scalars(lost).all():
                updated = next_change(connection)
                row = update(DOCUMENTS).where(DOCUMENTS.c.id == id)
                connection.execute(row.values(updated=updated, **values))
            return connection.execute(
                update(DOCUMENTS).where(working).values(state="queued", attempt=None)
            ).rowcount

    def retry(self, id: str, deed: Deed, how: Rereading | None = None) -> list[str]:
        """Read a document again that failed, or about which nobody has said anything.

        Args:
            id: The document.
            deed: The line of the audit log.
            how: What is to be another way than before.

        Returns:
            Files that nobody needs now.

        Raises:
            CannotReadAgain: it is no such document.
            QueueFull: too many are waiting.
        """
        with self._database.write() as connection:
            if self._open(connection) >= self._most:
                raise QueueFull
            unused = forget_answer(connection, id, how or Rereading())
            deed.write(connection)
            return unused

    def _open(self, connection: Connection) -> int:
        self._seen = connection.scalar(_OPEN) or 0
        return self._seen


def _claim(*, may_skip: bool) -> ReturningUpdate[tuple[str, str, str, str]]:
    """What takes up the document that waits longest; one that another takes up now is passed over."""
    waiting = select(DOCUMENTS.c.number).where(DOCUMENTS.c.state == "queued")
    oldest = waiting.order_by(DOCUMENTS.c.number).limit(1)
    if may_skip:
        oldest = oldest.with_for_update(skip_locked=True)
    return (
        update(DOCUMENTS)
        .where(DOCUMENTS.c.number == oldest.scalar_subquery(), DOCUMENTS.c.state == "queued")
        .values(state="working", attempt=bindparam("holder"), attempts=DOCUMENTS.c.attempts + 1)
        .returning(DOCUMENTS.c.id, DOCUMENTS.c.file, DOCUMENTS.c.name, DOCUMENTS.c.options)
    )
