"""All that a training is at one moment: saved as its checkpoint, and put back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import nn

from paperformer.errors import TrainingFailed
from paperformer.learning.averaging import WeightAverage
from paperformer.learning.checkpoint import load_checkpoint, save_checkpoint
from paperformer.learning.processes import Processes
from paperformer.transformer.attention.redraw import RedrawSchedule


@dataclass
class Progress:
    """Where a training stands.

    Args:
        epoch: Epochs that are done, and
        batch: batches of the present one.
        step: Steps that are done.
        seconds: Time that they took, evaluation aside.
        best: The best score so far.
        evaluated: The step of the last evaluation; -1 before the first.
        stale: Evaluations since the score last rose.
        history: What each evaluation gave.
    """

    epoch: int = 0
    batch: int = 0
    step: int = 0
    seconds: float = 0.0
    best: float = -math.inf
    evaluated: int = -1
    stale: int = 0
    history: list[dict[str, float]] = field(default_factory=list)


@dataclass
class TrainingState:
    """What a training changes as it goes, the random generators of torch included.

    Args:
        model, average, optimizer, schedule, redraws, progress: Its parts.
        processes: Those that train together; each has its own random numbers, the rest is the same in all.
        device: Where they compute.
    """

    model: nn.Module
    average: WeightAverage
    optimizer: torch.optim.Optimizer
    schedule: torch.optim.lr_scheduler.LambdaLR
    redraws: RedrawSchedule
    progress: Progress
    processes: Processes
    device: torch.device

    def save(self, folder: Path, identity: str) -> None:
        """Write the checkpoint; all processes must call it, the first one writes.

        Raises:
            TrainingFailed: the folder cannot be written or the disk is full.
        """
        random = {"random": self.processes.gathered(torch.get_rng_state())}
        if self.device.type == "cuda":
            random["random_cuda"] = self.processes.gathered(torch.cuda.get_rng_state(self.device))
        if self.processes.is_first:
            state = {
                "identity": identity,
                "model": self.model.state_dict(),
                "average": self.average.weights,
                "optimizer": self.optimizer.state_dict(),
                "schedule": self.schedule.state_dict(),
                "redraws": self.redraws.state_dict(),
                "progress": vars(self.progress),
            }
            save_checkpoint(folder, state | random)

    def resume(self, folder: Path, identity: str) -> None:
        """Go on from the folder's checkpoint, where there is one.

        Raises:
            TrainingFailed: the checkpoint is damaged, of another training, or of more or fewer processes.
        """
        state = load_checkpoint(folder)
        if state is None:
            return
        if state.get("identity") != identity:
            raise TrainingFailed(
                f"{folder}: holds a checkpoint of another configuration",
                "Choose another output folder, or delete this one to start afresh",
            )
        try:
            random = _rows(state["random"], self.processes.count, folder)
            self._restore(state)
        except (KeyError, RuntimeError, TypeError, ValueError) as error:
            raise TrainingFailed(
                f"{folder}: the checkpoint does not fit the model",
                "Delete the folder to start afresh, or train with the version and schema that wrote it",
            ) from error
        torch.set_rng_state(random[self.processes.rank].clone())  # torch crashes on a row of a larger tensor
        if self.device.type == "cuda" and "random_cuda" in state:
            on_device = _rows(state["random_cuda"], self.processes.count, folder)
            torch.cuda.set_rng_state(on_device[self.processes.rank].clone(), self.device)

    def _restore(self, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self.average.weights = {name: tensor.to(self.device) for name, tensor in state["average"].items()}
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        self.redraws.load_state_dict(state["redraws"])
        vars(self.progress).update(vars(Progress(**state["progress"])))


def _rows(random: torch.Tensor, count: int, folder: Path) -> torch.Tensor:
    """The generators' states, ``(processes, bytes)``; older checkpoints are of one process and say so not."""
    rows = random[None] if random.ndim == 1 else random
    if len(rows) != count:
        raise TrainingFailed(
            f"{folder}: the checkpoint is of a training in {len(rows)} processes, not {count}",
            "Resume with as many as before, or choose another output folder",
        )
    return rows
