"""What people say about documents: feedback, checks of a draft, and why a value was answered."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter

from paperformer.errors import UnknownField
from paperformer.fields.schema import Schema
from paperformer.service.access import Reader, ServiceOf, Writer
from paperformer.service.checks import check, in_normal_form
from paperformer.service.evidence import evidence_for
from paperformer.service.feedback import outcomes_of
from paperformer.service.heavy import heavy
from paperformer.service.problems import Problem, not_found, responses
from paperformer.service.routes.documents import DocumentId, row_of
from paperformer.service.schema import Checks, Evidence, Feedback, FieldName
from paperformer.service.service import Service

router = APIRouter(tags=["feedback"])
_MOST_PROBLEMS = 5  # that one answer names


@router.get("/documents/{id}/fields", response_model=Feedback, responses=responses(404))
def get_fields(service: ServiceOf, _caller: Reader, id: DocumentId) -> Feedback:
    """The feedback that was saved; empty where there is none yet."""
    row_of(service, id)
    return Feedback.model_validate(service.feedback.get(id) or {})


@router.put("/documents/{id}/fields", response_model=Feedback, responses=responses(404, 409, 413))
def put_fields(service: ServiceOf, caller: Writer, id: DocumentId, body: Feedback) -> Feedback:
    """Save the true values, with the words that print them; an empty list says that there is none.

    What was saved before is replaced. ``confirmed`` says that a person has seen all of it: then each value is
    saved in normal form (ISO dates, amounts with a point), and one that has none is refused.
    """
    extraction = json.loads(_extraction(service, id))
    schema = service.schema()
    _check_words(service, id, body)
    _check_names(schema, body)
    if body.confirmed:
        row, _ = row_of(service, id)
        context = service.contexts.of(row["file"])
        body, problems = in_normal_form(body, _answered(extraction), schema, context)
        if problems:
            raise Problem(422, "; ".join(problems[:_MOST_PROBLEMS]))
    content = body.model_dump()
    outcomes = outcomes_of(extraction, content, schema) if body.confirmed else {}
    deed = caller.deed("confirm" if body.confirmed else "correct", id)
    if not service.feedback.save(id, content, outcomes, deed, extraction):
        raise not_found()
    if body.confirmed:
        service.learning.wake()
    return body


@router.post("/documents/{id}/checks", response_model=Checks, responses=responses(404, 409, 413))
@heavy
def check_fields(service: ServiceOf, _caller: Reader, id: DocumentId, body: Feedback) -> Checks:
    """Normalise what was typed as the document prints such values, and say which checks hold."""
    _extraction(service, id)
    _check_names(service.schema(), body)
    row, _ = row_of(service, id)
    return check(body, service.schema(), service.contexts.of(row["file"]))


@router.get("/documents/{id}/evidence/{field}", response_model=Evidence, responses=responses(404, 409))
@heavy
def get_evidence(service: ServiceOf, _caller: Reader, id: DocumentId, field: FieldName) -> Evidence:
    """The candidates of a field, and what speaks for the first of them."""
    if field not in service.schema():
        raise not_found("field")
    extraction = json.loads(_extraction(service, id))
    row, _ = row_of(service, id)
    return evidence_for(field, extraction, service.documents.words(row["file"]))


def _answered(extraction: dict[str, Any]) -> set[str]:
    """All values of an answer."""
    values = {one["value"] for found in extraction["fields"].values() for one in found}
    rows = [row for found in extraction["rows"].values() for row in found]
    return values | {cell["value"] for row in rows for cell in row["cells"].values()}


def _extraction(service: Service, id: str) -> bytes:
    row, _ = row_of(service, id)
    extraction = service.documents.extraction(id)
    if extraction is None:
        detail = "could not be read" if row["state"] == "failed" else "is not read yet. Ask again in a moment"
        raise Problem(409, f"The document {detail}")
    return extraction


def _check_words(service: Service, id: str, body: Feedback) -> None:
    row, _ = row_of(service, id)
    count = service.documents.word_count(row["file"])
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
