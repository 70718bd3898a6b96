"""The training loop, one for every task: steps, schedule, averaging, checkpoints, exact resume.

A task brings a model, batches for each epoch and a loss; the trainer brings everything else. The order of the
batches follows from the seed and the epoch, and a checkpoint holds the state of every random generator, so a
training that was killed ends with the same weights as one that was not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import torch
from torch import Tensor, nn

from paperformer.errors import TrainingFailed
from paperformer.learning.checkpoint import BEST, load_checkpoint, save_checkpoint
from paperformer.learning.optimisation import WeightAverage, adamw, rise_and_fall
from paperformer.learning.training_log import TrainingLog
from paperformer.transformer.attention.redraw import RedrawSchedule

Batch = TypeVar("Batch")
BatchIn = TypeVar("BatchIn", contravariant=True)
LOG_EVERY = 10  # steps


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
        average: Decay of the moving average of the weights, 0 for none; the average is evaluated and kept.
        checkpoint_seconds: Time between checkpoints.
        threads: Torch threads, 0 for torch's own choice.
        precision: ``auto`` is bfloat16 autocast on an accelerator and float32 on a CPU.
        seed: Of dropout.
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
        device: Where to compute; None is an accelerator where there is one.
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
        self.total_steps = max(1, math.ceil(len(epoch_batches(0)) / config.accumulate)) * config.epochs
        self.optimizer = adamw(
            self.model,
            rate=config.learning_rate,
            fresh_rate=config.head_learning_rate,
            fresh=fresh,
            weight_decay=config.weight_decay,
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, rise_and_fall(self.total_steps, config.warmup)
        )
        self.redraws = RedrawSchedule.as_configured(self.model, torch.Generator().manual_seed(config.seed))
        self.average = WeightAverage(self.model, config.average)
        self.log = TrainingLog(folder)
        self.progress = Progress()

    def run(self) -> Progress:
        """Train to the end, from the latest checkpoint where there is one.

        Raises:
            TrainingFailed: no data, a loss that is not finite, a disk that is full, another run's checkpoint.
        """
        torch.manual_seed(self.config.seed)
        self._resume()
        self.log.cut(self.progress.step, self.progress.epoch)
        while self.progress.epoch < self.config.epochs:
            self._epoch(self.epoch_batches(self.progress.epoch))
            self.progress.epoch += 1
            self.progress.batch = 0
            self._evaluate()
            self._save()
        return self.progress

    def best_state(self) -> dict[str, Tensor]:
        """The weights to keep: those that evaluated best; where nothing is evaluated, the average.

        Raises:
            TrainingFailed: the checkpoint of the best weights is damaged.
        """
        best = load_checkpoint(self.folder, BEST) if self.evaluate is not None else None
        if best is None or best.get("identity") != self.identity:
            return self.average.state(self.model)
        state: dict[str, Tensor] = best["model"]
        return state

    def _epoch(self, batches: Sequence[Batch]) -> None:
        if not batches:
            raise TrainingFailed(
                "there is nothing to train on", "Check the data paths and the fields they label"
            )
        saved = time.monotonic()
        while self.progress.batch < len(batches):
            group = batches[self.progress.batch : self.progress.batch + self.config.accumulate]
            self._step(group)
            self.progress.batch += len(group)
            if time.monotonic() - saved > self.config.checkpoint_seconds:
                self._save()
                saved = time.monotonic()

    def _step(self, group: Sequence[Batch]) -> None:
        begun = time.monotonic()
        loss = self._gradients(group)
        norm = float(nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip))
        if not (math.isfinite(loss) and math.isfinite(norm)):
            raise TrainingFailed(
                f"the loss or its gradient is not finite at step {self.progress.step}",
                "Lower the learning rate; the last good checkpoint is kept",
            )
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.redraws.step()
        self.average.update(self.model, self.progress.step)
        self.progress.step += 1
        self.progress.seconds += time.monotonic() - begun
        if self.progress.step % LOG_EVERY == 0 or self.progress.step == self.total_steps:
            rate = float(self.schedule.get_last_lr()[0])
            self._record(
                {"step": self.progress.step, "steps": self.total_steps, "loss": loss, "gradient_norm": norm}
                | {"learning_rate": rate, "seconds": round(self.progress.seconds, 2)}
            )

    def _gradients(self, group: Sequence[Batch]) -> float:
        """Leave the gradient of the mean loss over ``group`` in the parameters; that loss."""
        self.model.train()
        total, weight = 0.0, 0
        for batch in group:
            with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self._autocast()):
                loss, count = self.task.loss(self.model, batch)
            loss.backward()  # type: ignore[no-untyped-call]
            total, weight = total + float(loss.detach()), weight + count
        for parameter in self.model.parameters():
            if parameter.grad is not None:
                parameter.grad.div_(max(weight, 1))
        return total / max(weight, 1)

    def _evaluate(self) -> None:
        if self.evaluate is None:
            return
        with self.average.applied(self.model), torch.no_grad():
            result = dict(self.evaluate(self.model))
        self.progress.history.append({"epoch": self.progress.epoch, **result})
        self._record({"epoch": self.progress.epoch, "seconds": round(self.progress.seconds, 2), **result})
        if result.get("score", -math.inf) >= self.progress.best:  # of equals the one that learned longer
            self.progress.best = result["score"]
            state = {"model": self.average.state(self.model), "identity": self.identity}
            save_checkpoint(self.folder, state, BEST)

    def _autocast(self) -> bool:
        wanted = self.config.precision
        return wanted == "bfloat16" or (wanted == "auto" and self.device.type != "cpu")

    def _record(self, record: Mapping[str, float]) -> None:
        self.log.write(record)
        if self.report is not None:
            self.report(record)

    def _save(self) -> None:
        state = {
            "identity": self.identity,
            "model": self.model.state_dict(),
            "average": self.average.weights,
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
            "redraws": self.redraws.state_dict(),
            "random": torch.get_rng_state(),
            "progress": vars(self.progress),
        }
        if self.device.type == "cuda":
            state["random_cuda"] = torch.cuda.get_rng_state(self.device)
        save_checkpoint(self.folder, state)

    def _resume(self) -> None:
        state = load_checkpoint(self.folder)
        if state is None:
            return
        if state.get("identity") != self.identity:
            raise TrainingFailed(
                f"{self.folder}: holds a checkpoint of another configuration",
                "Choose another output folder, or delete this one to start afresh",
            )
        try:
            self._restore(state)
        except (KeyError, RuntimeError, TypeError, ValueError) as error:
            raise TrainingFailed(
                f"{self.folder}: the checkpoint does not fit the model",
                "Delete the folder to start afresh, or train with the version and schema that wrote it",
            ) from error

    def _restore(self, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self.average.weights = {name: tensor.to(self.device) for name, tensor in state["average"].items()}
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        self.redraws.load_state_dict(state["redraws"])
        self.progress = Progress(**state["progress"])
        torch.set_rng_state(state["random"])
        if self.device.type == "cuda" and "random_cuda" in state:
            torch.cuda.set_rng_state(state["random_cuda"], self.device)
