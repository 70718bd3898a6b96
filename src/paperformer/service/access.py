"""Authentication and authorisation of requests."""

from __future__ import annotations

import hmac
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from paperformer.service.audit import Actor, Deed
from paperformer.service.keys import Key, Scope
from paperformer.service.middleware import SAFE_METHODS
from paperformer.service.problems import Problem
from paperformer.service.sentences import sentence
from paperformer.service.service import Service
from paperformer.service.sessions import COOKIE, Session

CSRF_HEADER = "x-csrf-token"
_LOCAL = Key("local", "local", "admin", 0.0)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks.

    Args:
        key: Their key.
        address: Where they are.
    """

    key: Key
    address: str

    def deed(self, action: str, subject: str | None = None, detail: str | None = None) -> Deed:
        """What they do, for the audit log."""
        return Deed(Actor(self.key.id, self.key.name, self.address), action, subject, detail)


def service_of(request: Request) -> Service:
    """The service that a request is made to."""
    return cast(Service, request.app.state.service)


async def _service_of(request: Request) -> Service:
    return service_of(request)  # a coroutine: a plain function would be run in a thread


ServiceOf = Annotated[Service, Depends(_service_of)]


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def session_of(request: Request, service: Service) -> Session | None:
    """The session of a browser that is signed in."""
    cookie = request.cookies.get(COOKIE)
    return service.sessions.check(cookie) if cookie else None


def caller_with(scope: Scope) -> Callable[[Request], Caller]:
    """What finds out who asks, and refuses whom their key does not allow ``scope``."""

    def find(request: Request) -> Caller:
        service = service_of(request)
        key = _key(request, service)
        seconds = service.requests.wait(key.id)
        if seconds:
            service.metrics.refused.labels("rate").inc()
            wait = {"Retry-After": str(math.ceil(seconds))}
            raise Problem(429, sentence("asks_too_often"), headers=wait)
        if not key.allows(scope):
            raise Problem(403, sentence("scope_missing", scope=scope, has=key.scope))
        return Caller(key, address_of(request))

    return find


Reader = Annotated[Caller, Depends(caller_with("read"))]
Writer = Annotated[Caller, Depends(caller_with("write"))]
Admin = Annotated[Caller, Depends(caller_with("admin"))]


def _key(request: Request, service: Service) -> Key:
    authorization = request.headers.get("authorization")
    if authorization is not None:
        kind, _, secret = authorization.partition(" ")
        key = service.keys.check(secret.strip()) if kind.lower() == "bearer" else None
        if key is None:
            raise _not_signed_in("The key is not valid. Make one with `paperformer keys create`")
        return key
    session = session_of(request, service)
    if session is not None:
        _check_csrf(request, session)
        return session.key
    if not service.config.require_key:
        return _LOCAL
    raise _not_signed_in("Send a key in the header Authorization: Bearer pf_..., or sign in")


def _check_csrf(request: Request, session: Session) -> None:
    if request.method in SAFE_METHODS:
        return
    token = request.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(token.encode(), session.csrf_token.encode()):
        raise Problem(403, "The header X-CSRF-Token has not the token that GET /v1/session gives")


def _not_signed_in(detail: str) -> Problem:
    return Problem(401, detail, headers={"WWW-Authenticate": 'Bearer realm="paperformer"'})
