"""What a reviewer has to know about a document, and what can be done with many at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from paperformer.service.access import Reader, ServiceOf, Writer
from paperformer.service.attached import MOST_TAGS
from paperformer.service.confirming import confirm_unseen, look_at
from paperformer.service.documents import TooManyTags
from paperformer.service.problems import responses
from paperformer.service.queue import QueueFull
from paperformer.service.read_again import CannotReadAgain
from paperformer.service.review_schema import (
    Assignment,
    ConfirmMany,
    ManyDone,
    ManyIds,
    ReviewInfo,
    Skipped,
    TagMany,
)
from paperformer.service.routes.documents import DocumentId, row_of
from paperformer.service.routes.feedback import extraction_of
from paperformer.service.schema import when
from paperformer.service.sentences import Sentence, sentence

router = APIRouter(tags=["review"])
_GONE = sentence("gone")


@router.get("/documents/{id}/review", response_model=ReviewInfo, responses=responses(404, 409))
def get_review(
    service: ServiceOf,
    caller: Reader,
    id: DocumentId,
    looking: Annotated[bool, Query(description="Tell others for a minute that you have it open.")] = False,
) -> ReviewInfo:
    """What to look at before a document is confirmed; who confirmed it, and when; who else has it open."""
    row, _ = row_of(service, id)
    seen = look_at(service, row, json.loads(extraction_of(service, id)))
    return ReviewInfo(
        core=seen.core,
        alerts=seen.alerts,
        notes=[note.says for note in seen.notes],
        coded_notes=seen.notes,
        confirmed=bool(row["reviewed"]),
        saved=when(seen.saved.at) if seen.saved else None,
        saved_by=seen.saved.by if seen.saved else None,
        open_by=service.presence.look(id, caller.key.id, caller.key.name) if looking else [],
    )


@router.post("/review/confirm", response_model=ManyDone, responses=responses(413))
def confirm_many(service: ServiceOf, caller: Writer, body: ConfirmMany) -> ManyDone:
    """Confirm documents as they are shown; those that somebody should look at are left, with the reason.

    Left are documents with an empty core field, a check that fails, or an alert.
    """
    return _each(body.ids, lambda id: confirm_unseen(service, id, caller, body.min_confidence))


@router.post("/review/tag", response_model=ManyDone, responses=responses(413))
def tag_many(service: ServiceOf, caller: Writer, body: TagMany) -> ManyDone:
    """Give documents tags and take others from them; their other tags stay."""

    def tagged(id: str) -> Sentence | None:
        try:
            is_there = service.documents.retag(id, body.add, body.remove, caller.deed("tag", id))
        except TooManyTags:
            return sentence("too_many_tags", most=MOST_TAGS)
        return None if is_there else _GONE

    return _each(body.ids, tagged)


@router.post("/review/assign", response_model=ManyDone, responses=responses(413))
def assign_many(service: ServiceOf, caller: Writer, body: Assignment) -> ManyDone:
    """Say who is to look at documents; with null nobody in particular."""
    changes = {"assignee": body.assignee}

    def assigned(id: str) -> Sentence | None:
        deed = caller.deed("assign", id, body.assignee)
        return None if service.documents.attach(id, changes, deed) else _GONE

    return _each(body.ids, assigned)


@router.post("/review/delete", response_model=ManyDone, responses=responses(413))
def delete_many(service: ServiceOf, caller: Writer, body: ManyIds) -> ManyDone:
    """Delete documents with their files, answers and previews."""

    def deleted(id: str) -> Sentence | None:
        return None if service.delete([id], caller.deed("delete", id)) else _GONE

    return _each(body.ids, deleted)


@router.post("/review/retry", response_model=ManyDone, responses=responses(413))
def retry_many(service: ServiceOf, caller: Writer, body: ManyIds) -> ManyDone:
    """Read documents again that could not be read, or about which nobody has said anything yet."""

    def retried(id: str) -> Sentence | None:
        found = service.documents.get(id)
        if found is None:
            return _GONE
        try:
            service.read_again(found[0], caller.deed("retry", id))
        except CannotReadAgain as error:
            return error.says
        except QueueFull:
            return sentence("queue_full")
        return None

    return _each(body.ids, retried)


def _each(ids: Sequence[str], act: Callable[[str], Sentence | None]) -> ManyDone:
    """Do something with each document; ``act`` says why it is left."""
    reasons = {id: act(id) for id in dict.fromkeys(ids)}
    return ManyDone(
        done=[id for id, reason in reasons.items() if reason is None],
        skipped=[
            Skipped(id=id, reason=f"{reason}.", code=reason.code, values=dict(reason.values))
            for id, reason in reasons.items()
            if reason is not None
        ],
    )
