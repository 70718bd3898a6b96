"""Documents: listed, looked at, deleted, read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from paperformer.extraction.result import Level
from paperformer.service.access import Reader, ServiceOf, Writer
from paperformer.service.answers import View, ViewOf, document_json
from paperformer.service.database import Row
from paperformer.service.document_filter import BadCursor, Filter, Sort
from paperformer.service.problems import Problem, not_found, responses
from paperformer.service.schema import Deleted, Document, DocumentList, State, change_time, summary_of
from paperformer.service.service import Service

router = APIRouter(tags=["documents"])

DocumentId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$", description="A document's id.")]
Text = Annotated[str | None, Query(max_length=200)]


def row_of(service: Service, id: str) -> tuple[Row, list[str]]:
    """A document's row and tags.

    Raises:
        Problem: there is none.
    """
    found = service.documents.get(id)
    if found is None:
        raise not_found()
    return found


def whole_document(service: Service, row: Row, tags: list[str], view: View) -> bytes:
    """A document as JSON, with its extraction."""
    id = row["id"]
    parts, contents = service.documents.parts(id), service.contents.of(row)
    return document_json(row, tags, parts, contents, service.documents.extraction(id), view)


@router.get("/documents", response_model=DocumentList, responses=responses())
def list_documents(
    service: ServiceOf,
    _caller: Reader,
    state: State | None = None,
    reviewed: bool | None = None,
    tag: Text = None,
    level: Annotated[Level | None, Query(description="The lowest level among the core fields.")] = None,
    q: Annotated[
        str | None, Query(max_length=200, description="Words of name, parties, numbers, sums.")
    ] = None,
    external_id: Text = None,
    assignee: Text = None,
    unassigned: bool | None = None,
    metadata: Annotated[
        list[Annotated[str, Field(max_length=600, pattern=r"^[A-Za-z0-9_.-]{1,64}:")]] | None,
        Query(max_length=10, description="`name:value`; several must all hold."),
    ] = None,
    updated_since: Annotated[
        datetime | None,
        Query(description="Only documents that changed after this time. `sort` is then `updated`."),
    ] = None,
    joined_in: Annotated[
        str | None,
        Query(
            pattern=r"^[0-9a-f]{24}$",
            description="The documents whose pages this one has. Else such documents are left out, unless "
            "`external_id` or `updated_since` is given.",
        ),
    ] = None,
    sort: Annotated[
        Sort | None, Query(description="`newest` if left out; `updated` puts the latest change last.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:
    """Documents, in pieces; `next` is the cursor of the next piece.

    To follow all changes, ask for `updated_since` and repeat with the `updated` of the last document. A
    document that changes meanwhile comes again, and none is left out. Deleted documents do not show up.
    """
    pairs = [pair.partition(":") for pair in metadata or ()]
    wanted = Filter(
        state=state,
        reviewed=reviewed,
        tag=tag,
        level=level,
        text=q,
        external_id=external_id,
        assignee=assignee,
        unassigned=unassigned,
        joined_in=joined_in,
        metadata=[(name, value) for name, _, value in pairs],
        updated_since=None if updated_since is None else change_time(updated_since),
    )
    usual: Sort = "newest" if updated_since is None else "updated"
    try:
        found = service.documents.find(wanted, sort or usual, limit, cursor)
    except BadCursor as error:
        raise Problem(422, "The cursor is not one that this list has given. Begin without one") from error
    items = [summary_of(row, tags) for row, tags in found.rows]
    return _json({"items": items, "next": found.next, "total": found.total})


@router.delete("/documents", response_model=Deleted, responses=responses())
def delete_by_tag(
    service: ServiceOf, caller: Writer, tag: Annotated[str, Query(min_length=1, max_length=100)]
) -> Deleted:
    """Delete every document under a tag, with its file, answers and previews."""
    deleted = service.delete(service.documents.ids_of_tag(tag), caller.deed("delete_tag", tag))
    return Deleted(deleted=deleted)


@router.get("/documents/{id}", response_model=Document, responses=responses(404))
def get_document(service: ServiceOf, _caller: Reader, id: DocumentId, query: ViewOf) -> Response:
    """A document with its extraction, which is null until it is read."""
    view = query.view(service.schema())
    row, tags = row_of(service, id)
    return Response(whole_document(service, row, tags, view), media_type="application/json")


@router.delete("/documents/{id}", status_code=204, responses=responses(404))
def delete_document(service: ServiceOf, caller: Writer, id: DocumentId) -> Response:
    """Delete a document with its file, answers and previews."""
    if not service.delete([id], caller.deed("delete", id)):
        raise not_found()
    return Response(status_code=204)


def _json(value: Mapping[str, Any]) -> Response:
    return Response(json.dumps(value, ensure_ascii=False), media_type="application/json")
