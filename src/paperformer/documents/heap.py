"""Memory that was freed goes back to the system: glibc keeps what the largest page took, for each thread."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

SECONDS: Final = 10.0
Trim = Callable[[int], int]


class Heap:
    """The heap of this process.

    Giving back takes 15 ms, and what is used again takes 50 ms more: it is done now and then.

    Args:
        seconds: From one time to the next.
        clock: Tells the time.
        trim: What gives back; None where the system has no such function.
    """

    def __init__(
        self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic, trim: Trim | None = None
    ) -> None:
        self._seconds, self._clock, self._trim = seconds, clock, trim or _malloc_trim()
        self._is_used, self._next = False, clock() + seconds

    def used(self) -> None:
        """Something was done that may have left free memory."""
        self._is_used = True

    def give_back(self) -> None:
        """Give back what is free, if something was done since the last time, and that was long ago."""
        if self._trim is None or not self._is_used or self._clock() < self._next:
            return
        self._is_used = False
        self._trim(0)
        self._next = self._clock() + self._seconds


def _malloc_trim() -> Trim | None:
    """The function of glibc; None where another library allocates."""
    if sys.platform != "linux":
        return None
    import ctypes

    trim: Trim | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim
