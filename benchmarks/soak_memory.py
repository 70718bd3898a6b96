"""What the processes of a service hold, for ``soak.py``: memory, open descriptors and temporary files."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from service import Server

FLAT = 0.05  # part by which memory may grow
WINDOW = 10  # measurements


class Measured(NamedTuple):
    """What the service held after so many documents."""

    documents: int
    megabytes: dict[str, float]
    descriptors: int
    temporary: int

    @property
    def total(self) -> float:
        """The memory of all processes."""
        return sum(self.megabytes.values())

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {size:.0f}" for name, size in sorted(self.megabytes.items()))
        held = f"{self.descriptors} descriptors, {self.temporary} temporary files"
        return f"{self.documents:6,} documents: {self.total:6.0f} MB ({parts}); {held}"


def measure(server: Server, temporary: Path, documents: int) -> Measured:
    """What the service and its temporary folder hold now, after so many documents."""
    megabytes: Counter[str] = Counter()
    descriptors = 0
    for process in [psutil.Process(server.process.pid), *server.children()]:
        try:
            megabytes[_role(process)] += process.memory_full_info().pss / 1e6
            descriptors += process.num_fds()
        except psutil.NoSuchProcess:
            continue  # it was replaced just now
    return Measured(documents, dict(megabytes), descriptors, len(list(temporary.rglob("*"))))


def _role(process: psutil.Process) -> str:
    command = " ".join(process.cmdline())
    if "paperformer.documents.worker" in command:
        parent = process.parent()
        is_drawing = parent is not None and "serve" in parent.cmdline()
        return "previews" if is_drawing else "opening files"
    if "spawn_main" in command:
        return "workers"
    return "server" if "serve" in command.split() else "other"


def floors(measured: Sequence[float]) -> list[float]:
    """The least of each window: what is kept, whatever document was at hand at the other moments."""
    whole = len(measured) - len(measured) % WINDOW
    return [min(measured[at : at + WINDOW]) for at in range(0, whole, WINDOW)]


def growth(measured: Sequence[float]) -> float | None:
    """By which part memory grew from the first quarter to the last one; None where too few were measured."""
    quarter = len(measured) // 4
    if not quarter:
        return None
    return statistics.median(measured[-quarter:]) / statistics.median(measured[:quarter]) - 1


def grown(measured: Sequence[Measured], warm: int) -> list[str]:
    """Print by how much memory and open descriptors grew after the first documents; too much of it."""
    after = [one for one in measured if one.documents >= warm]
    if (part := growth([one.total for one in after])) is None:
        print(f"too few were measured after the first {warm:,} documents")
        return []
    print(f"descriptors: {after[0].descriptors} after {warm:,} documents, {after[-1].descriptors} at the end")
    for role in sorted({role for one in after for role in one.megabytes}):
        sizes = [one.megabytes.get(role, 0.0) for one in after]
        told = f", {_told(sizes)}" if min(sizes) else ""
        print(f"  {role}: {min(sizes):.0f} to {max(sizes):.0f} MB{told}")
    flat = "flat" if part <= FLAT else "not flat"
    totals = [one.total for one in after]
    print(f"memory after the first {warm:,} documents: {_told(totals)}; {flat} within {FLAT:.0%}")
    return [] if part <= FLAT else ["memory is not flat"]


def _told(sizes: Sequence[float]) -> str:
    median, floor = growth(sizes), growth(floors(sizes))
    parts = [] if median is None else [f"median {median:+.1%}"]
    return ", ".join(parts if floor is None else [*parts, f"least of windows {floor:+.1%}"])
