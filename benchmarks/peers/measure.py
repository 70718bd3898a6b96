"""One case at one length, in this process: how long, and how much memory."""

from __future__ import annotations

import resource
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from case import Case

WARM_UP = 512  # tokens
LONG = 4096  # above, an encoder of one length has no warm-up: it would take as long again


def missing(case: Case) -> list[str]:
    """The packages that are not installed."""
    return [name for name in case.needs if find_spec(name) is None]


def limit_memory(bytes_allowed: int) -> None:
    """An encoder that wants more fails by itself, before the machine does."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (bytes_allowed, bytes_allowed))


def measure(
    case: Case, length: int, *, threads: int, folder: Path, repeat: int, budget: float
) -> dict[str, object]:
    """Seconds of passes, at most ``repeat`` and, but for the first, begun within ``budget`` seconds."""
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    run = case.build(length, threads, folder)
    if not case.fixed:
        run(min(length, WARM_UP))
    elif length <= LONG:
        run(length)
    before = peak()
    seconds: list[float] = []
    while not seconds or (len(seconds) < repeat and sum(seconds) < budget):
        start = time.perf_counter()
        run(length)
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds, "before_mb": before / 1e6, "peak_mb": peak() / 1e6}


def peak() -> int:
    """The most memory that this process has ever held, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
