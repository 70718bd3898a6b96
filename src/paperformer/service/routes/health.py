"""Whether the service runs, and what it counts."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from paperformer.service.access import Reader, ServiceOf
from paperformer.service.operation_schema import Health
from paperformer.service.problems import responses

router = APIRouter(tags=["health"])

OPEN_RESPONSES: dict[int | str, dict[str, Any]] = {status: responses()[status] for status in (400, 421, 422)}
"""The problems of what needs no key."""


@router.get("/healthz", response_model=Health, responses=OPEN_RESPONSES)
async def healthz() -> Health:
    """Whether the server answers."""
    return Health(status="ok")


@router.get(
    "/readyz",
    response_model=Health,
    responses={503: {"model": Health}, **OPEN_RESPONSES},
)
async def readyz(service: ServiceOf, response: Response) -> Health:
    """Whether documents can be read: the queue moves, the disk has room, the database can be written."""
    health = service.health.state()
    if health.status != "ok":
        response.status_code = 503
    return health


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **responses()},
)
def metrics(service: ServiceOf, _caller: Reader) -> Response:
    """Counters for Prometheus."""
    counts = service.documents.counts()
    for state in ("queued", "working", "done", "failed"):
        service.metrics.documents.labels(state).set(counts.get(state, 0))
    service.metrics.workers_ready.set(service.workers.are_ready)
    service.metrics.left_out_parties.set(service.learned.left_out)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
