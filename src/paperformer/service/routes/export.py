"""``GET /v1/export``: what was confirmed, for bookkeeping."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from paperformer.extraction.result import Level
from paperformer.service.access import Reader, ServiceOf
from paperformer.service.confirmed import Selection, confirmed_documents
from paperformer.service.document_filter import Filter
from paperformer.service.export_files import MEDIA_TYPES, SUFFIXES, ExportFormat, write_export
from paperformer.service.problems import Problem, responses
from paperformer.service.schema import change_time

router = APIRouter(tags=["review"])

_ID = re.compile(r"[0-9a-f]{24}")
_IN_MEMORY = 8_000_000  # bytes; what is longer is written to disk meanwhile
_PIECE = 65_536


@router.get(
    "/export",
    response_class=Response,
    responses={
        200: {
            "description": "The file.",
            "content": {
                kind.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}}
                for kind in MEDIA_TYPES.values()
            },
        },
        **responses(),
    },
)
def export_confirmed(
    service: ServiceOf,
    _caller: Reader,
    format: Annotated[
        ExportFormat,
        Query(description="One row per document; csv-lines its lines; xlsx both, in two sheets."),
    ] = "jsonl",
    ids: Annotated[
        str | None, Query(max_length=20_000, description="Only these documents: ids, comma between them.")
    ] = None,
    tag: Annotated[str | None, Query(max_length=200)] = None,
    level: Level | None = None,
    q: Annotated[str | None, Query(max_length=200, description="As for the list of documents.")] = None,
    assignee: Annotated[str | None, Query(max_length=200)] = None,
    unassigned: bool | None = None,
    since: Annotated[datetime | None, Query(description="Only what was confirmed from then on.")] = None,
    updated_since: Annotated[
        datetime | None,
        Query(description="Only documents that changed after this time, as for the list of documents."),
    ] = None,
) -> Response:
    """The confirmed documents with the values that people confirmed, as a file."""
    selection = Selection(
        ids=None if ids is None else _ids(ids),
        wanted=Filter(
            tag=tag,
            level=level,
            text=q,
            assignee=assignee,
            unassigned=unassigned,
            updated_since=None if updated_since is None else change_time(updated_since),
        ),
        since=0.0 if since is None else _seconds(since),
    )
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed once it is sent
    try:
        write_export(file, format, confirmed_documents(service.database, selection), service.schema())
        file.seek(0)
    except BaseException:
        file.close()
        raise
    name = f"paperformer-{time.strftime('%Y-%m-%d')}{SUFFIXES[format]}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(_pieces(file), 200, headers, MEDIA_TYPES[format])


def _ids(text: str) -> list[str]:
    ids = [part.strip() for part in text.split(",") if part.strip()]
    wrong = next((id for id in ids if not _ID.fullmatch(id)), None)
    if wrong is not None:
        raise Problem(422, f"{wrong!r} is no document's id. Write ids with a comma between them")
    return ids


def _seconds(moment: datetime) -> float:
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError) as error:
        raise Problem(422, "That time is none that can be counted. Write it as 2025-01-31") from error


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece
