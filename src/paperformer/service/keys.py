"""API keys: made, checked, listed, revoked. Only a digest of a key is kept."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from sqlalchemy import func, insert, select, update

from paperformer.errors import InvalidConfig
from paperformer.service.database import Database, Row
from paperformer.service.remembered import Remembered
from paperformer.service.storage_faults import storage_fault
from paperformer.service.supervision import reason
from paperformer.service.tables import KEYS

_log = logging.getLogger(__name__)

Scope = Literal["read", "write", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
_KEY = re.compile(r"pf_([0-9a-f]{12})_[A-Za-z0-9_-]{43}")
_USED_EVERY = 60.0  # seconds between two notes of when a key was used


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is kept.

    Args:
        id: Its first part, which is no secret.
        name: What its owner calls it.
        scope: What it allows; ``write`` allows reading too, ``admin`` everything.
        created, expires, revoked, last_used: Seconds since 1970; None is never.
    """

    id: str
    name: str
    scope: Scope
    created: float
    expires: float | None = None
    revoked: float | None = None
    last_used: float | None = None

    def allows(self, scope: Scope) -> bool:
        """Whether it may do what needs ``scope``."""
        return SCOPES.index(self.scope) >= SCOPES.index(scope)

    def is_valid(self, now: float) -> bool:
        """Whether it is neither revoked nor expired."""
        return self.revoked is None and (self.expires is None or now < self.expires)


class Keys:
    """Keys in the database. What another process changes counts within a second.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._checked: Remembered[Key | None] = Remembered()
        self._tried: dict[str, float] = {}  # when the use of a key was written last, or could not be

    def create(self, name: str, scope: Scope, days: float | None = None) -> tuple[Key, str]:
        """A new key, and the secret text, which is kept nowhere.

        Raises:
            InvalidConfig: it would be expired at once.
        """
        if days is not None and not days > 0:
            raise InvalidConfig(f"a key cannot be valid for {days:g} days", "Give a number above zero")
        now = time.time()
        key = Key(secrets.token_hex(6), name, scope, now, None if days is None else now + days * 86_400)
        secret = f"pf_{key.id}_{secrets.token_urlsafe(32)}"
        with self._database.write() as connection:
            connection.execute(
                insert(KEYS).values(
                    id=key.id,
                    name=name,
                    sha256=_digest(secret),
                    scope=scope,
                    created=now,
                    expires=key.expires,
                )
            )
        return key, secret

    def check(self, secret: str) -> Key | None:
        """The key of a secret text; None where it is none that is valid."""
        form = _KEY.fullmatch(secret)
        if form is None:
            return None
        digest = _digest(secret)
        key = self._checked.get(digest, lambda: self._find(form[1], digest))
        return key if key is not None and key.is_valid(time.time()) else None

    def _find(self, id: str, digest: str) -> Key | None:
        now = time.time()
        with self._database.read() as connection:
            row = connection.execute(select(*KEYS.c).where(KEYS.c.id == id)).first()
        if row is None or not hmac.compare_digest(row.sha256, digest):
            return None
        key = _key(dict(row._mapping))
        if key.last_used is None or now - key.last_used > _USED_EVERY:
            self._note_use(key, now)
        return key

    def _note_use(self, key: Key, now: float) -> None:
        """Say when a key was used. Where that cannot be written, the key is valid all the same."""
        tried = self._tried.get(key.id)
        if tried is not None and time.monotonic() - tried < _USED_EVERY:
            return  # one request a minute waits for a database that another process holds, not all of them
        self._tried[key.id] = time.monotonic()
        try:
            with self._database.write(durable=False) as connection:
                connection.execute(update(KEYS).where(KEYS.c.id == key.id).values(last_used=now))
        except Exception as error:
            if storage_fault(error) is None:
                raise
            _log.warning("the use of key %s is not noted: %s", key.id, reason(error))

    def get(self, id: str) -> Key | None:
        """The key of an id."""
        with self._database.read() as connection:
            row = connection.execute(select(*KEYS.c).where(KEYS.c.id == id)).first()
        return None if row is None else _key(dict(row._mapping))

    def all(self) -> Sequence[Key]:
        """All keys, the oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(select(*KEYS.c).order_by(KEYS.c.created)).all()
        return [_key(dict(row._mapping)) for row in rows]

    def revoke(self, id: str) -> bool:
        """Make a key invalid; whether there was a valid one."""
        with self._database.write() as connection:
            done = connection.execute(
                update(KEYS).where(KEYS.c.id == id, KEYS.c.revoked.is_(None)).values(revoked=time.time())
            )
        return done.rowcount == 1

    def has_admin(self) -> bool:
        """Whether a key with all rights was ever made."""
        with self._database.read() as connection:
            admins = select(func.count()).select_from(KEYS).where(KEYS.c.scope == "admin")
            return bool(connection.scalar(admins))


def _key(row: Row) -> Key:
    return Key(
        row["id"], row["name"], cast(Scope, row["scope"]), row["created"], row["expires"], row["revoked"],
        row["last_used"],
    )  # fmt: skip


def _digest(secret: str) -> str:
    # A key has 256 random bits: a digest that is slow on purpose would protect nothing more.
    return hashlib.sha256(secret.encode()).hexdigest()
