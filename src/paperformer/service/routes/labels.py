"""What callers attach to documents, and to whom they can be assigned."""

from __future__ import annotations

import json
import time

from fastapi import APIRouter, Response

from paperformer.service.access import Reader, ServiceOf, Writer
from paperformer.service.attached import MOST_METADATA
from paperformer.service.documents import TooMuchMetadata
from paperformer.service.problems import Problem, not_found, responses
from paperformer.service.review_schema import Assignees
from paperformer.service.routes.documents import DocumentId, row_of
from paperformer.service.schema import DocumentPatch, Summary, summary_of

router = APIRouter(tags=["documents"])


@router.patch("/documents/{id}", response_model=Summary, responses=responses(404, 413))
def patch_document(service: ServiceOf, caller: Writer, id: DocumentId, body: DocumentPatch) -> Response:
    """Change the tags, external id, assignee or metadata of a document; what is left out stays as it is.

    Tags are replaced. Metadata are merged (RFC 7396): a name with null is removed, other names stay.
    """
    changes = body.model_dump(exclude_unset=True)
    try:
        is_there = service.documents.attach(id, changes, caller.deed("patch", id))
    except TooMuchMetadata as error:
        raise Problem(422, f"A document may have {MOST_METADATA} metadata. Remove some with null") from error
    if not is_there:
        raise not_found()
    content = json.dumps(summary_of(*row_of(service, id)), ensure_ascii=False)
    return Response(content, media_type="application/json")


@router.get("/assignees", response_model=Assignees, responses=responses())
def list_assignees(service: ServiceOf, _caller: Reader) -> Assignees:
    """The names of all keys that may write, and all others to which a document is assigned."""
    now = time.time()
    keys = {key.name for key in service.keys.all() if key.is_valid(now) and key.allows("write")}
    return Assignees(names=sorted({*keys, *service.documents.assignees()}))
