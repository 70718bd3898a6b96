"""The change clock in the database, by which other programs follow changes of documents.

Its times are microseconds since 1970, all different, and rise in the order in which transactions are
committed, whatever the clock of the machine does. So whoever has seen a time has seen all changes before it.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, text

_NEXT = text(
    "INSERT INTO change_clock (id, last) VALUES (1, :now) ON CONFLICT (id) DO UPDATE SET last = "
    "CASE WHEN change_clock.last >= :now THEN change_clock.last + 1 ELSE :now END RETURNING last"
)


def next_change(connection: Connection) -> int:
    """The time of a change that this transaction makes.

    No other transaction gets one before this one ends. Ask for it before any row of a document is locked:
    two transactions that did so in different orders would wait for each other.
    """
    now = time.time_ns() // 1000
    return int(connection.execute(_NEXT, {"now": now}).scalar_one())
