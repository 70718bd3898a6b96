"""Figures on disk, a line of JSON each, so that a run can be stopped and go on."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

RESULTS = "results.jsonl"
Key = dict[str, str | int]


def key_of(attention: str, *, before: int = 0, after: int = 0, draw: int = 0) -> Key:
    """What a figure is of: steps of fine-tuning with softmax before the swap, with ``attention`` after."""
    return {"attention": attention, "before": before, "after": after, "draw": draw}


class Results:
    """The figures so far, on disk as soon as they are known.

    Args:
        folder: Where ``results.jsonl`` is.
        plan: Its first line; the figures of another plan are not added to.

    Raises:
        SystemExit: when the folder holds the figures of another plan.
    """

    def __init__(self, folder: Path, plan: Mapping[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / RESULTS
        known = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        self.lines = [json.loads(line) for line in known]
        first = json.loads(json.dumps({"plan": plan}))
        if not self.lines:
            self._append(first)
        elif self.lines[0] != first:
            sys.exit(f"{self.path} is of another plan. Give another --out, or delete the folder")

    def add(self, key: Key, measure: Callable[[], dict[str, float]]) -> None:
        """Measure what is not known yet."""
        if not any(key.items() <= line.items() for line in self.lines):
            self._append({**key, **measure()})

    def _append(self, line: dict[str, object]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.lines.append(line)
        print(json.dumps(line), file=sys.stderr, flush=True)
