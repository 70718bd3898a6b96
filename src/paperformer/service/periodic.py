"""Work that comes again: a thread that runs it every so often, and at once where it is woken."""

from __future__ import annotations

import threading
from collections.abc import Callable

from paperformer.service.supervision import FIRST_PAUSE, Pause, Supervised

_LONGEST_PAUSE = 60.0


class Periodic:
    """Runs something every ``seconds``; after an error again within a minute, with pauses that grow.

    Args:
        name: Of the thread.
        seconds: Between two runs.
        run: What to run. What it raises is logged.
    """

    def __init__(self, name: str, seconds: float, run: Callable[[], object]) -> None:
        self.name, self._seconds, self._run = name, seconds, run
        self._woken, self._ending = threading.Event(), threading.Event()
        pause = Pause(FIRST_PAUSE, min(_LONGEST_PAUSE, max(FIRST_PAUSE, seconds)))
        self._thread = Supervised(name, self._loop, self._ending, pause)

    @property
    def trouble(self) -> str | None:
        """Why the last run failed, in a line; None where it went well."""
        return self._thread.trouble

    def start(self) -> None:
        """Begin, with a first run at once."""
        self._thread.start()

    def wake(self) -> None:
        """Run now."""
        self._woken.set()

    def ask_to_stop(self) -> None:
        """End after the run under way."""
        self._ending.set()
        self._woken.set()

    def join(self, seconds: float) -> None:
        """Wait until it has ended, but no longer than so many seconds."""
        self._thread.join(seconds)

    def stop(self, seconds: float = 5.0) -> None:
        """End after the run under way; one that takes longer is left behind, and ends with the program."""
        self.ask_to_stop()
        self.join(seconds)

    def _loop(self) -> None:
        while not self._ending.is_set():
            self._woken.clear()
            self._run()
            self._thread.went_well()
            self._woken.wait(self._seconds)
