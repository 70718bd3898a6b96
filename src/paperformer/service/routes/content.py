"""Contents of a document: its file, its extraction, pictures and words of its pages."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import FileResponse
from starlette.concurrency import run_in_threadpool

from paperformer.extraction.levels import MIN_CONFIDENCE
from paperformer.extraction.result import Extraction
from paperformer.extraction.spreadsheet import extraction_csv
from paperformer.service.access import Reader, ServiceOf
from paperformer.service.answers import ViewOf, extraction_json
from paperformer.service.document_rows import shown_file
from paperformer.service.previews import (
    LEAST_DPI,
    MOST_DPI,
    SIZES,
    USUAL_DPI,
    Drawing,
    NoSuchPage,
    TooManyPreviews,
    Wanted,
    size_for,
)
from paperformer.service.problems import Problem, not_found, responses
from paperformer.service.routes.documents import DocumentId, row_of
from paperformer.service.routes.posted import failed_problem
from paperformer.service.schema import PageWords
from paperformer.service.sentences import sentence
from paperformer.service.service import Service

router = APIRouter(tags=["content"])

PageNumber = Annotated[int, Path(ge=1, le=100_000, description="Counts from 1.")]
_MEDIA_TYPES = {
    "pdf": "application/pdf", "png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp",
    "tiff": "image/tiff", "gif": "image/gif", "bmp": "image/bmp", "heif": "image/heic", "avif": "image/avif",
    "xml": "application/xml",
}  # fmt: skip
_KEPT = {"cache-control": "private, max-age=3600"}
_ASKED_ANEW = {"cache-control": "private, no-cache"}  # a document that is read again may lie otherwise
Version = Annotated[
    str | None,
    Query(max_length=40, description="The document's `finished`: the answer may then be kept for an hour."),
]


@router.get(
    "/documents/{id}/extraction",
    response_model=Extraction,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}, **responses(404, 409, 413)},
)
def get_extraction(
    service: ServiceOf,
    _caller: Reader,
    id: DocumentId,
    query: ViewOf,
    format: Literal["json", "csv"] = "json",
) -> Response:
    """The extraction alone, as JSON or as a table: of answers from 0.5 on, if nothing else is asked for."""
    if format == "csv" and query.min_confidence is None and query.level is None:
        query = replace(query, min_confidence=MIN_CONFIDENCE)
    view = query.view(service.schema())
    row, _ = row_of(service, id)
    content = service.documents.extraction(id)
    if content is None:
        if row["state"] == "failed":
            raise failed_problem(row)
        raise Problem(409, sentence("document_unread"))
    chosen = extraction_json(content, view)
    if format == "json":
        return Response(chosen, media_type="application/json")
    headers = {"Content-Disposition": f'attachment; filename="{id}.csv"'}
    table = extraction_csv(Extraction.model_validate_json(chosen))
    return Response(table, 200, headers, "text/csv; charset=utf-8")


@router.get(
    "/documents/{id}/file",
    response_class=FileResponse,
    responses={
        200: {
            "content": {
                kind: {"schema": {"type": "string", "format": "binary"}} for kind in _MEDIA_TYPES.values()
            }
        },
        **responses(404),
    },
)
def get_file(
    service: ServiceOf,
    _caller: Reader,
    id: DocumentId,
    inner: Annotated[bool, Query(description="The file inside of it whose pages are shown.")] = False,
) -> Response:
    """The file as it was posted, or the one inside of it that answers."""
    row, _ = row_of(service, id)
    if inner and row["inner_file"] is None:
        raise not_found("file inside of it")
    file, name, media = (row[f"inner_{part}" if inner else part] for part in ("file", "name", "media"))
    if not inner:
        file = row["posted_file"] or file
    path = service.files.path(file)
    if not path.exists():
        raise not_found("file")
    headers = {
        "Content-Disposition": f"attachment; filename*=utf-8''{quote(name, safe='')}",
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    return FileResponse(path, media_type=_MEDIA_TYPES.get(media, "application/octet-stream"), headers=headers)


@router.get(
    "/documents/{id}/pages/{number}.png",
    response_class=Response,
    responses={
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
        **responses(404, 409, 413),
    },
)
async def get_page_picture(
    request: Request,
    service: ServiceOf,
    _caller: Reader,
    id: DocumentId,
    number: PageNumber,
    dpi: Annotated[
        int, Query(ge=LEAST_DPI, le=MOST_DPI, description=f"The next of {SIZES} is drawn.")
    ] = USUAL_DPI,
    version: Version = None,
) -> Response:
    """The picture of a page, upright, as the boxes of its words expect it."""
    row, _ = await run_in_threadpool(row_of, service, id)
    media = row["inner_media"] or row["media"]
    wanted = Wanted(shown_file(row), media, number, size_for(dpi))
    data = await run_in_threadpool(service.previews.kept, wanted)
    if data is None:
        data = await _drawn(service, request, wanted, row["state"])
    return Response(data, 200, _KEPT if version else _ASKED_ANEW, "image/png")


async def _drawn(service: Service, request: Request, wanted: Wanted, state: str) -> bytes:
    """The picture, unless the client leaves before it is drawn: then the drawing ends."""
    try:
        drawing = service.previews.draw(wanted)
    except TooManyPreviews as error:
        service.metrics.previews.labels("refused").inc()
        raise Problem(429, sentence("previews_busy"), headers={"Retry-After": "2"}) from error
    try:
        await _until_drawn(drawing, request)
        if not drawing.future.done() or drawing.future.cancelled():
            service.metrics.previews.labels("left").inc()
            raise Problem(503, "The picture was not drawn: the client left, or the service ends")
        service.metrics.previews.labels("drawn").inc()
        return drawing.future.result()
    except NoSuchPage as error:
        raise _no_page(state) from error
    finally:
        service.previews.leave(drawing)


async def _until_drawn(drawing: Drawing, request: Request) -> None:
    """Wait until the picture is there or the client has left."""
    loop, drawn = asyncio.get_running_loop(), asyncio.Event()
    drawing.future.add_done_callback(lambda _: loop.call_soon_threadsafe(drawn.set))
    waiting = {asyncio.ensure_future(drawn.wait()), asyncio.ensure_future(_until_left(request))}
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


async def _until_left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@router.get("/documents/{id}/pages/{number}/words", response_model=PageWords, responses=responses(404, 409))
def get_page_words(
    service: ServiceOf, _caller: Reader, id: DocumentId, number: PageNumber, version: Version = None
) -> Response:
    """The words of a page in reading order; their index counts over all pages of the file."""
    row, _ = row_of(service, id)
    found = service.documents.page(shown_file(row), number)
    if found is None:
        raise _no_page(row["state"])
    first, page = found
    words = [
        {"index": index, "text": text, "box": {"x0": x0, "y0": y0, "x1": x1, "y1": y1}, "line": line}
        for index, (text, x0, y0, x1, y1, line) in enumerate(page["words"], start=first)
    ]
    content = {
        "page": number, "width": page["width"], "height": page["height"], "reading": page["reading"],
        "words": words,
    }  # fmt: skip
    headers = _KEPT if version else _ASKED_ANEW
    return Response(json.dumps(content, ensure_ascii=False), 200, headers, "application/json")


def _no_page(state: str) -> Problem:
    if state in ("queued", "working"):
        return Problem(409, sentence("document_unread"))
    return not_found("page")
