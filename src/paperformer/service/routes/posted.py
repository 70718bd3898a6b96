"""``POST /v1/documents``: read documents."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.concurrency import run_in_threadpool

from paperformer.documents.sniff import sniff
from paperformer.errors import UnreadableDocument
from paperformer.service.access import Caller, ServiceOf, Writer
from paperformer.service.answers import View, document_json, make_view
from paperformer.service.document_rows import NewDocument
from paperformer.service.files import Incoming, new_id
from paperformer.service.packing import unpack_text
from paperformer.service.problems import Problem, no_room, responses
from paperformer.service.queue import QueueFull
from paperformer.service.schema import Document, DocumentBatch
from paperformer.service.service import Service
from paperformer.service.uploads import Upload, UploadOptions, reading_options, receive_upload
from paperformer.service.workers import Closed

router = APIRouter(tags=["documents"])

_JSON = "application/json"
_PARAMETERS = [
    {"name": name, "in": "query", "required": False, "schema": schema}
    for name, schema in UploadOptions.model_json_schema()["properties"].items()
    if name not in ("tags", "level", "known_parties")
] + [
    {
        "name": "level",
        "in": "query",
        "required": False,
        "schema": {"enum": ["very_low", "low", "mid", "high", "very_high"]},
    },
    {
        "name": "tags",
        "in": "query",
        "required": False,
        "schema": {"type": "string", "maxLength": 1000},
        "description": "What to find it by: texts, comma between them.",
    },
]
_BODY = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {
                    "file": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
                    "known_parties": {
                        "type": "string",
                        "description": "Suppliers and customers as JSON lines (docs/known-parties.md).",
                    },
                },
            }
        },
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
    },
}


@router.post(
    "/documents",
    status_code=201,
    responses={
        201: {
            "model": Document | DocumentBatch,
            "description": "Read; a batch where several files were sent.",
        },
        202: {"model": Document | DocumentBatch, "description": "Accepted; look at the Location."},
        **responses(400, 413, 415, 503),
    },
    openapi_extra={"requestBody": _BODY, "parameters": _PARAMETERS},
)
async def post_documents(
    request: Request, service: ServiceOf, caller: Writer, prefer: Annotated[str, Header()] = ""
) -> Response:
    """Read a document, or several. The answer waits for them unless `Prefer: respond-async` is sent."""
    await run_in_threadpool(_check_room, service, request)
    upload = await receive_upload(request, service.files, service.config.limits.file_bytes)
    try:
        view = await run_in_threadpool(_checked_view, service, upload.options)
        _check_webhook(service, upload.options.webhook)
        accepted = await run_in_threadpool(_accept_all, service, caller, upload)
    finally:
        upload.close()
    wait = 0.0 if "respond-async" in prefer.lower() else service.config.wait_seconds
    try:
        await asyncio.wait([asyncio.wrap_future(future) for _, future in accepted], timeout=wait)
    finally:
        for id, _ in accepted:
            service.workers.forget(id)
    return await _answer(service, upload, view, accepted)


def _check_room(service: Service, request: Request) -> None:
    """Refuse what could not be kept, before its bytes are taken."""
    length = request.headers.get("content-length", "")
    if not service.disk.has_room(int(length) if length.isdecimal() else 0):
        service.metrics.refused.labels("disk").inc()
        raise no_room()
    if not service.queue.has_room():
        raise queue_full(service)


Accepted = tuple[str, "Future[Closed]"]


def _checked_view(service: Service, options: UploadOptions) -> View:
    return make_view(
        service.schema(), options.fields, options.max_results, options.min_confidence, options.level
    )


def _check_webhook(service: Service, url: str | None) -> None:
    if url is not None and url not in service.allowed_webhooks:
        raise Problem(422, "Webhooks may only go where the administrator allows it with --webhook-allow")


def _accept_all(service: Service, caller: Caller, upload: Upload) -> list[Accepted]:
    documents = [_new_document(name, incoming, upload.options) for name, incoming in upload.files]
    accepted = [(document.id, service.workers.expect(document.id)) for document in documents]
    try:
        for document in documents:
            service.files.keep(document.received, document.id)
        service.queue.add([(document, caller.deed("post", document.id)) for document in documents])
    except BaseException as error:
        for document in documents:
            service.workers.forget(document.id)
            service.files.remove(document.id)
        if isinstance(error, QueueFull):
            raise queue_full(service) from error
        raise
    for _ in documents:
        service.workers.notify()
    return accepted


def _new_document(name: str, incoming: Incoming, options: UploadOptions) -> NewDocument:
    received = incoming.finish()
    try:
        media = sniff(received.head, name)
    except UnreadableDocument as error:
        raise Problem(415, str(error)) from error
    return NewDocument(
        new_id(), received, name, media, reading_options(options), options.tags, options.webhook
    )


async def _answer(service: Service, upload: Upload, view: View, accepted: list[Accepted]) -> Response:
    are_done = all(_is_read(future) for _, future in accepted)
    documents = [
        await run_in_threadpool(_document, service, upload.options, view, id, future)
        for id, future in accepted
    ]
    if len(upload.files) > 1:
        return Response(b'{"items": [' + b", ".join(documents) + b"]}", 201 if are_done else 202, None, _JSON)
    ((id, future),) = accepted
    query = view.query()
    headers = {"Location": f"/v1/documents/{id}{'?' + query if query else ''}"}
    if are_done and future.result().row["state"] == "failed":
        row = future.result().row
        raise failed_problem(row)
    return Response(documents[0], 201 if are_done else 202, headers, _JSON)


def _is_read(future: Future[Closed]) -> bool:
    return future.done() and not future.cancelled()  # cancelled where the service ends


def _document(service: Service, options: UploadOptions, view: View, id: str, future: Future[Closed]) -> bytes:
    tags = sorted(set(options.tags))
    parts = service.documents.parts(id) if options.split else []
    if _is_read(future):
        closed = future.result()
        content = None if closed.content is None else unpack_text(closed.content)
        return document_json(closed.row, tags, parts, content, view)
    found = service.documents.get(id)
    if found is None:  # deleted while it waited
        return json.dumps({"id": id, "state": "deleted"}).encode()
    return document_json(found[0], tags, parts, service.documents.extraction(id), view)


def failed_problem(row: Mapping[str, Any]) -> Problem:
    """The problem of a document that could not be read."""
    status = 413 if row["error_title"] == "DocumentTooLarge" else 422
    return Problem(status, row["error_detail"], more={"document": row["id"], "reason": row["error_title"]})


def queue_full(service: Service) -> Problem:
    """As many documents wait as may wait."""
    service.metrics.refused.labels("queue").inc()
    seconds = service.workers.seconds_until(service.config.queue) / 4
    return Problem(
        429,
        "Too many documents are waiting to be read. Send this one again later",
        headers={"Retry-After": str(max(1, round(seconds)))},
    )
