"""The audit log: who did what."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from paperformer.service.database import Database, Row
from paperformer.service.tables import AUDIT


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something.

    Args:
        key: Id of the key; None where there was none.
        key_name: What its owner calls it.
        address: From where.
    """

    key: str | None = None
    key_name: str | None = None
    address: str | None = None


COMMAND_LINE = Actor(key_name="command line")
ITSELF = Actor(key_name="service")


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the log, to be written in the transaction of what was done.

    Args:
        actor: Who did it.
        action: What.
        subject: To which document, tag, key or model.
        detail: What else matters; never the content of a document.
    """

    actor: Actor
    action: str
    subject: str | None = None
    detail: str | None = None

    def write(self, connection: Connection) -> None:
        """Add the line."""
        values = {
            "at": time.time(),
            "key": self.actor.key,
            "key_name": self.actor.key_name,
            "address": self.actor.address,
            "action": self.action,
            "subject": self.subject,
            "detail": self.detail,
        }
        connection.execute(insert(AUDIT), values)


class Audit:
    """The log in the database.

    Args:
        database: Where it is kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, deed: Deed) -> None:
        """Add a line of its own."""
        with self._database.write() as connection:
            deed.write(connection)

    def latest(self, limit: int, before: int | None = None) -> Sequence[Row]:
        """The latest lines, the last first; those before line ``before`` where given."""
        lines = select(*AUDIT.c).order_by(AUDIT.c.number.desc()).limit(limit)
        if before is not None:
            lines = lines.where(AUDIT.c.number < before)
        with self._database.read() as connection:
            return [dict(row._mapping) for row in connection.execute(lines)]
