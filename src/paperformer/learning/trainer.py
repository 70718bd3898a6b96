"""The training loop, one for every task: steps, schedule, averaging, checkpoints, exact resume.

A task brings a model, batches for each epoch and a loss; the trainer brings everything else. The order of the
batches follows from the seed and the epoch, and a checkpoint holds the state of every random generator, so a
training that was killed ends with the same weights as one that was not.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

from paperformer.errors import TrainingDiverged, TrainingFailed
from paperformer.learning.averaging import Snapshots, WeightAverage, averaged_state, weights_applied
from paperformer.learning.checkpoint import BEST, load_checkpoint, save_checkpoint
from paperformer.learning.gradients import Task, accumulate, divide
from paperformer.learning.interruption import Interruption
from paperformer.learning.optimisation import adamw, schedule
from paperformer.learning.processes import Processes, accelerator
from paperformer.learning.resuming import Progress, TrainingState
from paperformer.learning.trainer_config import TrainerConfig
from paperformer.learning.training_log import Pace, TrainingLog
from paperformer.transformer.attention.redraw import RedrawSchedule
from paperformer.transformer.recompute import recompute_activations

__all__ = ["Progress", "Task", "Trainer", "TrainerConfig"]

Batch = TypeVar("Batch")
LOG_EVERY = 10  # steps


class Trainer(Generic[Batch]):
    """Runs a task's training in ``folder``: ``latest.pt`` to resume from, ``best.pt``, ``metrics.jsonl``.

    Where ``torchrun`` started several processes, each takes its share of a step's batches; the first one
    evaluates and writes.

    Args:
        model: Moved to ``device``.
        task: Its loss.
        epoch_batches: Epoch number -> that epoch's batches, always the same for the same number.
        folder: Where checkpoints and the log go.
        config: How to train.
        fresh: Names of parameters (prefixes) that train at ``head_learning_rate``.
        evaluate: Called with the averaged model after each epoch, or as often as the config says; ``score``
            in its answer picks the best.
        report: Called with each logged record (a progress bar, a print).
        identity: Anything that tells this training from another; a checkpoint with another is refused.
        device: Where to compute; None is an accelerator where there is one.
        unit: What a task's loss counts, for the log's pace: ``tokens``, ``documents``.

    Raises:
        InvalidConfig: TensorBoard is wanted and not installed.
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
        unit: str = "examples",
    ) -> None:
        if config.threads:
            torch.set_num_threads(config.threads)
        self.device = torch.device(device) if device else accelerator()
        self.processes = Processes.joined(self.device)
        self.model = model.to(self.device)
        self.processes.same_start(self.model)
        recompute_activations(self.model, config.recompute)
        self.task, self.epoch_batches, self.folder, self.config = task, epoch_batches, folder, config
        self.evaluate, self.report, self.identity = evaluate, report, identity
        self.batches_per_step = config.accumulate * self.processes.count
        self.progress = Progress()
        self._foresee(len(epoch_batches(0)))
        self.optimizer = adamw(
            self.model,
            rate=config.learning_rate,
            fresh_rate=config.head_learning_rate,
            fresh=fresh,
            weight_decay=config.weight_decay,
            epsilon=config.epsilon,
            beta2=config.beta2,
        )
        rise = config.rise(self.total_steps)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: schedule(config.schedule, self.total_steps, rise)(step)
        )
        self.redraws = RedrawSchedule.as_configured(self.model, torch.Generator().manual_seed(config.seed))
        self.average = WeightAverage(self.model, 0.0 if config.average_last else config.average)
        self.snapshots = Snapshots(folder, config.average_last)
        self.log = TrainingLog(folder, tensorboard=config.tensorboard and self.processes.is_first)
        self.pace = Pace(unit)
        self._saved, self._due = time.monotonic(), False
        self._interruption = Interruption()
        self._state = TrainingState(
            self.model,
            self.average,
            self.optimizer,
            self.schedule,
            self.redraws,
            self.progress,
            self.processes,
            self.device,
        )

    def run(self) -> Progress:
        """Train to the end, from the latest checkpoint where there is one.

        Raises:
            TrainingFailed: no data, a disk that is full, another run's checkpoint.
            TrainingDiverged: a loss or gradient that is not finite.
            KeyboardInterrupt: Ctrl-C was pressed; the step is saved.
        """
        torch.manual_seed(self.config.seed + self.processes.rank)
        self._state.resume(self.folder, self.identity)
        if self.processes.is_first:
            self.log.cut(self.progress.step, self.progress.epoch)
            self.snapshots.cut(self.progress.step)
        is_resumed = self.progress.step > 0 and not self._is_over()
        if is_resumed and self.report is not None and self.processes.is_first:
            self.report({"resumed_at_step": self.progress.step})
        self.pace.start()
        with self._interruption:
            while not self._is_over():
                self._epoch(self.epoch_batches(self.progress.epoch))
        if self.progress.evaluated < self.progress.step:
            self._look()
        return self.progress

    def best_state(self) -> dict[str, Tensor]:
        """The weights to keep: those that evaluated best; where nothing is evaluated, the average.

        Raises:
            TrainingFailed: the checkpoint of the best weights is damaged.
        """
        best = load_checkpoint(self.folder, BEST) if self.evaluate is not None else None
        if best is None or best.get("identity") != self.identity:
            return self.kept_state()
        state: dict[str, Tensor] = best["model"]
        return state

    def kept_state(self) -> dict[str, Tensor]:
        """The weights as they are now or, as the config says, one of their averages; copies.

        Raises:
            TrainingFailed: a file of earlier weights is damaged.
        """
        return averaged_state(self.model, self.snapshots.mean() or self.average.weights)

    def _is_over(self) -> bool:
        if self.config.patience and self.progress.stale >= self.config.patience:
            return True
        if self.config.steps:
            return self.progress.step >= self.config.steps
        return self.progress.epoch >= self.config.epochs

    def _epoch(self, batches: Sequence[Batch]) -> None:
        """Train on an epoch's batches from where the last checkpoint left it."""
        if not batches:
            raise TrainingFailed(
                "there is nothing to train on", "Check the data paths and the fields they label"
            )
        self._foresee(len(batches))
        every, first, count = self.config.evaluate_every, self.processes.rank, self.processes.count
        while self.progress.batch < len(batches) and not self._is_over():
            end = min(self.progress.batch + self.batches_per_step, len(batches))
            self._step(batches[self.progress.batch + first : end : count])
            self.progress.batch = end
            if every and self.progress.step % every == 0:
                self._look()
            elif self._due:
                self._save()
        if self.progress.batch >= len(batches):
            self.progress.epoch += 1
            self.progress.batch = 0
            if not every:
                self._look()

    def _foresee(self, batches: int) -> None:
        """Say how many steps there will be, if the epochs to come have as many batches as this one.

        Epochs that draw some of their documents by chance are not of one length.
        """
        done = self.progress.step - math.ceil(self.progress.batch / self.batches_per_step)
        each = max(1, math.ceil(batches / self.batches_per_step))
        self.total_steps = self.config.steps or done + (self.config.epochs - self.progress.epoch) * each

    def _step(self, group: Sequence[Batch]) -> None:
        begun = time.monotonic()
        loss, count = self._gradients(group)
        norm = float(nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip or math.inf))
        if not (math.isfinite(loss) and math.isfinite(norm)):
            raise TrainingDiverged(
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
        self.pace.add(count, time.monotonic() - begun)
        if self.progress.step % LOG_EVERY == 0 or self.progress.step == self.total_steps:
            rate = float(self.schedule.get_last_lr()[0])
            self._record(
                {"step": self.progress.step, "steps": self.total_steps, "loss": loss, "gradient_norm": norm}
                | {"learning_rate": rate, "seconds": round(self.progress.seconds, 2)}
                | self.pace.record(self.total_steps - self.progress.step)
            )

    def _gradients(self, group: Sequence[Batch]) -> tuple[float, float]:
        """Leave the gradient of the mean loss over all processes' ``group`` in the parameters.

        That loss is returned, and what it was divided by.
        """
        total, weight = accumulate(self.task, self.model, group, self.device, self.config.precision)
        # Clocks differ: all save where one of them says that it is time, or they would wait for one another.
        is_time = time.monotonic() - self._saved > self.config.checkpoint_seconds
        due = float(is_time or self._interruption.asked)
        total, weight, due = self.processes.add_up(self.model.parameters(), total, weight, due)
        self._due = due > 0
        divide(self.model, max(weight, 1.0))
        return total / max(weight, 1.0), weight

    def _look(self) -> None:
        """Evaluate where that is wanted, and save."""
        self.progress.evaluated = self.progress.step
        if self.processes.is_first:
            self.snapshots.take(self.model, self.progress.step)
        if self.evaluate is not None:
            self._judge(self.processes.told(self._evaluate() if self.processes.is_first else None))
        self._save()

    def _save(self) -> None:
        self._state.save(self.folder, self.identity)
        self._saved, self._due = time.monotonic(), False
        if self._interruption.asked:
            done = self.progress.step
            raise KeyboardInterrupt(f"step {done} is saved: the same command goes on from there")

    def _evaluate(self) -> dict[str, float]:
        """What ``evaluate`` says of the weights that would be kept now; they are kept if none were better."""
        if self.evaluate is None:
            return {}
        state = self.kept_state()
        with weights_applied(self.model, state), torch.no_grad():
            result = dict(self.evaluate(self.model))
        self._record(
            {"epoch": self.progress.epoch, "step": self.progress.step}
            | {"seconds": round(self.progress.seconds, 2)}
            | result
        )
        if result.get("score", -math.inf) >= self.progress.best:  # of equals the one that learned longer
            save_checkpoint(self.folder, {"model": state, "identity": self.identity}, BEST)
        return result

    def _judge(self, result: Mapping[str, float]) -> None:
        """Note how good the weights are, and for how long they have not become better."""
        self.progress.history.append({"epoch": self.progress.epoch, **result})
        score = result.get("score", -math.inf)
        self.progress.stale = 0 if score > self.progress.best else self.progress.stale + 1
        self.progress.best = max(self.progress.best, score)

    def _record(self, record: Mapping[str, float]) -> None:
        if not self.processes.is_first:
            return
        self.log.write(record)
        if self.report is not None:
            self.report(record)
