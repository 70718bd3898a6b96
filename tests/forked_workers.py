"""Worker processes that start at once, forked from one that has loaded what workers load.

In use, each loads it itself, which takes half a second. Tests that start the command or the service as a
process of its own have such workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from types import ModuleType

import pytest


@contextmanager
def forked_workers(starts: ModuleType, *loaded: str) -> Iterator[None]:
    """Forks the workers that a module starts.

    Args:
        starts: The module, which asks for a context of multiprocessing.
        loaded: The modules that workers load.
    """

    def context(_method: str) -> ForkServerContext:
        forking = get_context("forkserver")
        forking.set_forkserver_preload(list(loaded))
        return forking

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(starts, "get_context", context)
        yield
