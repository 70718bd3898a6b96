"""What the database says and seldom changes, asked for once in a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
SECONDS = 1.0
_MOST = 1_000


class Remembered(Generic[T]):
    """Answers that are remembered for a second: what changes counts a second later, in every process.

    Args:
        seconds: How long an answer counts.
        clock: Tells the time.
    """

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._known: dict[Hashable, tuple[float, T]] = {}

    def get(self, key: Hashable, ask: Callable[[], T]) -> T:
        """The answer for ``key``, from memory or by asking."""
        now = self._clock()
        known = self._known.get(key)
        if known is not None and now < known[0]:
            return known[1]
        answer = ask()
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[key] = (now + self._seconds, answer)
        return answer

    def forget(self) -> None:
        """Ask again from now on."""
        self._known.clear()
