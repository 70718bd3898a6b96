"""The training loop, one for every task: steps, schedule, averaging, checkpoints, exact resume.

A task brings a model, batches for each epoch and a loss; the trainer brings everything else. The order of the
batches follows from the seed and the epoch, and a checkpoint holds the state of every random generator, so a
training that was killed ends with the same weights as one that was not.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import torch
from torch import Tensor, nn

from paperformer.errors import TrainingFailed
from paperformer.learning.checkpoint import load_checkpoint, save_checkpoint

Batch = TypeVar("Batch")
BatchIn = TypeVar("BatchIn", contravariant=True)


@dataclass(frozen=True, slots=True)
class TrainerConfig:
    """How to train.

    Args:
        epochs: Passes over the data.
        learning_rate: Peak, reached after the warm-up.
        head_learning_rate: Peak for parameters that start from nothing (head, layout tables).
        warmup: Part of all steps in which the rate rises from 0; it falls linearly to 0 afterwards.
        weight_decay: AdamW's, on matrices only.
        accumulate: Batches per step.
        clip: Largest norm of the gradient.
        average: Decay of the moving average of the weights, 0 for none; the average is what is evaluated and kept.
        checkpoint_seconds: Time between checkpoints.
        threads: Torch threads, 0 for torch's own choice.
        precision: ``auto`` is bfloat16 autocast on an accelerator and float32 on a CPU.
    """

    epochs: int = 8
    learning_rate: float = 1e-4
    head_learning_rate: float = 1e-3
    warmup: float = 0.08
    weight_decay: float = 0.01
    accumulate: int = 1
    clip: float = 1.0
    average: float = 0.995
    checkpoint_seconds: float = 120.0
    threads: int = 0
    precision: str = "auto"
    seed: int = 0


class Task(Protocol[BatchIn]):
    """What the trainer needs to know of a task."""

    def loss(self, model: nn.Module, batch: BatchIn) -> tuple[Tensor, int]:
        """Summed loss of a batch, and by how much to divide it (examples, tokens ...)."""


@dataclass
class Progress:
    """Where a training stands; part of the checkpoint."""

    epoch: int = 0
    batch: int = 0
    step: int = 0
    seconds: float = 0.0
    best: float = -math.inf
    history: list[dict[str, float]] = field(default_factory=list)


class Trainer(Generic[Batch]):
    """Runs a task's training in ``folder``: ``latest.pt`` to resume from, ``best.pt``, ``metrics.jsonl``.

    Args:
        model: Moved to ``device``.
        task: Its loss.
        epoch_batches: Epoch number -> that epoch's batches, always the same for the same number.
        folder: Where checkpoints and the log go.
        config: How to train.
        fresh: Names of parameters (prefixes) that train at ``head_learning_rate``.
        evaluate: Called with the averaged model after each epoch; ``score`` in its answer picks the best.
        report: Called with each logged record (a progress bar, a print).
        identity: Anything that tells this training from another; a checkpoint with another is refused.
    """

    def __init__(
        self,
        model: nn.Module,
        task: Task[Batch],
        epoch_batches: Callable[[int], Sequence[Batch]],
        folder: Path,
        config: TrainerConfig,
        *,
        fresh: Sequence[str] = (),
        evaluate: Callable[[nn.Module], Mapping[str, float]] | None = None,
        report: Callable[[Mapping[str, float]], None] | None = None,
        identity: str = "",
        device: str | None = None,
    ) -> None:
        if config.threads:
            torch.set_num_threads(config.threads)
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        self.model = model.to(self.device)
        self.task, self.epoch_batches, self.folder, self.config = task, epoch_batches, folder, config
        self.evaluate, self.report, self.identity = evaluate, report, identity
        self.steps_per_epoch = max(1, math.ceil(len(epoch_batches(0)) / config.accumulate))
        self.total_steps = self.steps_per_epoch * config.epochs
        self.optimizer = torch.optim.AdamW(self._groups(fresh), betas=(0.9, 0.98), eps=1e-6)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)
        self.average = {n: p.detach().clone() for n, p in model.named_parameters()} if config.average else {}
        self.progress = Progress()

    def run(self) -> Progress:
        """Train to the end, from the latest checkpoint where there is one.

        Raises:
            TrainingFailed: no data, a loss that is not finite, a disk that is full, another run's checkpoint.
        """
        torch.manual_seed(self.config.seed)
        self._resume()
        saved = time.monotonic()
        while self.progress.epoch < self.config.epochs:
            batches = self.epoch_batches(self.progress.epoch)
            if not batches:
                raise TrainingFailed(
                    "there is nothing to train on", "Check the data paths and the fields they label"
                )
            while self.progress.batch < len(batches):
                group = batches[self.progress.batch : self.progress.batch + self.config.accumulate]
                self._step(group)
                self.progress.batch += len(group)
                if time.monotonic() - saved > self.config.checkpoint_seconds:
                    self._save()
                    saved = time.monotonic()
            self._end_epoch()
            saved = time.monotonic()
        return self.progress

    def averaged_state(self) -> dict[str, Tensor]:
        """The averaged weights (the plain ones where nothing is averaged), with all buffers."""
        state = {name: tensor.detach().clone() for name, tensor in self.model.state_dict().items()}
        state.update({name: tensor.clone() for name, tensor in self.average.items() if name in state})
        return state

    def _step(self, group: Sequence[Batch]) -> None:
        begun = time.monotonic()
        self.model.train()
        total, weight = 0.0, 0
        for batch in group:
            with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self._autocast()):
                loss, count = self.task.loss(self.model, batch)
            loss.backward()
            total, weight = total + float(loss.detach()), weight + count
        if not math.isfinite(total):
            raise TrainingFailed(
                f"the loss is not finite at step {self.progress.step}", "Lower the learning rate"
            )
        for parameter in self.model.parameters():
            if parameter.grad is not None:
                parameter.grad.div_(max(weight, 1))
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad(set_to_none=True)
        self._update_average()
        self.progress.step += 1
        self.progress.seconds += time.monotonic() - begun
        if self.progress.step % 10 == 0 or self.progress.step == self.total_steps:
            self._log(
                {
                    "step": self.progress.step,
                    "steps": self.total_steps,
                    "loss": total / max(weight, 1),
                    "gradient_norm": float(norm),
                    "learning_rate": self.schedule.get_last_lr()[0],
                    "seconds": round(self.progress.seconds, 2),
                }
            )

    def _end_epoch(self) -> None:
        self.progress.epoch += 1
        self.progress.batch = 0
        if self.evaluate is not None:
            kept = {name: p.detach().clone() for name, p in self.model.named_parameters()}
            self.model.load_state_dict(self.averaged_state())
            self.model.eval()
            with torch.no_grad():
                result = dict(self.evaluate(self.model))
            with torch.no_grad():
                for name, p in self.model.named_parameters():
                    p.copy_(kept[name])
            self.progress.history.append({"epoch": self.progress.epoch, **result})
            self._log({"epoch": self.progress.epoch, "seconds": round(self.progress.seconds, 2), **result})
            if result.get("score", -math.inf) > self.progress.best:
                self.progress.best = result["score"]
                save_checkpoint(
                    self.folder, {"model": self.averaged_state(), "identity": self.identity}, "best.pt"
                )
        self._save()

    def _update_average(self) -> None:
        if not self.average:
            return
        # Early on the average follows closely, else it would remember the random head.
        decay = min(self.config.average, (1 + self.progress.step) / (10 + self.progress.step))
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                self.average[name].lerp_(parameter, 1 - decay)

    def _groups(self, fresh: Sequence[str]) -> list[dict[str, Any]]:
        config = self.config
        groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
        for name, parameter in self.model.named_parameters():
            if parameter.requires_grad:
                key = (name.startswith(tuple(fresh)) if fresh else False, parameter.ndim >= 2)
                groups.setdefault(key, []).append(parameter)
        return [
            {
                "params": parameters,
                "lr": config.head_learning_rate if new else config.learning_rate,
                "weight_decay": config.weight_decay if matrix else 0.0,
            }
            for (new, matrix), parameters in groups.items()
        ]

    def _rate(self, step: int) -> float:
        rise = max(1, int(self.config.warmup * self.total_steps))
        if step < rise:
            return (step + 1) / rise
        return max(0.0, (self.total_steps - step) / max(1, self.total_steps - rise))

    def _autocast(self) -> bool:
        return self.config.precision == "bfloat16" or (
            self.config.precision == "auto" and self.device.type != "cpu"
        )

    def _log(self, record: Mapping[str, float]) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / "metrics.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(dict(record)) + "\n")
        except OSError as error:
            raise TrainingFailed(
                f"{self.folder}: the log cannot be written ({error})",
                "Free some space or choose another output folder",
            ) from error
        if self.report is not None:
            self.report(record)

    def _save(self) -> None:
        save_checkpoint(
            self.folder,
            {
                "identity": self.identity,
                "model": self.model.state_dict(),
                "average": self.average,
                "optimizer": self.optimizer.state_dict(),
                "schedule": self.schedule.state_dict(),
                "random": torch.get_rng_state(),
                "progress": vars(self.progress),
            },
        )

    def _resume(self) -> None:
        state = load_checkpoint(self.folder)
        if state is None:
            return
        if state.get("identity") != self.identity:
            raise TrainingFailed(
                f"{self.folder}: holds a checkpoint of another configuration",
                "Choose another output folder, or delete this one to start afresh",
            )
        self.model.load_state_dict(state["model"])
        self.average = {name: tensor.to(self.device) for name, tensor in state["average"].items()}
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        torch.set_rng_state(state["random"])
        self.progress = Progress(**state["progress"])
