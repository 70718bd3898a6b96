"""Summary of a run of a batch: counts, rates, errors by kind, the slowest documents."""

from __future__ import annotations

import heapq
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperformer.extraction.resumable.admission import Report
from paperformer.extraction.resumable.parts import rewrite

SUMMARY = "summary.json"
_SLOWEST = 5


@dataclass(slots=True)
class Summary:
    """Grows by one report after the other, and never beyond a few names."""

    states: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    reading_seconds: float = 0.0
    slowest: list[tuple[float, str]] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)

    def add(self, report: Report) -> None:
        """Count a report."""
        self.states[report.state] += 1
        self.pages += report.pages
        self.reading_seconds += report.seconds
        if report.error is not None and report.state != "given up":
            self.errors[type(report.error).__name__] += 1
        if report.seconds:
            change = heapq.heappush if len(self.slowest) < _SLOWEST else heapq.heappushpop
            change(self.slowest, (report.seconds, report.name))

    @property
    def files(self) -> int:
        """How many files were reported."""
        return self.states.total()

    @property
    def failed(self) -> int:
        """How many have no answer, or not all of their answers."""
        return self.errors.total() + self.states["given up"]

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return time.monotonic() - self.begun

    def pages_per_second(self) -> float:
        """Pages read in a second of the run."""
        return self.pages / self.seconds if self.seconds else 0.0

    def lines(self) -> Iterator[str]:
        """The summary for people."""
        counts = ", ".join(f"{count:,} {state}" for state, count in self.states.most_common())
        yield f"{_counted(self.files, 'file')}: {counts or 'none'}"
        if read := self.states["read"]:
            rates = f"{read / self.seconds:.2f} files, {self.pages_per_second():.2f} pages per second"
            what = f"{_counted(read, 'file')} with {_counted(self.pages, 'page')}"
            yield f"{what} in {self.seconds:,.1f} s: {rates}"
        if self.errors:
            yield "errors: " + ", ".join(f"{kind} {count:,}" for kind, count in self.errors.most_common())
        if self.slowest:
            ordered = sorted(self.slowest, reverse=True)
            yield "slowest: " + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in ordered)

    def as_json(self) -> dict[str, Any]:
        """The summary for programs."""
        return {
            "files": self.files,
            "states": dict(self.states),
            "errors": dict(self.errors),
            "pages": self.pages,
            "seconds": round(self.seconds, 3),
            "reading_seconds": round(self.reading_seconds, 3),
            "pages_per_second": round(self.pages_per_second(), 3),
            "slowest": [
                {"file": name, "seconds": round(seconds, 3)}
                for seconds, name in sorted(self.slowest, reverse=True)
            ],
        }

    def write(self, folder: Path) -> None:
        """Write the summary beside the answers."""
        text = json.dumps(self.as_json(), ensure_ascii=False, indent=2) + "\n"
        rewrite(folder / SUMMARY, [text.encode()])


def _counted(count: int, what: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
