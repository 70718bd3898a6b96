"""Feedback of people on documents, checks of a draft, and the evidence for a value."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Header, Response

from paperformer.errors import UnknownField
from paperformer.fields.schema import Schema
from paperformer.service.access import Reader, ServiceOf, Writer
from paperformer.service.checks import check
from paperformer.service.confirming import CannotConfirm, keep
from paperformer.service.document_rows import shown_file
from paperformer.service.feedback import NOTHING_SAVED, ChangedMeanwhile, Saved
from paperformer.service.heavy import heavy
from paperformer.service.problems import Problem, not_found, responses
from paperformer.service.routes.documents import DocumentId, row_of
from paperformer.service.schema import Checks, Evidence, Feedback, FieldName, when
from paperformer.service.sentences import sentence
from paperformer.service.service import Service

router = APIRouter(tags=["feedback"])


@router.get("/documents/{id}/fields", response_model=Feedback, responses=responses(404))
def get_fields(service: ServiceOf, _caller: Reader, id: DocumentId, response: Response) -> Feedback:
    """The feedback that was saved; empty where there is none. Its `ETag` goes into `If-Match` of a PUT."""
    row_of(service, id)
    saved = service.feedback.get(id)
    response.headers["ETag"] = _etag(saved)
    return Feedback.model_validate(saved.content if saved else {})


@router.put("/documents/{id}/fields", response_model=Feedback, responses=responses(404, 409, 412, 413))
def put_fields(
    service: ServiceOf,
    caller: Writer,
    id: DocumentId,
    body: Feedback,
    response: Response,
    if_match: Annotated[
        str | None,
        Header(alias="If-Match", max_length=200, description="The `ETag` of what is to be replaced."),
    ] = None,
) -> Feedback:
    """Save the true values, with the words that print them; an empty list says that there is none.

    What was saved before is replaced; with `If-Match`, only where nobody else has saved since. ``confirmed``
    says that a person has seen all of it: then each value is saved in normal form (ISO dates, amounts with a
    point), and one that has none is refused. Without ``confirmed``, a confirmation is taken back.
    """
    extraction = json.loads(extraction_of(service, id))
    _check_words(service, id, body)
    _check_names(service.schema(), body)
    row, _ = row_of(service, id)
    try:
        body, kept = keep(service, row, extraction, body, caller, _expected(if_match))
    except CannotConfirm as error:
        raise Problem(422, error.says) from error
    except ChangedMeanwhile as error:
        raise _changed(error.saved) from error
    if kept is None:
        raise not_found()
    response.headers["ETag"] = _etag(kept)
    return body


@router.post("/documents/{id}/checks", response_model=Checks, responses=responses(404, 409, 413))
@heavy
def check_fields(service: ServiceOf, _caller: Reader, id: DocumentId, body: Feedback) -> Checks:
    """Normalise what was typed as the document prints such values, and say which checks hold."""
    extraction_of(service, id)
    _check_names(service.schema(), body)
    row, _ = row_of(service, id)
    return check(body, service.schema(), service.contexts.of(shown_file(row)))


@router.get("/documents/{id}/evidence/{field}", response_model=Evidence, responses=responses(404, 409))
def get_evidence(service: ServiceOf, _caller: Reader, id: DocumentId, field: FieldName) -> Evidence:
    """The candidates of a field, and what speaks for and against each of them."""
    if field not in service.schema():
        raise not_found("field")
    candidates = json.loads(extraction_of(service, id))["fields"].get(field, [])
    reasons = service.documents.evidence(id).get(field)
    if reasons is not None:
        candidates = [
            {**candidate, "evidence": its} for candidate, its in zip(candidates, reasons, strict=True)
        ]
    return Evidence.model_validate({"candidates": candidates})


def _etag(saved: Saved | None) -> str:
    return f'"{saved.tag if saved else NOTHING_SAVED}"'


def _expected(if_match: str | None) -> str | None:
    """The tag that a caller names; None where any will do."""
    given = (if_match or "*").strip()
    return None if given == "*" else given.removeprefix("W/").strip('"')


def _changed(saved: Saved | None) -> Problem:
    moment = when(saved.at) if saved else None
    more = {"saved_by": saved.by if saved else None, "saved": moment.isoformat() if moment else None}
    by = saved.by if saved else None
    detail = sentence("changed_meanwhile", by=by) if by else sentence("changed_by_somebody")
    return Problem(412, detail, more=more)


def extraction_of(service: Service, id: str) -> bytes:
    """A document's extraction as JSON.

    Raises:
        Problem: there is none.
    """
    row, _ = row_of(service, id)
    extraction = service.documents.extraction(id)
    if extraction is None:
        raise Problem(409, sentence("document_failed" if row["state"] == "failed" else "document_unread"))
    return extraction


def _check_words(service: Service, id: str, body: Feedback) -> None:
    row, _ = row_of(service, id)
    count = service.documents.word_count(shown_file(row))
    values = [value for values in body.fields.values() for value in values]
    values += [cell for rows in body.rows.values() for row in rows for cell in row.values()]
    if any(word >= count for value in values for word in value.words or ()):
        raise Problem(422, f"The document has {count} words; they are counted from 0")


def _check_names(schema: Schema, body: Feedback) -> None:
    for name in (*body.fields, *body.rows):
        if name not in schema:
            try:
                schema[name]
            except UnknownField as error:
                raise Problem(422, str(error)) from error
        is_group = schema[name].type == "group"
        if is_group != (name in body.rows):
            where = "rows" if is_group else "fields"
            raise Problem(422, f"{name} belongs into {where}")
