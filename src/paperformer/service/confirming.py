"""Confirming documents: their values in normal form, counted, and learned from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paperformer.service.access import Caller
from paperformer.service.attention import alerts_and_notes, as_shown, core_fields, doubts, value_of
from paperformer.service.checks import check, in_normal_form
from paperformer.service.contents import is_of_files_inside, still_left_out
from paperformer.service.database import Row
from paperformer.service.document_rows import shown_file
from paperformer.service.feedback import NOTHING_SAVED, ChangedMeanwhile, Saved, outcomes_of
from paperformer.service.review_schema import Alert, Note
from paperformer.service.schema import Feedback
from paperformer.service.sentences import Sentence, sentence
from paperformer.service.service import Service

_MOST_PROBLEMS = 5  # that one answer names


class CannotConfirm(Exception):
    """Why the values of a document cannot be confirmed.

    Args:
        says: In a sentence.
    """

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A document with all that its review needs.

    Args:
        row: Of the database.
        extraction: The answer.
        saved: What was said about it.
        core: The fields that it should have.
        alerts: What smells of fraud or loss.
        notes: Its other warnings.
    """

    row: Row
    extraction: dict[str, Any]
    saved: Saved | None
    core: list[str]
    alerts: list[Alert]
    notes: list[Note]

    @property
    def shown(self) -> Feedback:
        """The values that are shown of it."""
        return as_shown(self.extraction, self.saved.content if self.saved else None)


def look_at(service: Service, row: Row, extraction: dict[str, Any]) -> Reviewed:
    """A document as a reviewer has to see it."""
    saved = service.feedback.get(row["id"])
    shown = as_shown(extraction, saved.content if saved else None)
    others = service.related.alerts(row, value_of(shown, "iban"))
    alerts, notes = alerts_and_notes(extraction, others)
    said: list[Alert | Note] = [*alerts, *notes]
    if any(map(is_of_files_inside, said)):
        contents = service.contents.of(row)  # none where an older version has read it
        alerts, notes = still_left_out(contents, alerts, notes) if contents else (alerts, notes)
    return Reviewed(row, extraction, saved, core_fields(service.schema(), extraction), alerts, notes)


def keep(
    service: Service,
    row: Row,
    extraction: Mapping[str, Any],
    body: Feedback,
    caller: Caller,
    expected: str | None,
) -> tuple[Feedback, Saved | None]:
    """Save values, in normal form where they are confirmed.

    Args:
        service: Where.
        row: The document's.
        extraction: Its answer.
        body: The values.
        caller: Who says so.
        expected: The tag of what the caller has seen; None replaces whatever is there.

    Returns:
        The values as they are kept; None beside them where the document is gone.

    Raises:
        CannotConfirm: a value has no normal form.
        ChangedMeanwhile: somebody else has saved others.
    """
    schema = service.schema()
    if body.confirmed and row["joined_in"] is not None:
        raise CannotConfirm(sentence("pages_elsewhere"))
    if body.confirmed:
        context = service.contexts.of(shown_file(row))
        body, problems = in_normal_form(body, _answered(extraction), schema, context)
        if problems:
            all_of_them = "; ".join(str(problem) for problem in problems[:_MOST_PROBLEMS])
            raise CannotConfirm(replace(problems[0], english=all_of_them))
    content = body.model_dump()
    outcomes = outcomes_of(extraction, content, schema) if body.confirmed else {}
    deed = caller.deed("confirm" if body.confirmed else "correct", row["id"])
    kept = service.feedback.save(row["id"], content, outcomes, deed, extraction, expected)
    if body.confirmed or row["reviewed"]:
        service.learning.wake()
    return body, kept


def confirm_unseen(service: Service, id: str, caller: Caller, least: float) -> Sentence | None:
    """Confirm a document as it is shown, unless a person should look at it first.

    Args:
        service: Where.
        id: The document.
        caller: Who says so.
        least: The confidence that each core field must have.

    Returns:
        Why it was left; None where it is confirmed.
    """
    found = service.documents.get(id)
    content = service.documents.extraction(id)
    if found is None:
        return sentence("gone")
    row, _ = found
    if content is None:
        return sentence("not_read")
    if row["reviewed"]:
        return sentence("confirmed_already")
    seen = look_at(service, row, json.loads(content))
    reason = _doubt(service, seen, least)
    if reason is not None:
        return reason
    body = seen.shown.model_copy(update={"confirmed": True})
    expected = seen.saved.tag if seen.saved else NOTHING_SAVED
    try:
        keep(service, row, seen.extraction, body, caller, expected)
    except CannotConfirm as error:
        return error.says
    except ChangedMeanwhile:
        return sentence("changed_just_now")
    return None


def _doubt(service: Service, seen: Reviewed, least: float) -> Sentence | None:
    checks = check(seen.shown, service.schema(), service.contexts.of(shown_file(seen.row)))
    said = seen.saved.content if seen.saved else None
    return next(doubts(seen.core, checks, seen.alerts, seen.extraction, said, least), None)


def _answered(extraction: Mapping[str, Any]) -> set[str]:
    """All values of an answer."""
    values = {value["value"] for found in extraction["fields"].values() for value in found}
    rows = [row for found in extraction["rows"].values() for row in found]
    return values | {cell["value"] for row in rows for cell in row["cells"].values()}
