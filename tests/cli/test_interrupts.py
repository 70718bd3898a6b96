"""Ctrl-C where Python would lose it."""

from __future__ import annotations

import signal
import sys
import threading
import time
import weakref
from contextlib import suppress

import pytest

from paperformer.cli.interrupts import Interrupted, interrupts_handled


class Anything:
    pass


def press_ctrl_c(_reference: object) -> None:
    signal.raise_signal(signal.SIGINT)
    time.sleep(0)


def test_ctrl_c_in_the_callback_of_a_weak_reference_still_ends_the_program() -> None:
    with pytest.raises(Interrupted), interrupts_handled() as handler:  # noqa: PT012
        dropped = Anything()
        reference = weakref.ref(dropped, press_ctrl_c)
        del dropped
        assert reference() is None
        assert handler.received
        time.sleep(10)


IMPORT = """
signal.raise_signal(signal.SIGINT)
done.append("the import")
"""


def test_ctrl_c_that_an_extension_drops_still_ends_the_program() -> None:
    class Lost:
        def __getattr__(self, name: str) -> None:
            signal.raise_signal(signal.SIGINT)

    dropped = []
    with pytest.raises(Interrupted), interrupts_handled():  # noqa: PT012
        with suppress(Interrupted):  # as PyObject_HasAttr does
            Lost().name  # noqa: B018
        dropped.append("it")
        time.sleep(10)
    assert dropped == ["it"]


def test_what_ends_the_program_is_not_interrupted_again() -> None:
    ended = []
    with pytest.raises(Interrupted), interrupts_handled():  # noqa: PT012
        try:
            signal.raise_signal(signal.SIGINT)
            time.sleep(10)
        finally:
            with suppress(OSError):
                time.sleep(0.3)
                raise OSError
            try:
                raise OSError
            except OSError:
                time.sleep(0.3)
            ended.append("all")
    assert ended == ["all"]


def test_an_import_is_not_interrupted_in_pythons_own_code_and_the_program_is_right_after_it() -> None:
    done: list[str] = []
    code = compile(IMPORT, "<frozen importlib._bootstrap>", "exec")
    with pytest.raises(Interrupted), interrupts_handled() as handler:  # noqa: PT012
        exec(code, {"signal": signal, "done": done})
        assert done == ["the import"]
        assert handler.received
        time.sleep(10)


def test_other_errors_of_callbacks_are_reported_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: reported.append(dropped.exc_type))
    with interrupts_handled():
        dropped = Anything()
        reference = weakref.ref(dropped, lambda _: 1 / 0)
        del dropped
        assert reference() is None
    assert reported == [ZeroDivisionError]


def test_handler_and_hook_are_put_back() -> None:
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    with interrupts_handled():
        assert signal.getsignal(signal.SIGINT) != before[0]
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before


def test_another_thread_cannot_hear_signals_and_changes_nothing() -> None:
    handlers = []

    def enter() -> None:
        with interrupts_handled():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]
