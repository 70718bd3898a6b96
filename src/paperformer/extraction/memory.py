"""Free memory, and the number of processes that it allows."""

from __future__ import annotations

from pathlib import Path

# A process that reads with the default OCR peaks at about 700 MB, its parser's process at 300.
MEGABYTES_PER_JOB = 1_000


def affordable_jobs(wanted: int, free: int | None) -> int:
    """As many of the ``wanted`` processes as ``free`` megabytes bear, at least one; all when free is None."""
    if free is None:
        return wanted
    return max(1, min(wanted, free // MEGABYTES_PER_JOB))


def free_megabytes(root: Path = Path("/")) -> int | None:
    """Memory that new processes may take, in megabytes; None where the system does not tell.

    Linux only: what ``/proc/meminfo`` says is available, bounded by the control group's limit (version 2),
    which is what counts in a container.
    """
    bounds = [bound for bound in (_available(root), _group_room(root)) if bound is not None]
    return min(bounds) // 1_000_000 if bounds else None


def _available(root: Path) -> int | None:
    for line in (_read(root / "proc/meminfo") or "").splitlines():
        name, _, rest = line.partition(":")
        if name == "MemAvailable":
            return int(rest.split()[0]) * 1024
    return None


def _group_room(root: Path) -> int | None:
    group = root / "sys/fs/cgroup"
    limit, used = _read(group / "memory.max"), _read(group / "memory.current")
    if limit is None or used is None or not limit.strip().isdigit():  # "max": no limit
        return None
    return max(0, int(limit) - int(used))


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return None
