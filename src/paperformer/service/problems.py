"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import HTTPException, RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException as StarletteHTTPException

from paperformer.errors import (
    DocumentTooLarge,
    InvalidConfig,
    ModelMismatch,
    OcrUnavailable,
    PaperformerError,
)
from paperformer.service.api_texts import example_at
from paperformer.service.database import DatabaseBusy
from paperformer.service.failure_reasons import error_sentence
from paperformer.service.sentences import Sentence, coded, sentence
from paperformer.service.storage_faults import storage_fault
from paperformer.service.supervision import reason
from paperformer.service.wrong_values import wrong_value

_RETRY_SECONDS = 10
MEDIA_TYPE = "application/problem+json"
_log = logging.getLogger(__name__)
STATUSES = {
    400: "Bad request", 401: "Not signed in", 403: "Not allowed", 404: "Not found", 405: "Method not allowed",
    409: "Conflict", 410: "Deleted", 412: "Changed meanwhile", 413: "Too large", 415: "Not a document",
    421: "Misdirected request", 422: "Unprocessable", 429: "Come again later", 500: "Internal error",
    503: "Not available", 507: "No room on the disk",
}  # fmt: skip
_STATUS: Mapping[type[PaperformerError], int] = {
    DocumentTooLarge: 413,
    OcrUnavailable: 503,
    ModelMismatch: 503,
    InvalidConfig: 422,
}


class ProblemDocument(BaseModel):
    """What went wrong, as RFC 9457 writes it."""

    model_config = ConfigDict(extra="allow")

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    document: str | None = Field(None, description="The document that it is about, where one was kept.")
    code: str | None = None
    values: dict[str, str] = Field(default_factory=dict)


class Problem(HTTPException):
    """An error to answer a request with.

    Args:
        status: Of HTTP.
        detail: What is wrong, and what to do about it; one with a code is a ``Sentence``.
        title: In few words; the usual one of the status where None.
        headers: Of the answer.
        more: Other members of the problem document.
    """

    def __init__(
        self,
        status: int,
        detail: str | Sentence,
        *,
        title: str | None = None,
        headers: dict[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, str(detail), headers)
        self.title = title or STATUSES.get(status, "Error")
        self.more = {**coded(detail), **(more or {})}


def not_found(what: str = "document") -> Problem:
    """There is nothing of that id."""
    if what == "document":
        return Problem(404, sentence("document_gone"))
    return Problem(404, f"There is no such {what}. It may have been deleted")


_OF_COMMAND_LINE = re.compile(
    r" \((?:--[a-z-]+ allows more, from Python Limits|from Python, Limits)\([^()]*\)[^()]*\)"
)


def problem_of(error: PaperformerError, document: str | None = None) -> Problem:
    """The problem that an error of Paperformer's is to a caller."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 422)
    says = _OF_COMMAND_LINE.sub("", str(error))  # who posts a file has no options of a command
    detail = error_sentence(type(error).__name__, says)
    return Problem(status, detail, more={"document": document} if document else None)


def problem_response(problem: Problem) -> Response:
    """The answer to a request that met a problem."""
    content = {
        "type": "about:blank",
        "title": problem.title,
        "status": problem.status_code,
        "detail": problem.detail,
        **problem.more,
    }
    return JSONResponse(content, problem.status_code, problem.headers, MEDIA_TYPE)


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI description of the problems that a route may answer with."""
    return {
        status: {
            "description": STATUSES[status],
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}},
        }
        for status in sorted({*statuses, 400, 401, 403, 421, 422, 429, 503, 507})
    }


def add_handlers(app: FastAPI) -> None:
    """Let the application answer every error with a problem document."""
    app.add_exception_handler(StarletteHTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(PaperformerError, _of_ours)
    for kind in (SQLAlchemyError, DatabaseBusy, OSError):
        app.add_exception_handler(kind, _of_storage)
    app.add_exception_handler(Exception, _of_bug)


async def _of_http(request: Request, error: Exception) -> Response:
    if isinstance(error, Problem):
        return problem_response(error)
    assert isinstance(error, StarletteHTTPException)
    detail = {
        404: "There is nothing at this address; /docs lists what there is",
        405: f"{request.method} is not for this address; /docs lists what is",
    }.get(error.status_code, str(error.detail))
    return problem_response(Problem(error.status_code, detail, headers=dict(error.headers or {})))


async def _of_validation(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) and error.errors() else {}
    if tuple(first.get("loc", ())) == ("path", "id"):  # an id that cannot be is one that is not there
        return problem_response(not_found())
    if tuple(first.get("loc", ())) == ("body",) and first.get("input") and not _is_sent_as_json(request):
        return problem_response(
            Problem(422, "The body is not sent as JSON. Send the header Content-Type: application/json")
        )
    return problem_response(Problem(422, wrong_value(first, _example(request, first))))


def _is_sent_as_json(request: Request) -> bool:
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return media == "application/json" or media.endswith("+json")


def _example(request: Request, fault: Mapping[str, Any]) -> Any:
    """A right value in place of a wrong one of the body; None where there is no example."""
    place = tuple(fault.get("loc", ()))
    field = getattr(request.scope.get("route"), "body_field", None)
    if field is None or place[:1] != ("body",):
        return None
    name = getattr(field.field_info.annotation, "__name__", "")
    return example_at(name, () if fault.get("type") == "json_invalid" else place[1:])


async def _of_ours(_request: Request, error: Exception) -> Response:
    assert isinstance(error, PaperformerError)
    return problem_response(problem_of(error))


async def _of_storage(request: Request, error: Exception) -> Response:
    fault = storage_fault(error)
    if fault is None:
        return await _of_bug(request, error)
    _log.error("%s %s: %s", request.method, request.url.path, reason(error))
    return problem_response(no_room() if fault == "full" else _not_available(error))


def no_room() -> Problem:
    """The disk is full; nothing was accepted."""
    return Problem(507, sentence("disk_full"))


def _not_available(error: Exception) -> Problem:
    detail = sentence("storage_fails", reason=reason(error))
    return Problem(503, detail, headers={"Retry-After": str(_RETRY_SECONDS)})


async def _of_bug(request: Request, error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem_response(Problem(500, sentence("own_error")))
