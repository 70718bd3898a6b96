"""What people say about documents: true values, kept, counted, and given to the next training."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, case, delete, func, insert, select, update

from paperformer.extraction.compare import same_value
from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.fields.core_fields import EXPECTED
from paperformer.fields.schema import Schema
from paperformer.service.audit import Deed
from paperformer.service.changes import next_change
from paperformer.service.database import Database, Row
from paperformer.service.deliveries import CONFIRMED, announce
from paperformer.service.tables import DOCUMENTS, FEEDBACK, KEYS, OUTCOMES

Outcome = Literal["correct", "wrong", "missing", "invented"]


UNDO_SECONDS = 12.0
"""A little longer than the review page offers to undo a confirmation."""
NOTHING_SAVED = "none"
"""The tag of a document about which nothing was saved yet."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Feedback as it is kept.

    Args:
        content: As ``Feedback`` has it.
        tag: Tells this content from any other.
        at: When it was saved.
        by: Name of the key that saved it; None where no key was needed.
    """

    content: dict[str, Any]
    tag: str
    at: float
    by: str | None


class ChangedMeanwhile(Exception):
    """Somebody else has saved feedback since the caller last saw it.

    Args:
        saved: What is kept now; None where it was withdrawn.
    """

    def __init__(self, saved: Saved | None) -> None:
        super().__init__("the feedback is another by now")
        self.saved = saved


@dataclass(frozen=True, slots=True)
class FieldCount:
    """How often a field had each outcome in one span of time."""

    field: str
    since: float
    counts: Mapping[str, int]


class FeedbackStore:
    """Feedback in the database.

    Args:
        database: Where it is kept.
        undo_seconds: How long webhooks wait whether a confirmation is taken back.
    """

    def __init__(self, database: Database, undo_seconds: float = UNDO_SECONDS) -> None:
        self._database, self.undo_seconds = database, undo_seconds

    def get(self, document: str) -> Saved | None:
        """What was saved about a document."""
        with self._database.read() as connection:
            return _saved(connection, document)

    def save(
        self,
        document: str,
        content: Mapping[str, Any],
        outcomes: Mapping[str, Outcome],
        deed: Deed,
        extraction: Mapping[str, Any],
        expected: str | None = None,
    ) -> Saved | None:
        """Keep feedback in place of what was saved before.

        Args:
            document: That it is about.
            content: As ``Feedback`` has it.
            outcomes: What each field of the answer was, where the feedback is confirmed.
            deed: The line of the audit log.
            extraction: The answer, which lists show again for what is no longer said.
            expected: The tag of what the caller has seen; None replaces whatever is there.

        Returns:
            What is kept now; None where there is no such document.

        Raises:
            ChangedMeanwhile: something else than ``expected`` is kept.
        """
        now = time.time()
        confirmed = bool(content["confirmed"])
        with self._database.write() as connection:
            updated = next_change(connection)
            values = {"reviewed": confirmed, "updated": updated, **_shown(content, extraction)}
            row = update(DOCUMENTS).where(DOCUMENTS.c.id == document).values(values)
            changed = connection.execute(row.returning(DOCUMENTS.c.webhook)).first()
            if changed is None:
                return None
            before = _saved(connection, document)  # the row of the document is locked by now
            if expected is not None and expected != (before.tag if before else NOTHING_SAVED):
                raise ChangedMeanwhile(before)
            connection.execute(delete(FEEDBACK).where(FEEDBACK.c.document == document))
            connection.execute(delete(OUTCOMES).where(OUTCOMES.c.document == document))
            text = json.dumps(content, ensure_ascii=False)
            connection.execute(
                insert(FEEDBACK).values(
                    document=document, content=text, confirmed=confirmed, saved=now, saved_by=deed.actor.key
                )
            )
            deed.write(connection)
            if before is None or before.content != content:
                url = changed.webhook if confirmed else None
                announce(connection, document, url, CONFIRMED, now + self.undo_seconds)
            if outcomes:
                rows = [
                    {"document": document, "field": name, "outcome": outcome, "at": now}
                    for name, outcome in outcomes.items()
                ]
                connection.execute(insert(OUTCOMES), rows)
            return _saved(connection, document)

    def counts(self, since: float, seconds: float) -> Sequence[FieldCount]:
        """How often each field was right since a time, in spans of so many seconds."""
        span = func.floor(OUTCOMES.c.at / seconds)
        sums = [
            func.sum(case((OUTCOMES.c.outcome == outcome, 1), else_=0)).label(outcome)
            for outcome in _OUTCOMES
        ]
        counted = (
            select(OUTCOMES.c.field, span.label("span"), *sums)
            .where(OUTCOMES.c.at >= since)
            .group_by(OUTCOMES.c.field, span)
            .order_by(span, OUTCOMES.c.field)
        )
        with self._database.read() as connection:
            rows = connection.execute(counted).all()
        return [
            FieldCount(
                row.field, float(row.span) * seconds, {name: int(row._mapping[name]) for name in _OUTCOMES}
            )
            for row in rows
        ]

    def confirmed(self, since: float = 0.0) -> Iterator[tuple[Row, dict[str, Any]]]:
        """Row and feedback of every document confirmed since a time, in the order of arrival."""
        with self._database.read() as connection:
            rows = connection.execute(
                select(*DOCUMENTS.c, FEEDBACK.c.content)
                .join(FEEDBACK, FEEDBACK.c.document == DOCUMENTS.c.id)
                .where(FEEDBACK.c.confirmed, FEEDBACK.c.saved >= since)
                .order_by(DOCUMENTS.c.number)
            )
            for row in rows:
                yield dict(row._mapping), json.loads(row.content)

    def count_confirmed(self) -> int:
        """How many documents are confirmed."""
        with self._database.read() as connection:
            query = select(func.count()).select_from(FEEDBACK).where(FEEDBACK.c.confirmed)
            return connection.scalar(query) or 0


def _saved(connection: Connection, document: str) -> Saved | None:
    row = connection.execute(
        select(FEEDBACK.c.content, FEEDBACK.c.saved, KEYS.c.name)
        .outerjoin(KEYS, KEYS.c.id == FEEDBACK.c.saved_by)
        .where(FEEDBACK.c.document == document)
    ).first()
    if row is None:
        return None
    tag = hashlib.sha256(row.content.encode()).hexdigest()[:24]
    return Saved(json.loads(row.content), tag, row.saved, row.name)


_OUTCOMES = ("correct", "wrong", "missing", "invented")


def outcomes_of(
    extraction: Mapping[str, Any], content: Mapping[str, Any], schema: Schema
) -> dict[str, Outcome]:
    """What the answer was, field by field, against what a person says; rows are not counted."""
    return {
        name: outcome
        for name, values in content["fields"].items()
        if name in schema
        and (outcome := _outcome(schema[name].type, extraction["fields"].get(name, ()), values)) is not None
    }


def _outcome(
    type_: str, candidates: Sequence[Mapping[str, Any]], values: Sequence[Mapping[str, Any]]
) -> Outcome | None:
    answer = next(
        (candidate["value"] for candidate in candidates if candidate["confidence"] >= MIN_CONFIDENCE), None
    )
    truths = [value["value"] for value in values]
    if not truths:
        return None if answer is None else "invented"
    if answer is None:
        return "missing"
    return "correct" if same_value(type_, answer, truths) else "wrong"


def _shown(content: Mapping[str, Any], extraction: Mapping[str, Any]) -> dict[str, str | None]:
    """What a list shows of the document: what a person says, else what was answered."""
    values = {name: content["fields"].get(name, extraction["fields"].get(name, ())) for name in EXPECTED}
    return {name: some[0]["value"] if some else None for name, some in values.items()}
