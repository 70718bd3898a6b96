"""Middleware for every request: its host, its size, the headers of its answer, its count."""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperformer.service.config import LOOPBACK
from paperformer.service.metrics import Metrics
from paperformer.service.problems import Problem, problem_response
from paperformer.service.sentences import sentence

JSON_BYTES = 2_000_000
UPLOADS = "/v1/documents"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE_METHODS | {"POST", "PUT", "PATCH", "DELETE"}
"""Those that are counted by name: a caller may write any other word, and each would be kept."""
# RFC 9110, 7.2: a name or an address, and perhaps a port; no user, as in a URL's authority.
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{0,5}))?")
_LAST_PORT = 65_535
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


class HostCheck:
    """Refuses requests by a name that is not the service's (DNS rebinding), and from pages of others.

    Args:
        app: What answers.
        hosts: Names by which the service may be called; empty allows all.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            problem = self._problem(headers, scope["method"])
            if problem is not None:
                await problem_response(problem)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _problem(self, headers: Headers, method: str) -> Problem | None:
        named = headers.getlist("host")
        host = named[0] if named else ""
        if len(named) > 1 or (host and not _is_host(host)):
            return Problem(400, "The header Host must be there once, as name or name:port")
        if self._hosts and _name(f"//{host}") not in self._hosts:
            return Problem(421, "The service is not known by this name. Add it with --allowed-host")
        origin = headers.get("origin")
        if method not in SAFE_METHODS and origin is not None and _netloc(origin) != host:
            return Problem(403, "A page of another site may not change anything here")
        return None


class BodyLimit:
    """Refuses bodies that are too long, while they arrive.

    Args:
        app: What answers.
        upload_bytes: The most that a document may have; other bodies may have ``JSON_BYTES``.
    """

    def __init__(self, app: ASGIApp, upload_bytes: int) -> None:
        self._app, self._upload_bytes = app, upload_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = JSON_BYTES + (self._upload_bytes if scope["path"] == UPLOADS else 0)
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > most:
                raise too_large(self._upload_bytes if scope["path"] == UPLOADS else JSON_BYTES)
            return message

        content_length = Headers(scope=scope).get("content-length", "")
        if content_length.isdecimal() and int(content_length) > most:
            problem = too_large(self._upload_bytes if scope["path"] == UPLOADS else JSON_BYTES)
            await problem_response(problem)(scope, receive, send)
            return
        await self._app(scope, counted, send)


class Answered:
    """Adds the headers that keep browsers safe, and counts requests.

    Args:
        app: What answers.
        metrics: Where to count.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                route = getattr(scope.get("route"), "path", "other")
                method = scope["method"] if scope["method"] in METHODS else "other"
                self._metrics.requests.labels(method, route, message["status"]).inc()
                self._metrics.request_seconds.labels(method, route).observe(time.perf_counter() - begin)
            await send(message)

        await self._app(scope, receive, with_headers)


def too_large(most: int) -> Problem:
    """The body is longer than allowed."""
    detail = sentence("too_large", bytes=f"{most:,}")
    return Problem(413, detail, headers={"Connection": "close"})  # or it would go on arriving


def allowed_hosts(is_loopback: bool, named: Collection[str]) -> frozenset[str]:
    """The names by which the service may be called; none where all are allowed."""
    if not is_loopback and not named:
        return frozenset()
    return LOOPBACK | {name.lower() for name in named}


def _is_host(text: str) -> bool:
    match = _HOST.fullmatch(text)
    return match is not None and int(match["port"] or 0) <= _LAST_PORT


def _netloc(url: str) -> str | None:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return None


def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
