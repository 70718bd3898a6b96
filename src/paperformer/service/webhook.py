"""Webhooks: who asked for it is told when a document is read, and when it is confirmed.

A caller names the URL, but only under those that the administrator has listed. Each receiver has a queue of
its own: one that is slow, or never ends its answer, holds up nobody else.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import secrets
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from sqlalchemy import ColumnElement, Double, and_, bindparam, delete, not_, or_, select, update

from paperformer.errors import InvalidConfig
from paperformer.service.database import Database, Row
from paperformer.service.deliveries import CONFIRMED
from paperformer.service.documents import Documents
from paperformer.service.feedback import FeedbackStore
from paperformer.service.metrics import Metrics
from paperformer.service.schema import summary_of
from paperformer.service.storage_faults import storage_fault
from paperformer.service.supervision import reason
from paperformer.service.tables import DELIVERIES
from paperformer.service.webhook_body import body_of
from paperformer.service.webhook_call import PORTS, Call

SIGNATURE = "X-Paperformer-Signature"
MOST_TRIES = 6
_SECONDS = 10.0  # for one call, all of it
_FIRST_WAIT, _FACTOR = 5.0, 4.0  # seconds until the second try; how much longer each wait is than the last
_AT_ONCE = 4  # calls of one host; of one path there is one, so that it hears of documents in their order
_MOST_SPELLINGS = 100  # of the URLs of busy receivers, passed over in one search
_SECONDS_TO_END = 2.0
_log = logging.getLogger(__name__)


class Delivery(NamedTuple):
    """A call that is to be made."""

    number: int
    document: str
    event: str
    url: str
    tries: int


class Receiver(NamedTuple):
    """What is called under a URL, however the URL is spelled."""

    host: tuple[str, str, int]
    path: str

    @classmethod
    def of(cls, url: str) -> Receiver:
        """The receiver behind a URL that may be called."""
        parts = urlsplit(url)
        return cls((parts.scheme, parts.hostname or "", _port(parts)), parts.path or "/")


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
        return parts is not None and any(_is_under(parts, result) for result in self._listed)


class Webhooks:
    """Calls that are due, in the database: a restart loses none.

    Args:
        database: Where they are kept.
        documents: What they are about.
        feedback: What people said about it.
        allowed: Where they may go now; what was listed earlier does not count.
        secret: With which bodies are signed.
        metrics: Where they are counted.
    """

    def __init__(
        self,
        database: Database,
        documents: Documents,
        feedback: FeedbackStore,
        allowed: AllowedUrls,
        secret: bytes,
        metrics: Metrics,
    ) -> None:
        self._database, self._documents, self._feedback = database, documents, feedback
        self._allowed = allowed
        self._secret, self._metrics = secret, metrics
        columns = (DELIVERIES.c[name] for name in Delivery._fields)
        due = select(*columns).where(_is_due(feedback.undo_seconds))
        self._waiting = due.order_by(DELIVERIES.c.next_try).limit(1)
        self._lock = threading.Lock()
        self._under_way: dict[Receiver, tuple[threading.Thread, Call]] = {}
        self._ending = False

    def deliver(self) -> None:
        """Begin all calls that are due and whose receivers are free; the end of each begins the next one."""
        with self._lock:
            while not self._ending and (delivery := self._due()) is not None:
                call = Call(delivery.url, _SECONDS)
                thread = threading.Thread(
                    target=self._run, args=(delivery, call), name="webhook", daemon=True
                )
                thread.start()  # its end waits for this lock
                self._under_way[Receiver.of(delivery.url)] = thread, call

    def stop(self) -> None:
        """End all calls; they are made again after the next start."""
        with self._lock:
            self._ending = True
            under_way = list(self._under_way.values())
        for _, call in under_way:
            call.end()
        end = time.monotonic() + _SECONDS_TO_END
        for thread, _ in under_way:
            thread.join(max(0.0, end - time.monotonic()))

    def _due(self) -> Delivery | None:
        """The call that has waited longest for a receiver that is free."""
        waiting, now = self._waiting, {"now": time.time()}
        hosts = Counter(receiver.host for receiver in self._under_way)
        with self._database.read() as connection:
            for _ in range(_MOST_SPELLINGS):
                row = connection.execute(waiting, now).one_or_none()
                if row is None:
                    return None
                receiver = Receiver.of(row.url)
                if hosts[receiver.host] >= _AT_ONCE:
                    waiting = waiting.where(not_(_goes_to(_spelled_host(row.url), "/?")))
                elif receiver in self._under_way:
                    waiting = waiting.where(not_(_goes_to(row.url.partition("?")[0], "?")))
                else:
                    return Delivery(*row)
        return None

    def _run(self, delivery: Delivery, call: Call) -> None:
        try:
            try:
                self._deliver(delivery, call)
            finally:
                with self._lock:
                    del self._under_way[Receiver.of(delivery.url)]
            self.deliver()
        except Exception as error:  # noqa: BLE001 - it is logged, and what is due is begun again in a second
            unexpected = error if storage_fault(error) is None else None
            _log.error("a webhook could not be called: %s", reason(error), exc_info=unexpected)

    def _deliver(self, delivery: Delivery, call: Call) -> None:
        found = self._documents.get(delivery.document)
        is_over = found is None or delivery.url not in self._allowed
        if found is not None and delivery.event == CONFIRMED:
            is_over = is_over or not found[0]["reviewed"]
        if found is not None and not is_over:
            # Put off before the call: what cannot be noted is not called over and over again.
            self._put_off(delivery, delivery.tries + 1, _wait(delivery.tries))
            body = self._body(delivery, *found)
            is_over = call.post(body, _headers(sign(self._secret, body, int(time.time()))))
            if self._ending and not is_over:
                self._put_off(delivery, delivery.tries, 0.0)  # it was ended by us, which counts as no try
                return
            self._metrics.deliveries.labels("delivered" if is_over else "refused").inc()
        if is_over or delivery.tries + 1 >= MOST_TRIES:
            with self._database.write() as connection:
                connection.execute(delete(DELIVERIES).where(DELIVERIES.c.number == delivery.number))

    def _body(self, delivery: Delivery, row: Row, tags: list[str]) -> bytes:
        extraction = self._documents.extraction(delivery.document)
        saved = self._feedback.get(delivery.document)
        return body_of(delivery.event, summary_of(row, tags), extraction, saved)

    def _put_off(self, delivery: Delivery, tries: int, seconds: float) -> None:
        this = update(DELIVERIES).where(DELIVERIES.c.number == delivery.number)
        with self._database.write() as connection:
            connection.execute(this.values(tries=tries, next_try=time.time() + seconds))


def _headers(signature: str) -> dict[str, str]:
    return {"Content-Type": "application/json", SIGNATURE: signature, "User-Agent": "paperformer"}


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
    return url.port or PORTS[url.scheme]


def _wait(tries: int) -> float:
    """Seconds to wait after so many tries and one more."""
    return _FIRST_WAIT * _FACTOR**tries


def _is_due(undo_seconds: float) -> ColumnElement[bool]:
    """Whether a call's time has come, or is further ahead than calls are put off: the clock was set back."""
    now, ahead = bindparam("now", type_=Double), DELIVERIES.c.next_try
    longest = [undo_seconds, *(_wait(tries) for tries in range(MOST_TRIES))]
    was_set = (
        and_(DELIVERIES.c.tries == tries, ahead > now + seconds) for tries, seconds in enumerate(longest)
    )
    return or_(ahead <= now, *was_set)


def _goes_to(url: str, followed_by: str) -> ColumnElement[bool]:
    """Whether a delivery's URL is ``url``, or goes on after it with one of the characters."""
    column = DELIVERIES.c.url
    return or_(column == url, *(column.startswith(url + end, autoescape=True) for end in followed_by))


def _spelled_host(url: str) -> str:
    """The beginning of a URL up to its path, as it is written."""
    scheme, _, rest = url.partition("://")
    end = next((at for at, character in enumerate(rest) if character in "/?"), len(rest))
    return f"{scheme}://{rest[:end]}"
