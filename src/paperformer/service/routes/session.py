"""Signing in with a browser."""

from __future__ import annotations

import math

from fastapi import APIRouter, Request, Response

from paperformer.service.access import Reader, ServiceOf, address_of, session_of
from paperformer.service.audit import Actor, Deed
from paperformer.service.operation_schema import SessionInfo, SignIn
from paperformer.service.problems import Problem, responses
from paperformer.service.schema import when
from paperformer.service.sentences import sentence
from paperformer.service.service import Service
from paperformer.service.sessions import COOKIE, Session

router = APIRouter(prefix="/session", tags=["session"])


@router.get("", response_model=SessionInfo, responses=responses())
def get_session(request: Request, service: ServiceOf) -> SessionInfo:
    """Who is signed in, and the token that requests which change something have to repeat."""
    session = session_of(request, service)
    if session is not None:
        return _info(session)
    if not service.config.require_key:
        return SessionInfo(signed_in=True, name="local", scope="admin", csrf_token="")
    return SessionInfo(signed_in=False)


@router.post("", response_model=SessionInfo, responses=responses(413))
def sign_in(request: Request, response: Response, service: ServiceOf, body: SignIn) -> SessionInfo:
    """Begin a session with a key; it is kept in a cookie that scripts cannot read."""
    address = address_of(request)
    seconds = service.sign_ins.wait(address)
    if seconds:
        service.metrics.refused.labels("sign_in").inc()
        raise Problem(429, sentence("too_many_keys"), headers={"Retry-After": str(math.ceil(seconds))})
    key = service.keys.check(body.key.strip())
    if key is None:
        service.audit.note(Deed(Actor(address=address), "refused_sign_in"))
        raise Problem(401, sentence("key_not_valid"))
    session, secret = service.sessions.begin(key)
    service.audit.note(Deed(Actor(key.id, key.name, address), "sign_in"))
    response.set_cookie(
        COOKIE,
        secret,
        max_age=round(service.config.session_hours * 3600),
        httponly=True,
        samesite="strict",
        secure=_is_secure(request, service),
        path="/",
    )
    return _info(session)


@router.delete("", status_code=204, responses=responses())
def sign_out(request: Request, service: ServiceOf, _caller: Reader) -> Response:
    """End the session."""
    cookie = request.cookies.get(COOKIE)
    if cookie:
        service.sessions.end(cookie)
    response = Response(status_code=204)
    response.delete_cookie(
        COOKIE, httponly=True, samesite="strict", secure=_is_secure(request, service), path="/"
    )
    return response


def _is_secure(request: Request, service: Service) -> bool:
    return service.config.secure_cookies or request.url.scheme == "https"


def _info(session: Session) -> SessionInfo:
    return SessionInfo(
        signed_in=True,
        name=session.key.name,
        scope=session.key.scope,
        csrf_token=session.csrf_token,
        expires=when(session.expires),
    )
