"""Presence of reviewers: who has which document open, as far as this process knows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SECONDS = 60.0


class Presence:
    """Remembers for a minute who looked at a document.

    Args:
        clock: Tells the time.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[tuple[str, str], tuple[float, str]] = {}
        self._turn = threading.Lock()

    def look(self, document: str, key: str, name: str) -> list[str]:
        """Note that somebody looks at a document; the names of the others who do.

        Args:
            document: Its id.
            key: Whose.
            name: What its owner is called.
        """
        now = self._clock()
        with self._turn:
            self._seen = {at: seen for at, seen in self._seen.items() if now - seen[0] < SECONDS}
            self._seen[document, key] = (now, name)
            return sorted(
                other for (its, whose), (_, other) in self._seen.items() if its == document and whose != key
            )
