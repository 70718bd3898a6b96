"""Number of threads to compute with."""

from __future__ import annotations

import os

_VARIABLE = "OMP_NUM_THREADS"


def usable_threads(most: int) -> int:
    """The processors that this process may use, but no more than ``most`` and than ``OMP_NUM_THREADS`` says.

    That variable is the usual one of numerical libraries. Ray sets it for an actor to the cores that it has.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    said = os.environ.get(_VARIABLE, "")
    bound = int(said) if said.isdecimal() and int(said) > 0 else most
    return max(1, min(most, processors, bound))
