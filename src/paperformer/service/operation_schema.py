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
