"""Ctrl-C ends a command wherever it arrives, also where Python would lose it.

- Python's own code of imports may not be interrupted: its global lock stays held, and another thread that
  imports waits for ever.
- Python drops what is raised in callbacks of weak references and in finalizers; extensions in C drop what is
  raised while they look an attribute up. The program then goes on.
- A library may make an error of its own of it, as pydantic does while it builds a validator.

So the signal is repeated until the command ends, and what is already ending it is left alone.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_IMPORTS = "<frozen importlib."  # before the names of the files of that code
_SECONDS_UNTIL_AGAIN = 0.1


class Interrupted(KeyboardInterrupt):
    """Ctrl-C.

    A subclass, because Python replaces the exit code with the signal once a plain ``KeyboardInterrupt`` has
    passed through ``exec``, which ``dataclass`` and ``namedtuple`` call.
    """


class InterruptHandler:
    """Raises ``Interrupted`` for the signal of Ctrl-C, and repeats the signal until ``close``."""

    def __init__(self) -> None:
        self._closed = threading.Event()
        self._repeating: threading.Thread | None = None

    @property
    def received(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._repeating is not None

    def __call__(self, _number: int, frame: FrameType | None) -> None:
        if self._repeating is None:
            self._repeating = threading.Thread(target=self._repeat, daemon=True)
            self._repeating.start()
        in_imports = frame is not None and frame.f_code.co_filename.startswith(_IMPORTS)
        if not in_imports and not _is_ending(sys.exc_info()[1]):
            raise Interrupted

    def close(self) -> None:
        """No longer repeat the signal."""
        self._closed.set()
        if self._repeating is not None:
            self._repeating.join()

    def _repeat(self) -> None:
        main = threading.main_thread().ident
        while not self._closed.wait(_SECONDS_UNTIL_AGAIN):
            if hasattr(signal, "pthread_kill") and main is not None:
                signal.pthread_kill(main, signal.SIGINT)  # it also ends a call that waits
            else:
                _thread.interrupt_main()


def _is_ending(handled: BaseException | None) -> bool:
    """Whether the exception that is being handled is an interrupt, or came up while one was handled."""
    while handled is not None and not isinstance(handled, Interrupted):
        handled = handled.__context__
    return handled is not None


@contextmanager
def interrupts_handled() -> Iterator[InterruptHandler]:
    """Raise ``Interrupted`` for Ctrl-C until it ends what is done here; only the main thread hears it."""
    handler = InterruptHandler()
    if threading.current_thread() is not threading.main_thread():
        yield handler
        return
    before, report = signal.signal(signal.SIGINT, handler), sys.unraisablehook

    def reported(dropped: Any) -> None:
        if not issubclass(dropped.exc_type, Interrupted):  # that one comes again
            report(dropped)

    sys.unraisablehook = reported
    try:
        yield handler
    finally:
        handler.close()
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = report
