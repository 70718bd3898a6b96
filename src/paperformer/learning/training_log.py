"""The figures of a training, one JSON object per line; for TensorBoard too, where it is wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paperformer.errors import InvalidConfig, TrainingFailed, write_remedy


class Pace:
    """How fast a training goes, and how much longer it takes.

    Args:
        unit: What is counted.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.start()

    def start(self) -> None:
        """Count from now on."""
        self._steps, self._seconds = 0, 0.0
        self._recent = (0.0, 0.0)

    def add(self, count: float, seconds: float) -> None:
        """A step took so long for ``count`` units."""
        self._steps, self._seconds = self._steps + 1, self._seconds + seconds
        self._recent = (self._recent[0] + count, self._recent[1] + seconds)

    def record(self, steps_left: int) -> dict[str, float]:
        """Units per second since the last record, and the seconds that ``steps_left`` steps will take."""
        count, seconds = self._recent
        self._recent = (0.0, 0.0)
        left = steps_left * self._seconds / max(self._steps, 1)
        return {
            f"{self.unit}_per_second": round(count / max(seconds, 1e-9), 1),
            "seconds_left": round(left, 1),
        }


class TrainingLog:
    """``metrics.jsonl`` in a training's folder.

    Args:
        folder: Made when the first record is written.
        tensorboard: Write the same figures to ``tensorboard`` in it.

    Raises:
        InvalidConfig: TensorBoard is wanted and not installed.
        TrainingFailed: its folder cannot be written.
    """

    def __init__(self, folder: Path, *, tensorboard: bool = False) -> None:
        self.path = folder / "metrics.jsonl"
        self._folder = folder / "tensorboard"
        self._board = self._new_board() if tensorboard else None

    def write(self, record: Mapping[str, float]) -> None:
        """Append a record.

        Raises:
            TrainingFailed: the file cannot be written.
        """
        self._write("a", json.dumps(dict(record)) + "\n")
        if self._board is None:
            return
        try:
            for name in record.keys() - {"step", "steps", "epoch"}:
                self._board.add_scalar(name, record[name], record.get("step", record.get("epoch", 0)))
            self._board.flush()
        except OSError as error:
            raise self._failed(error) from error

    def cut(self, step: int, epoch: int) -> None:
        """Drop what was logged after ``step`` or ``epoch``: a training that resumes there logs it again.

        Raises:
            TrainingFailed: the file cannot be read or written.
        """
        if self.path.exists():
            kept = [line for line in self._lines() if _is_until(line, step, epoch)]
            self._write("w", "".join(f"{line}\n" for line in kept))
            if self._board is not None:
                self._board.close()
                self._board = self._new_board(purge_step=step + 1)

    def _new_board(self, **settings: int) -> Any:
        try:
            return _board(self._folder, **settings)
        except OSError as error:
            raise self._failed(error) from error

    def _lines(self) -> list[str]:
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise self._failed(error) from error
        return [line for line in text.split("\n") if line]

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
            write_remedy(error, "another output folder"),
        )


def _board(folder: Path, **settings: int) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise InvalidConfig(
            "tensorboard: the package is not installed",
            "Install it with: pip install 'paperformer[tensorboard]', or set it to false",
        ) from error
    return SummaryWriter(str(folder), **settings)


def _is_until(line: str, step: int, epoch: int) -> bool:
    try:
        record: Any = json.loads(line)
    except ValueError:
        return False  # a kill in the middle of a line
    return isinstance(record, dict) and record.get("step", 0) <= step and record.get("epoch", 0) <= epoch
