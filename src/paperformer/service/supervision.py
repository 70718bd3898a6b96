"""Threads that an error does not end: what they run begins again, after a pause that grows."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from paperformer.service.storage_faults import storage_fault

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
_FACTOR = 2.0
_log = logging.getLogger(__name__)
_FAULTS = {
    "full": "the disk is full",
    "busy": "another process holds the database",
    "unavailable": "disk or database do not answer",
}


class Trouble(Exception):
    """Something does not work at present. The message says what, in a line without values of documents."""


class Pause:
    """How long to wait after errors in a row.

    Args:
        first: Seconds after the first error.
        longest: Seconds after many.
    """

    def __init__(self, first: float = FIRST_PAUSE, longest: float = LONGEST_PAUSE) -> None:
        self._first, self._longest = first, longest
        self._next = first

    def next(self) -> float:
        """The seconds to wait after one more error."""
        seconds = self._next
        self._next = min(self._longest, self._next * _FACTOR)
        return seconds

    def reset(self) -> None:
        """Something went well."""
        self._next = self._first


class Supervised:
    """A thread that runs something until it returns, and again where it raises.

    Args:
        name: Of the thread.
        run: What to run; it returns once ``ending`` is set. It calls ``went_well`` after each success.
        ending: Set when the thread is to end.
        pause: Between an error and the next run.
    """

    def __init__(
        self, name: str, run: Callable[[], None], ending: threading.Event, pause: Pause | None = None
    ) -> None:
        self.trouble: str | None = None
        """Why it does not work at present, in a line."""
        self._run, self._ending, self._pause = run, ending, pause or Pause()
        # A daemon: the end of the program does not wait for what a thread waits for.
        self._thread = threading.Thread(target=self._supervise, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait until it has ended, but no longer than so many seconds."""
        if self._thread.is_alive():
            self._thread.join(max(0.0, seconds))

    def is_alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def went_well(self) -> None:
        """What it runs has done something: the next error waits a short time again."""
        self.trouble = None
        self._pause.reset()

    def failed(self, error: Exception) -> None:
        """Say what went wrong, and wait for the next try or for the end. A trouble of the end is none."""
        if isinstance(error, Trouble) and self._ending.is_set():
            return
        seconds = self._pause.next()
        self.trouble = reason(error)
        _log.error(
            "%s: %s; begins again in %.1f s", self._thread.name, self.trouble, seconds,
            exc_info=error if _is_unexpected(error) else None,
        )  # fmt: skip
        self._ending.wait(seconds)

    def _supervise(self) -> None:
        while not self._ending.is_set():
            try:
                self._run()
            except Exception as error:  # noqa: BLE001 - it is logged, and shown by /readyz
                self.failed(error)
            else:
                return


def reason(error: Exception) -> str:
    """What an error is about, in a line without names or values of documents."""
    if isinstance(error, Trouble):
        return str(error)
    fault = storage_fault(error)
    return _FAULTS[fault] if fault is not None else f"an error of its own ({type(error).__name__})"


def _is_unexpected(error: Exception) -> bool:
    return not isinstance(error, Trouble) and storage_fault(error) is None
