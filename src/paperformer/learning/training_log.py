"""The figures of a training, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperformer.errors import TrainingFailed


class TrainingLog:
    """``metrics.jsonl`` in a training's folder.

    Args:
        folder: Made when the first record is written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "metrics.jsonl"

    def write(self, record: Mapping[str, float]) -> None:
        """Append a record.

        Raises:
            TrainingFailed: the file cannot be written.
        """
        self._write("a", json.dumps(dict(record)) + "\n")

    def cut(self, step: int, epoch: int) -> None:
        """Drop what was logged after ``step`` or ``epoch``: a training that resumes there logs it again.

        Raises:
            TrainingFailed: the file cannot be read or written.
        """
        if self.path.exists():
            kept = [line for line in self._lines() if _is_until(line, step, epoch)]
            self._write("w", "".join(f"{line}\n" for line in kept))

    def _lines(self) -> list[str]:
        try:
            return self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise self._failed(error) from error

    def _write(self, mode: str, text: str) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open(mode, encoding="utf-8") as log:
                log.write(text)
        except OSError as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> TrainingFailed:
        return TrainingFailed(
            f"{self.path}: the log cannot be written ({error})",
            "Free some space or choose another output folder",
        )


def _is_until(line: str, step: int, epoch: int) -> bool:
    try:
        record: Any = json.loads(line)
    except ValueError:
        return False  # a kill in the middle of a line
    return isinstance(record, dict) and record.get("step", 0) <= step and record.get("epoch", 0) <= epoch
