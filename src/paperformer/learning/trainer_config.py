"""Settings of the trainer for every task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paperformer.learning.optimisation import ScheduleName

PrecisionName = Literal["auto", "float32", "bfloat16"]


@dataclass(frozen=True, slots=True)
class TrainerConfig:
    """How to train.

    Args:
        epochs: Passes over the data.
        steps: End after so many steps, however many epochs that takes; 0 goes by ``epochs``.
        learning_rate: Peak, reached after the warm-up.
        head_learning_rate: Peak for parameters that start from nothing (head, layout tables).
        schedule: How the rate goes on after the warm-up, see ``optimisation.schedule``.
        warmup: Part of all steps in which the rate rises from 0.
        warmup_steps: The same as a number of steps; 0 takes ``warmup``.
        weight_decay: AdamW's, on matrices only.
        epsilon: AdamW's.
        beta2: AdamW's, the decay of the second moment: nearer 1 where words are rare.
        accumulate: Batches per step, in each process.
        clip: Largest norm of the gradient; 0 leaves it as it is.
        average: Decay of the moving average of the weights, 0 for none; the average is evaluated and kept.
        average_last: Evaluate and keep the mean of the weights at the last so many evaluations instead.
        evaluate_every: Steps between evaluations; 0 evaluates after each epoch.
        patience: Stop after so many evaluations in a row that were not better than the best; 0 never does.
        checkpoint_seconds: Time between checkpoints.
        threads: Torch threads, 0 for torch's own choice.
        recompute: Keep the states between layers only and make the rest again on the way back
            (``transformer.recompute``): less memory for about a third more time.
        precision: ``auto`` is bfloat16 autocast on an accelerator and float32 on a CPU.
        seed: Of dropout.
        tensorboard: Write the log for TensorBoard too.
    """

    epochs: int = 8
    steps: int = 0
    learning_rate: float = 1e-4
    head_learning_rate: float = 1e-3
    schedule: ScheduleName = "linear"
    warmup: float = 0.08
    warmup_steps: int = 0
    weight_decay: float = 0.01
    epsilon: float = 1e-6
    beta2: float = 0.98
    accumulate: int = 1
    clip: float = 1.0
    average: float = 0.995
    average_last: int = 0
    evaluate_every: int = 0
    patience: int = 0
    checkpoint_seconds: float = 120.0
    threads: int = 0
    recompute: bool = False
    precision: PrecisionName = "auto"
    seed: int = 0
    tensorboard: bool = False

    def rise(self, total_steps: int) -> int:
        """How many of ``total_steps`` the warm-up takes."""
        return self.warmup_steps or max(1, int(self.warmup * total_steps))
