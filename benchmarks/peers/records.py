"""What was measured, a JSON line each, written as it comes: a run that was stopped goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

Record = dict[str, Any]


class Records:
    """The lines of a file.

    Args:
        path: The file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.all: list[Record] = [json.loads(line) for line in lines if line.strip()]

    def add(self, record: Record) -> None:
        """Append a line."""
        self.all.append(record)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def of(self, case: str, length: int) -> list[Record]:
        """Those of a case at a length, by round."""
        return [record for record in self.all if (record.get("case"), record.get("length")) == (case, length)]

    def machine(self, threads: int) -> dict[str, float] | None:
        """The peaks that were measured with so many threads."""
        found = [record["peaks"] for record in self.all if "peaks" in record and record["threads"] == threads]
        return found[-1] if found else None

    def seconds(self, case: str, length: int) -> float | None:
        """The median of all passes; None where there is none."""
        passes = [second for record in self.of(case, length) for second in record.get("seconds", ())]
        return median(passes) if passes else None

    def peak_mb(self, case: str, length: int) -> float | None:
        """The most memory that the process held."""
        peaks = [record["peak_mb"] for record in self.of(case, length) if "peak_mb" in record]
        return max(peaks) if peaks else None

    def why_not(self, case: str, length: int) -> str:
        """Why there is no figure."""
        reasons = [record["why"] for record in self.of(case, length) if "why" in record]
        return reasons[-1] if reasons else "not measured"
