"""Sessions of browsers: begun with a key, kept in a cookie, with a token against forged requests."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from paperformer.service.database import Database
from paperformer.service.keys import Key, Keys
from paperformer.service.tables import SESSIONS

COOKIE = "paperformer_session"


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in.

    Args:
        key: With which.
        csrf_token: What its requests have to repeat in a header.
        expires: Seconds since 1970.
    """

    key: Key
    csrf_token: str
    expires: float


class Sessions:
    """Sessions in the database.

    Args:
        database: Where they are kept.
        keys: The keys that they were begun with.
        hours: How long one lasts.
    """

    def __init__(self, database: Database, keys: Keys, hours: float) -> None:
        self._database, self._keys, self._seconds = database, keys, hours * 3600

    def begin(self, key: Key) -> tuple[Session, str]:
        """A new session, and the text of its cookie."""
        now = time.time()
        secret = secrets.token_urlsafe(32)
        session = Session(
            key, secrets.token_urlsafe(32), min(now + self._seconds, key.expires or float("inf"))
        )
        with self._database.write() as connection:
            connection.execute(
                insert(SESSIONS).values(
                    sha256=_digest(secret), key=key.id, csrf_token=session.csrf_token, expires=session.expires
                )
            )
        return session, secret

    def check(self, secret: str) -> Session | None:
        """The session of a cookie; None where it is over or its key is not valid any more."""
        with self._database.read() as connection:
            row = connection.execute(select(*SESSIONS.c).where(SESSIONS.c.sha256 == _digest(secret))).first()
        now = time.time()
        if row is None or row.expires < now:
            return None
        key = self._keys.get(row.key)
        return Session(key, row.csrf_token, row.expires) if key is not None and key.is_valid(now) else None

    def end(self, secret: str) -> None:
        """End a session."""
        with self._database.write() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.sha256 == _digest(secret)))

    def forget_expired(self) -> None:
        """Remove what is over."""
        with self._database.write() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.expires < time.time()))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
