"""Uploads that are sent again: a caller's key names an upload, so that it is accepted once.

What is kept of an upload is a hash of its files and options, and the ids of its documents. It is kept in the
transaction that accepts the documents, so of two equal uploads at one time one is accepted.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from paperformer.service.database import Database, Row
from paperformer.service.tables import IDEMPOTENCY_KEYS

HOURS = 24.0
"""How long a key is remembered."""


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """A key that a caller has chosen for an upload.

    Args:
        owner: Id of the API key: other callers may choose the same text.
        key: The text.
        fingerprint: Of what is uploaded.
    """

    owner: str
    key: str
    fingerprint: str


class AlreadyAccepted(Exception):
    """An upload of the same key was accepted before.

    Args:
        fingerprint: Of that upload.
        documents: That it became, in the order of its files.
    """

    def __init__(self, fingerprint: str, documents: Sequence[str]) -> None:
        super().__init__("the upload was accepted before")
        self.fingerprint, self.documents = fingerprint, documents


class IdempotencyKeys:
    """Keys of uploads in the database.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def is_known(self, owner: str, key: str) -> bool:
        """Whether an upload of this key was accepted."""
        with self._database.read() as connection:
            return _valid(connection, owner, key) is not None

    def forget_expired(self) -> None:
        """Remove keys that are no longer remembered."""
        with self._database.write() as connection:
            connection.execute(delete(IDEMPOTENCY_KEYS).where(IDEMPOTENCY_KEYS.c.created <= _oldest()))


def fingerprint_of(files: Sequence[tuple[str, str]], options: object) -> str:
    """What tells an upload from others, whatever its encoding.

    Args:
        files: Name and SHA-256 of each.
        options: How to read them, ready for JSON.
    """
    text = json.dumps([files, options], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def claim_key(connection: Connection, key: IdempotencyKey, documents: Sequence[str]) -> None:
    """Note that an upload is accepted, in the transaction that accepts it and that no other runs beside.

    Raises:
        AlreadyAccepted: an upload of this key was accepted before.
    """
    known = _valid(connection, key.owner, key.key)
    if known is not None:
        raise AlreadyAccepted(known["fingerprint"], known["documents"].split())
    connection.execute(delete(IDEMPOTENCY_KEYS).where(*_is(key.owner, key.key)))
    connection.execute(
        insert(IDEMPOTENCY_KEYS).values(
            owner=key.owner,
            key=key.key,
            fingerprint=key.fingerprint,
            documents=" ".join(documents),
            created=time.time(),
        )
    )


def _valid(connection: Connection, owner: str, key: str) -> Row | None:
    mine = select(*IDEMPOTENCY_KEYS.c).where(*_is(owner, key), IDEMPOTENCY_KEYS.c.created > _oldest())
    row = connection.execute(mine).first()
    return None if row is None else dict(row._mapping)


def _is(owner: str, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return IDEMPOTENCY_KEYS.c.owner == owner, IDEMPOTENCY_KEYS.c.key == key


def _oldest() -> float:
    return time.time() - HOURS * 3600
