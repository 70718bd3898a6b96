"""Reading documents again: with a password, another OCR, turned pages, or as several documents."""

from __future__ import annotations

import json
import shutil
from typing import Annotated

from fastapi import APIRouter, Body, Response

from paperformer.documents.ocr.protocol import ENGINES
from paperformer.service.access import Reader, ServiceOf, Writer
from paperformer.service.answers import View
from paperformer.service.database import Row
from paperformer.service.heavy import heavy
from paperformer.service.joining import join_documents
from paperformer.service.problems import Problem, responses
from paperformer.service.queue import QueueFull
from paperformer.service.read_again import CannotReadAgain, Rereading
from paperformer.service.reading_choice import ReadAgain, ReadingSettings
from paperformer.service.review_schema import JoinMany, TakeOut
from paperformer.service.routes.documents import DocumentId, row_of, whole_document
from paperformer.service.routes.posted import queue_full
from paperformer.service.schema import Document, summary_of
from paperformer.service.service import Service
from paperformer.service.taking_out import take_out
from paperformer.service.unlocking import unlocked_file

router = APIRouter(tags=["documents"])


@router.get("/reading", response_model=ReadingSettings, responses=responses())
def get_reading(service: ServiceOf, _caller: Reader) -> ReadingSettings:
    """How documents are read unless something else is chosen for one, and the OCR engines there are."""
    config = service.config
    engines = [name for name in ENGINES if name != "tesseract" or shutil.which(name)]
    return ReadingSettings.model_validate(
        {"ocr": config.ocr, "ocr_engine": config.ocr_engine, "engines": engines}
    )


@router.post("/review/join", status_code=202, response_model=Document, responses=responses(404, 409, 413))
@heavy
def join_many(service: ServiceOf, caller: Writer, body: JoinMany) -> Response:
    """Make one document of the pages of several, and read it. Deleting it brings them back.

    The documents are kept as they arrived, and name the new one in `joined_in`. It has the tags of all, and
    the external id, metadata and webhook of the first.
    """
    try:
        id = join_documents(service, caller, body.ids, body.name)
    except QueueFull as error:
        raise queue_full(service) from error
    return _waiting(service, id)


@router.post(
    "/documents/{id}/retry",
    status_code=202,
    response_model=Document,
    responses={200: {"model": Document, "description": "It is split already."}, **responses(404, 409, 413)},
)
@heavy
def retry_document(
    service: ServiceOf,
    caller: Writer,
    id: DocumentId,
    body: Annotated[ReadAgain | None, Body()] = None,
) -> Response:
    """Read a document again that could not be read, or about which nobody has said anything yet.

    With a body it is read as that says, and from then on. The documents of a file that was split are read
    again together: ask it of the first, which the others name in `part_of`.
    """
    row, _ = row_of(service, id)
    chosen = body or ReadAgain()
    if _is_split_already(row, chosen):
        return _standing(service, id)
    file = unlocked_file(service, row, chosen.password) if chosen.password else None
    how = Rereading(
        options=chosen.options(),
        turn={int(number): degrees for number, degrees in chosen.turn.items()},
        file=file,
        drops_corrections=chosen.drop_corrections,
    )
    said = ", ".join(sorted(chosen.model_fields_set)) or None
    try:
        service.read_again(row, caller.deed("retry", id, said), how)
    except BaseException as error:
        if file is not None:
            service.files.remove(file)
        if isinstance(error, CannotReadAgain):
            raise Problem(409, error.says) from error
        if isinstance(error, QueueFull):
            raise queue_full(service) from error
        raise
    return _waiting(service, id)


@router.post(
    "/documents/{id}/contents",
    status_code=202,
    response_model=Document,
    responses={
        200: {"model": Document, "description": "It is a document already."},
        **responses(404, 409, 413),
    },
)
@heavy
def take_out_of_document(service: ServiceOf, caller: Writer, id: DocumentId, body: TakeOut) -> Response:
    """Read a file inside of a mail, archive or portfolio as a document of its own.

    It names the outer document in `inside_of`, and has its tags, external id, metadata and webhook. A file
    that is a document already is answered with that one (200).
    """
    try:
        taken, is_new = take_out(service, caller, id, body.name)
    except QueueFull as error:
        raise queue_full(service) from error
    return _waiting(service, taken) if is_new else _standing(service, taken)


def _is_split_already(row: Row, chosen: ReadAgain) -> bool:
    """Whether splitting is all that is asked for, and was done."""
    said = chosen.model_fields_set - {"drop_corrections"}
    is_split = bool(json.loads(row["options"]).get("split"))
    return chosen.split is True and said == {"split"} and is_split and row["state"] != "failed"


def _standing(service: Service, id: str) -> Response:
    """A document as it is: nothing had to be done."""
    row, tags = row_of(service, id)
    headers = {"Location": f"/v1/documents/{id}"}
    return Response(whole_document(service, row, tags, View()), 200, headers, "application/json")


def _waiting(service: Service, id: str) -> Response:
    """The answer about a document that waits to be read."""
    row, tags = row_of(service, id)
    content = json.dumps(
        {**summary_of(row, tags), "parts": [], "contents": [], "extraction": None}, ensure_ascii=False
    )
    headers = {"Location": f"/v1/documents/{id}"}
    return Response(content, 202, headers, "application/json")
