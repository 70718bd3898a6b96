"""Which fields there are, how well they are read, and the audit log."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from paperformer.fields.core_fields import DOUBTED
from paperformer.fields.row_cells import ROWS
from paperformer.fields.values.document_type import TYPES
from paperformer.service.access import Admin, Reader, ServiceOf
from paperformer.service.config import DAY
from paperformer.service.operation_schema import AuditLine, AuditLog
from paperformer.service.problems import responses
from paperformer.service.schema import (
    CellDefinition,
    FieldCounts,
    FieldInfo,
    FieldMetrics,
    when,
)

router = APIRouter(tags=["quality"])

_USUAL_DAYS = 90
_BUCKETS = {"day": DAY, "week": 7 * DAY, "all": 1000 * 365 * DAY}


@router.get("/fields", response_model=list[FieldInfo], responses=responses())
def list_fields(service: ServiceOf, _caller: Reader) -> list[FieldInfo]:
    """The fields of the model that answers now."""
    return [
        FieldInfo(
            name=field.name,
            type=field.type,
            description=field.description,
            term=field.term,
            multiline=field.multiline,
            core=field.name in DOUBTED,
            cells=[CellDefinition(name=cell.name, type=cell.type) for cell in ROWS.get(field.name, ())],
            choices=sorted(TYPES) if field.type == "document_type" else [],
        )
        for field in service.schema()
    ]


@router.get("/metrics/fields", response_model=FieldMetrics, responses=responses())
def field_metrics(
    service: ServiceOf,
    _caller: Reader,
    since: Annotated[datetime | None, Query(description="90 days ago, where left out.")] = None,
    bucket: Literal["day", "week", "all"] = "day",
) -> FieldMetrics:
    """How often each field was correct, wrong, missing or invented, as confirmed feedback says."""
    begin = time.time() - _USUAL_DAYS * DAY if since is None else since.timestamp()
    counted = service.feedback.counts(begin, _BUCKETS[bucket])
    items = [
        FieldCounts(field=count.field, since=when(max(count.since, 0.0)), **count.counts) for count in counted
    ]
    return FieldMetrics(items=items)


@router.get("/audit", response_model=AuditLog, responses=responses())
def audit_log(
    service: ServiceOf,
    _caller: Admin,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    before: Annotated[int | None, Query(ge=1, le=2**53, description="Only lines before this one.")] = None,
) -> AuditLog:
    """Who did what, the latest first."""
    lines = service.audit.latest(limit, before)
    items = [AuditLine(**{**line, "at": when(line["at"])}) for line in lines]
    return AuditLog(items=items, next=items[-1].number if len(items) == limit else None)
