"""Durations of the stages of an answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def clock(timing: dict[str, float], stage: str) -> Iterator[None]:
    """Add to ``timing`` the milliseconds that ``stage`` took; nothing where it failed."""
    begun = time.perf_counter()
    yield
    timing[stage] = timing.get(stage, 0.0) + 1000 * (time.perf_counter() - begun)
