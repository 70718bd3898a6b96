"""Memory that was freed goes back to the system: glibc keeps what the largest page took, for each thread."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from paperformer.documents.resident import resident_bytes

if TYPE_CHECKING:
    import ctypes

SECONDS: Final = 10.0
LARGE: Final = 64_000_000
"""Bytes that a picture leaves behind, and a page with a text layer does not."""
# Numbers of <malloc.h>.
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
_MAPPED_FROM = 128 * 1024  # glibc's own first value, which it raises whenever something larger is freed
_ARENAS = 2
Trim = Callable[[int], int]


class Heap:
    """The heap of this process.

    Giving back takes 15 ms, and what is used again takes 50 ms more: it is done now and then, and at once
    where much was left behind.

    Args:
        seconds: From one time to the next.
        clock: Tells the time.
        trim: What gives back; None where the system has no such function.
        resident: Tells the memory that this process occupies.
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
        trim: Trim | None = None,
        resident: Callable[[], int] = resident_bytes,
    ) -> None:
        self._seconds, self._clock, self._trim = seconds, clock, trim or _malloc_trim()
        self._resident = resident
        self._is_used, self._next = False, clock() + seconds
        self._kept = resident()

    def used(self) -> None:
        """Something was done that may have left free memory."""
        self._is_used = True

    def give_back(self) -> None:
        """Give back what is free, if something was done since the last time that left much, or long ago."""
        if self._trim is None or not self._is_used or not self._is_due():
            return
        self._is_used = False
        self._trim(0)
        self._kept = self._resident()
        self._next = self._clock() + self._seconds

    def _is_due(self) -> bool:
        return self._clock() >= self._next or self._resident() - self._kept > LARGE


def share_heaps() -> None:
    """Let the threads of this process share heaps, and keep large blocks out of them.

    For a process of many threads that compute little, before it starts them: each would have a heap of its
    own with free memory in it. What is large goes back to the system as soon as it is freed. Processes that
    compute on pictures do not call this: new memory for each layer of a network takes half as long again.
    """
    if (libc := _libc()) is not None and hasattr(libc, "mallopt"):
        libc.mallopt(_ARENA_MAX, _ARENAS)
        libc.mallopt(_MMAP_THRESHOLD, _MAPPED_FROM)


def keep_one_heap() -> None:
    """Let all threads of this process use its first heap: that of any other keeps its free end.

    For a process whose threads compute on pictures, before it starts them. glibc gives the free end of the
    first heap back when asked to, and that of a thread's own heap only once it is larger than 64 MB.
    """
    if (libc := _libc()) is not None and hasattr(libc, "mallopt"):
        libc.mallopt(_ARENA_MAX, 1)


def _malloc_trim() -> Trim | None:
    """The function of glibc; None where another library allocates."""
    trim: Trim | None = getattr(_libc(), "malloc_trim", None)
    return trim


def _libc() -> ctypes.CDLL | None:
    """The library of C; None where it is not that of Linux."""
    if sys.platform != "linux":
        return None
    import ctypes

    return ctypes.CDLL(None)
