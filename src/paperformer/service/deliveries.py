"""Webhooks that are due, as rows: asked for in the transaction of what they tell, and withdrawn."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, bindparam, delete, insert

from paperformer.service.tables import DELIVERIES

Event = Literal["document.done", "document.failed", "document.confirmed"]
CONFIRMED: Event = "document.confirmed"
_WITHDRAW = delete(DELIVERIES).where(
    DELIVERIES.c.document == bindparam("about"), DELIVERIES.c.event == bindparam("what")
)


def announce(connection: Connection, document: str, url: str | None, event: str, at: float) -> None:
    """Ask for a call about a document, in place of one of the same event that is due.

    Args:
        connection: In whose transaction.
        document: What it is about.
        url: Whom to call; nobody where None.
        event: What happened.
        at: When to call, in seconds since 1970.
    """
    withdraw(connection, document, event)
    if url is not None:
        call = {"document": document, "event": event, "url": url, "tries": 0, "next_try": at}
        connection.execute(insert(DELIVERIES), call)


def withdraw(connection: Connection, document: str, event: str) -> None:
    """Make no call about a document and event that is still due."""
    connection.execute(_WITHDRAW, {"about": document, "what": event})
