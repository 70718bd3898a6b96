"""Work that comes again: a thread that runs it every so often, and at once where it is woken."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

_log = logging.getLogger(__name__)


class Periodic:
    """Runs something every ``seconds``.

    Args:
        name: Of the thread.
        seconds: Between two runs.
        run: What to run. What it raises is logged, and it is run again at the next time.
    """

    def __init__(self, name: str, seconds: float, run: Callable[[], object]) -> None:
        self._seconds, self._run = seconds, run
        self._woken, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._loop, name=name)

    def start(self) -> None:
        """Begin, with a first run at once."""
        self._thread.start()

    def wake(self) -> None:
        """Run now."""
        self._woken.set()

    def stop(self) -> None:
        """End after the run under way."""
        self._ending.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _loop(self) -> None:
        while not self._ending.is_set():
            self._woken.clear()
            try:
                self._run()
            except Exception:  # noqa: BLE001 - it is logged, and the next run may go well
                _log.exception("%s failed", self._thread.name)
            self._woken.wait(self._seconds)
