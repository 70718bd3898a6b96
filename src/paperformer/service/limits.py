"""Rate limits of keys: a bucket of tokens for each."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_BUCKETS = 10_000


class RateLimit:
    """Lets each caller ask ``per_second`` times a second on average, and ``burst`` times at once.

    Args:
        per_second: Tokens that a bucket gains each second.
        burst: Tokens that it holds.
        clock: Tells the time in seconds.
    """

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, float(burst), clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._turn = threading.Lock()

    def wait(self, caller: str) -> float:
        """Take a token; 0, or the seconds until there is one."""
        with self._turn:
            now = self._clock()
            tokens, seen = self._buckets.pop(caller, (self._burst, now))
            tokens = min(self._burst, tokens + (now - seen) * self._per_second)
            allowed = tokens >= 1.0
            self._buckets[caller] = (tokens - 1.0 if allowed else tokens, now)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)  # the one that asked longest ago
            return 0.0 if allowed else (1.0 - tokens) / self._per_second

    def forget(self) -> None:
        """Begin anew for every caller."""
        with self._turn:
            self._buckets.clear()
