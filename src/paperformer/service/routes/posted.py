"""``POST /v1/documents``: read documents."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.concurrency import run_in_threadpool

from paperformer.service.accepting import Accepted, accept
from paperformer.service.access import Caller, ServiceOf, Writer
from paperformer.service.answers import View, document_json, make_view
from paperformer.service.database import Row
from paperformer.service.failure_reasons import error_sentence
from paperformer.service.idempotency import HOURS
from paperformer.service.packing import unpack_text
from paperformer.service.problems import Problem, no_room, responses
from paperformer.service.queue import OPEN_STATES, QueueFull
from paperformer.service.schema import Document, DocumentBatch
from paperformer.service.sentences import sentence
from paperformer.service.service import Service
from paperformer.service.upload_description import BODY, QUERY
from paperformer.service.uploads import Upload, UploadOptions, receive_upload

router = APIRouter(tags=["documents"])

_JSON = "application/json"
_POLL_SECONDS = 0.1  # for documents that another request waits for


@router.post(
    "/documents",
    status_code=201,
    responses={
        201: {
            "model": Document | DocumentBatch,
            "description": "Read; a batch where several files were sent.",
        },
        202: {"model": Document | DocumentBatch, "description": "Accepted; look at the Location."},
        **responses(400, 410, 413, 415, 503),
    },
    openapi_extra={"requestBody": BODY, "parameters": QUERY},
)
async def post_documents(
    request: Request,
    service: ServiceOf,
    caller: Writer,
    prefer: Annotated[
        str, Header(alias="Prefer", description="`respond-async`: answer before the document is read.")
    ] = "",
    idempotency_key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            max_length=255,
            pattern=r"^[!-~]+$",
            description="Names this upload: sent again with the same files and options within "
            f"{HOURS:.0f} hours, it is answered with the documents of the first time.",
        ),
    ] = None,
) -> Response:
    """Read a document, or several. The answer waits for them unless `Prefer: respond-async` is sent."""
    await run_in_threadpool(_check_room, service, request, caller, idempotency_key)
    upload = await receive_upload(request, service.files, service.config.limits.file_bytes)
    try:
        view, accepted = await run_in_threadpool(_accepted, service, caller, upload, idempotency_key)
    except QueueFull as error:
        raise queue_full(service) from error
    finally:
        upload.close()
    waits = "respond-async" not in prefer.lower()
    await _until_read(service, accepted, service.config.wait_seconds if waits else 0.0)
    found = await run_in_threadpool(_found, service, upload.options, accepted)
    return _answer(found, view, is_batch=len(upload.files) > 1, waits=waits)


def _check_room(service: Service, request: Request, caller: Caller, key: str | None) -> None:
    """Refuse what could not be kept, before its bytes are taken."""
    length = request.headers.get("content-length", "")
    if not service.disk.has_room(int(length) if length.isdecimal() else 0):
        service.metrics.refused.labels("disk").inc()
        raise no_room()
    is_known = key is not None and service.idempotency_keys.is_known(caller.key.id, key)
    if not is_known and not service.queue.has_room():
        raise queue_full(service)


def _accepted(
    service: Service, caller: Caller, upload: Upload, key: str | None
) -> tuple[View, list[Accepted]]:
    """What to show of the documents, and the documents; nothing is kept where the options are wrong."""
    options = upload.options
    view = make_view(
        service.schema(), options.fields, options.max_results, options.min_confidence, options.level
    )
    if options.webhook is not None and options.webhook not in service.allowed_webhooks:
        raise Problem(422, "Webhooks may only go where the administrator allows it with --webhook-allow")
    return view, accept(service, caller, upload, key)


async def _until_read(service: Service, accepted: Sequence[Accepted], seconds: float) -> None:
    """Wait until all documents are done or failed, but no longer than so many seconds."""
    futures = [asyncio.wrap_future(future) for _, future in accepted if future is not None]
    if futures:
        try:
            await asyncio.wait(futures, timeout=seconds)
        finally:
            for id, _ in accepted:
                service.workers.forget(id)
        return
    end = time.monotonic() + seconds
    ids = [id for id, _ in accepted]
    while time.monotonic() < end and not service.workers.is_ending:
        if not await run_in_threadpool(service.documents.are_open, ids):
            return
        await asyncio.sleep(_POLL_SECONDS)


@dataclass(frozen=True, slots=True)
class _Found:
    """A document that was posted, as it is now.

    Args:
        row: Of the database; None where it was deleted meanwhile.
        tags, parts, contents, content: As ``document_json`` takes them.
        was_there: Whether an earlier request with the same key posted it.
    """

    id: str
    row: Row | None
    tags: list[str]
    parts: list[str]
    contents: list[dict[str, Any]]
    content: bytes | None
    was_there: bool

    @property
    def is_read(self) -> bool:
        """Whether it is done or failed."""
        return self.row is not None and self.row["state"] not in OPEN_STATES

    def json(self, view: View) -> bytes:
        """The document as JSON."""
        if self.row is None:
            return json.dumps({"id": self.id, "state": "deleted"}).encode()
        return document_json(self.row, self.tags, self.parts, self.contents, self.content, view)


def _found(service: Service, options: UploadOptions, accepted: Sequence[Accepted]) -> list[_Found]:
    return [_look_up(service, options, document) for document in accepted]


def _look_up(service: Service, options: UploadOptions, accepted: Accepted) -> _Found:
    id, future = accepted
    parts = service.documents.parts(id) if options.split else []
    if future is not None and future.done() and not future.cancelled():  # cancelled where the service ends
        closed = future.result()
        content = None if closed.content is None else unpack_text(closed.content)
        contents = service.contents.of(closed.row) if closed.has_files else []
        return _Found(id, closed.row, sorted(set(options.tags)), parts, contents, content, False)
    found = service.documents.get(id)
    if found is None:
        return _Found(id, None, [], [], [], None, future is None)
    contents = service.contents.of(found[0])
    return _Found(id, *found, parts, contents, service.documents.extraction(id), future is None)


def _answer(found: Sequence[_Found], view: View, *, is_batch: bool, waits: bool) -> Response:
    """The documents as they are now; one that failed is a problem only to a client that waited for it."""
    if any(document.was_there and document.row is None for document in found):
        detail = "The upload of this Idempotency-Key was deleted. Choose a new key to send it again"
        raise Problem(410, detail)
    headers = {"Idempotency-Replayed": "true"} if found[0].was_there else {}
    status = 201 if waits and all(document.is_read for document in found) else 202
    bodies = [document.json(view) for document in found]
    if is_batch:
        return Response(b'{"items": [' + b", ".join(bodies) + b"]}", status, headers, _JSON)
    query = view.query()
    headers["Location"] = f"/v1/documents/{found[0].id}{'?' + query if query else ''}"
    row = found[0].row
    if waits and row is not None and row["state"] == "failed":
        raise failed_problem(row)
    return Response(bodies[0], status, headers, _JSON)


def failed_problem(row: Mapping[str, Any]) -> Problem:
    """The problem of a document that could not be read."""
    status = 413 if row["error_title"] == "DocumentTooLarge" else 422
    detail = error_sentence(row["error_title"], row["error_detail"])
    return Problem(status, detail, more={"document": row["id"], "reason": row["error_title"]})


def queue_full(service: Service) -> Problem:
    """As many documents wait as may wait."""
    service.metrics.refused.labels("queue").inc()
    seconds = service.workers.seconds_until(service.config.queue) / 4
    return Problem(
        429,
        sentence("send_later"),
        headers={"Retry-After": str(max(1, round(seconds)))},
    )
