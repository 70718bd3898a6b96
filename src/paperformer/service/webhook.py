"""Webhooks: who asked for it is told when a document is read.

A caller names the URL, but only under those that the administrator has listed. Redirects are not followed,
and what answers is read no further than its status.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from sqlalchemy import delete, select, update

from paperformer.errors import InvalidConfig
from paperformer.service.database import Database
from paperformer.service.documents import Documents
from paperformer.service.metrics import Metrics
from paperformer.service.schema import summary_of
from paperformer.service.tables import DELIVERIES

SIGNATURE = "X-Paperformer-Signature"
MOST_TRIES = 6
_SECONDS = 10.0  # for one call
_FIRST_WAIT, _FACTOR = 5.0, 4.0  # seconds until the second try; how much longer each wait is than the last
_AT_ONCE = 20


class Delivery(NamedTuple):
    """A call that is to be made."""

    number: int
    document: str
    url: str
    tries: int


class AllowedUrls:
    """The URLs under which webhooks may be called.

    Args:
        listed: By the administrator.

    Raises:
        InvalidConfig: one of them is no URL.
    """

    def __init__(self, listed: Sequence[str]) -> None:
        self._listed = [_checked(url) for url in listed]

    def __contains__(self, url: str) -> bool:
        parts = _split(url)
        return parts is not None and any(_is_under(parts, one) for one in self._listed)


class Webhooks:
    """Calls that are due, in the database: a restart loses none.

    Args:
        database: Where they are kept.
        documents: What they are about.
        allowed: Where they may go now; what was listed earlier does not count.
        secret: With which bodies are signed.
        metrics: Where they are counted.
    """

    def __init__(
        self, database: Database, documents: Documents, allowed: AllowedUrls, secret: bytes, metrics: Metrics
    ) -> None:
        self._database, self._documents, self._allowed = database, documents, allowed
        self._secret, self._metrics = secret, metrics

    def deliver(self) -> None:
        """Make all calls that are due."""
        while due := self._due():
            for delivery in due:
                self._deliver(delivery)

    def _due(self) -> list[Delivery]:
        waiting = select(DELIVERIES.c.number, DELIVERIES.c.document, DELIVERIES.c.url, DELIVERIES.c.tries)
        waiting = waiting.where(DELIVERIES.c.next_try <= time.time()).order_by(DELIVERIES.c.next_try)
        with self._database.read() as connection:
            return [Delivery(*row) for row in connection.execute(waiting.limit(_AT_ONCE))]

    def _deliver(self, delivery: Delivery) -> None:
        found = self._documents.get(delivery.document)
        is_over = found is None or delivery.url not in self._allowed
        if found is not None and not is_over:
            body = _body(summary_of(*found), self._documents.extraction(delivery.document))
            is_over = call(delivery.url, body, sign(self._secret, body, int(time.time())))
            self._metrics.deliveries.labels("delivered" if is_over else "refused").inc()
        tries = delivery.tries + 1
        this = DELIVERIES.c.number == delivery.number
        with self._database.write() as connection:
            if is_over or tries >= MOST_TRIES:
                connection.execute(delete(DELIVERIES).where(this))
            else:
                later = time.time() + _FIRST_WAIT * _FACTOR**delivery.tries
                connection.execute(update(DELIVERIES).where(this).values(tries=tries, next_try=later))


def call(url: str, body: bytes, signature: str) -> bool:
    """Post a body; whether the answer was a good one. Redirects are not followed."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=_SECONDS)
    headers = {"Content-Type": "application/json", SIGNATURE: signature, "User-Agent": "paperformer"}
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", target, body, headers)
        return 200 <= connection.getresponse().status < 300
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def sign(secret: bytes, body: bytes, at: int) -> str:
    """The signature of a body: whoever has the secret can tell that it came from us, and when."""
    digest = hmac.new(secret, f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def load_secret(path: Path) -> bytes:
    """The secret that webhooks are signed with; made where there is none yet."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
    return path.read_text(encoding="ascii").strip().encode()


def _body(summary: dict[str, Any], extraction: bytes | None) -> bytes:
    told = {"event": f"document.{summary['state']}", "document": summary}
    text = json.dumps(told, ensure_ascii=False).encode()
    return text[:-1] + b', "extraction": ' + (extraction or b"null") + b"}"


def _checked(url: str) -> SplitResult:
    parts = _split(url)
    if parts is None:
        raise InvalidConfig(f"{url} is no URL that can be called", "Write it as https://host/path")
    return parts


def _split(url: str) -> SplitResult | None:
    """The parts of a URL that may be called; None where it is none, or hides where it leads."""
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    steps = unquote(unquote(parts.path)).split("/")
    is_plain = "@" not in parts.netloc and not parts.fragment and not {".", ".."} & set(steps)
    is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0
    return parts if is_plain and is_url else None


def _is_under(url: SplitResult, listed: SplitResult) -> bool:
    same = (url.scheme, url.hostname, _port(url)) == (listed.scheme, listed.hostname, _port(listed))
    path = listed.path.rstrip("/")
    return same and (url.path == path or url.path.startswith(path + "/"))


def _port(url: SplitResult) -> int:
    return url.port or {"http": 80, "https": 443}[url.scheme]
