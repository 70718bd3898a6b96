"""Improving the served model from what people confirmed."""

from __future__ import annotations

from fastapi import APIRouter

from paperformer.errors import InvalidConfig
from paperformer.service.access import Admin, ServiceOf
from paperformer.service.improvement import AlreadyRunning, CannotServe
from paperformer.service.operation_schema import ImprovementState, Promotion
from paperformer.service.problems import Problem, responses
from paperformer.service.schema import when
from paperformer.service.sentences import sentence
from paperformer.service.service import Service

router = APIRouter(prefix="/improvement", tags=["quality"])


@router.get("", response_model=ImprovementState, responses=responses())
def improvement(service: ServiceOf, _caller: Admin) -> ImprovementState:
    """How the last improvement of the model stands, what it measured, and whether its model is served."""
    return _state(service)


@router.post("", status_code=202, response_model=ImprovementState, responses=responses(409, 422))
def start_improvement(service: ServiceOf, caller: Admin) -> ImprovementState:
    """Let a copy of the served model learn from confirmed documents, and measure it on other suppliers' ones.

    The served model is measured too. Answers at once: ask `GET /v1/improvement` until its `state` is no
    longer `running`. Nothing is served yet. Refused while another one runs (409), or if too few documents
    are confirmed (422).
    """
    try:
        service.improvements.start()
    except AlreadyRunning:
        raise Problem(409, sentence("improvement_runs")) from None
    service.audit.note(caller.deed("improve_model"))
    return _state(service)


@router.post("/promote", response_model=ImprovementState, responses=responses(409))
def promote_improvement(service: ServiceOf, caller: Admin, body: Promotion | None = None) -> ImprovementState:
    """Serve the model that learned, from the next document on; no body is the same as `{}`.

    Refused (409) if it is not better, unless `even_if_worse` is true; if none has learned, or one is
    learning; and if it is served already. `paperformer models rollback` serves the one before again.
    """
    even_if_worse = body is not None and body.even_if_worse
    try:
        service.improvements.promote(caller.deed("promote_model"), even_if_worse=even_if_worse)
    except InvalidConfig as error:
        raise Problem(409 if isinstance(error, CannotServe) else 507, str(error)) from error
    return _state(service)


def _state(service: Service) -> ImprovementState:
    progress = service.improvements.progress()
    started = progress["started"]
    return ImprovementState.model_validate(
        {**progress, "started": None if started is None else when(started)}
    )
