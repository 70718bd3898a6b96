"""Memory of a process and of all that it started, in megabytes. Linux tells it; other systems do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_CURRENT = re.compile(r"^VmRSS:\s+(\d+) kB", re.MULTILINE)
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def resident(pid: int, root: Path = Path("/proc")) -> float | None:
    """What they hold now; None where the system does not tell."""
    return _sum(_CURRENT, pid, root)


def peak(pid: int, root: Path = Path("/proc")) -> float | None:
    """The sum of the most that each of them has held; None where the system does not tell."""
    return _sum(_PEAK, pid, root)


def _sum(pattern: re.Pattern[str], pid: int, root: Path) -> float | None:
    matches = [
        match
        for process in _tree(pid, root)
        if (match := pattern.search(_read(root / str(process) / "status")))
    ]
    return sum(int(match[1]) for match in matches) / 1000 if matches else None


def _tree(pid: int, root: Path) -> Iterator[int]:
    yield pid
    for task in sorted((root / str(pid) / "task").glob("*/children")):
        for child in _read(task).split():
            yield from _tree(int(child), root)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:  # it ended
        return ""
