"""The counts of a run as a text file, which the node exporter of Prometheus collects."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paperformer.extraction.resumable.parts import rewrite
from paperformer.extraction.resumable.summary import Summary

SECONDS_BETWEEN_FILES = 5.0


@dataclass(slots=True)
class MetricsFile:
    """Written anew every few seconds, each time as a whole.

    Args:
        path: Its path; the collector reads files that end in ``.prom``.
    """

    path: Path
    _written: float = field(default=0.0, init=False)

    def seen(self, summary: Summary) -> None:
        """Write, unless that was a moment ago."""
        if time.monotonic() - self._written >= SECONDS_BETWEEN_FILES:
            self.write(summary)

    def write(self, summary: Summary) -> None:
        """Write."""
        rewrite(self.path, ["".join(f"{line}\n" for line in lines_of(summary)).encode()])
        self._written = time.monotonic()


def lines_of(summary: Summary) -> Iterator[str]:
    """The text format of Prometheus."""
    yield from _counts("files_total", "Files of this run, by what became of them.", "state", summary.states)
    yield from _counts("errors_total", "Files that failed, by kind of error.", "kind", summary.errors)
    yield from _value("pages_total", "counter", "Pages read.", summary.pages)
    yield from _value("reading_seconds_total", "counter", "Seconds of all readers.", summary.reading_seconds)
    yield from _value("run_seconds", "gauge", "Seconds since the run began.", summary.seconds)


def _counts(name: str, about: str, label: str, values: Mapping[str, int]) -> Iterator[str]:
    yield from _head(name, "counter", about)
    for value, count in sorted(values.items()):
        yield f'paperformer_batch_{name}{{{label}="{value}"}} {count}'


def _value(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, about)
    yield f"paperformer_batch_{name} {round(value, 3)}"


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP paperformer_batch_{name} {about}"
    yield f"# TYPE paperformer_batch_{name} {kind}"
