"""Bodies of requests and answers about running the service: sessions, the audit log, health."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from paperformer.service.keys import Scope


class SignIn(BaseModel):
    """A key to sign in with."""

    model_config = ConfigDict(extra="forbid")

    key: Annotated[str, Field(max_length=200)]


class SessionInfo(BaseModel):
    """Who is signed in; ``csrf_token`` goes into the header X-CSRF-Token of what changes something."""

    signed_in: bool
    name: str | None = None
    scope: Scope | None = None
    csrf_token: str | None = None
    expires: datetime | None = None


class AuditLine(BaseModel):
    """Who did what."""

    number: int
    at: datetime
    key: str | None
    key_name: str | None
    address: str | None
    action: str
    subject: str | None
    detail: str | None


class AuditLog(BaseModel):
    """The audit log, the latest line first."""

    items: list[AuditLine]
    next: int | None


class Health(BaseModel):
    """Whether the service runs."""

    status: Literal["ok", "starting", "failing"]
    detail: str = ""
    warnings: list[str] = Field(
        default_factory=list, description="What works with less than it should, though documents are read."
    )


class ImprovedField(BaseModel):
    """What both models get right of a field, or of all, on the documents held out."""

    expected: int
    right_before: int
    right_after: int
    f1_before: float
    f1_after: float


class ImprovementReport(BaseModel):
    """A model that learned from confirmed documents, beside the one that is served."""

    name: str
    version: str
    learned: int
    held_out: int
    better: bool
    worse: bool
    may_be_chance: bool = False
    fields: dict[str, ImprovedField]


class ImprovementState(BaseModel):
    """How the improvement of the model stands."""

    state: Literal["idle", "running", "done", "failed"]
    confirmed: int
    needed: int
    expected_seconds: float
    started: datetime | None = None
    detail: str = ""
    report: ImprovementReport | None = None
    promoted: bool = False


class Promotion(BaseModel):
    """Serve the model that learned."""

    model_config = ConfigDict(extra="forbid")

    even_if_worse: bool = False
