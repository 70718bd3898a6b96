"""Who did what: the audit log."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import RowMapping, insert, select

from paperformer.service.database import Database
from paperformer.service.tables import AUDIT


class Audit:
    """The log in the database. It holds ids and names of keys, never the content of a document.

    Args:
        database: Where it is kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(
        self,
        action: str,
        subject: str | None = None,
        *,
        key: str | None = None,
        key_name: str | None = None,
        address: str | None = None,
        detail: str | None = None,
    ) -> None:
        """Add a line.

        Args:
            action: What was done.
            subject: To which document, tag or key.
            key, key_name: With which key.
            address: From where.
            detail: What else matters.
        """
        with self._database.write() as connection:
            connection.execute(
                insert(AUDIT).values(
                    at=time.time(), key=key, key_name=key_name, address=address, action=action,
                    subject=subject, detail=detail,
                )
            )  # fmt: skip

    def latest(self, limit: int, before: int | None = None) -> Sequence[RowMapping]:
        """The latest lines, the last first; those before line ``before`` where given."""
        lines = select(*AUDIT.c).order_by(AUDIT.c.number.desc()).limit(limit)
        if before is not None:
            lines = lines.where(AUDIT.c.number < before)
        with self._database.read() as connection:
            return [row._mapping for row in connection.execute(lines)]
