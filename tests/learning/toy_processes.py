"""One of several processes that train together. Arguments: FOLDER, steps."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import torch
from torch import nn
from toy_training import Pair, Regression, batches, error

from paperformer.learning.trainer import Trainer, TrainerConfig


def still() -> nn.Module:
    """A network without dropout, whose random numbers would differ between the processes."""
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))


def uneven(epoch: int) -> list[Pair]:
    """Eleven batches, one of them of another size: the last process has none in the last step of an epoch."""
    data = batches(epoch, 11)
    return [(x[: 8 - place % 3], y[: 8 - place % 3]) for place, (x, y) in enumerate(data)]


def together(folder: Path, steps: int, accumulate: int = 1) -> Trainer[Pair]:
    """A trainer of this process's share."""
    config = TrainerConfig(
        steps=steps,
        accumulate=accumulate,
        learning_rate=0.05,
        schedule="inverse_sqrt",
        warmup_steps=5,
        average=0.9,
        evaluate_every=4,
        checkpoint_seconds=0.05 * (1 + int(os.environ.get("RANK", "0"))),  # clocks that differ
    )
    return Trainer(still(), Regression(), uneven, folder, config, evaluate=error, device="cpu")


if __name__ == "__main__":
    torch.set_num_threads(1)
    one = together(Path(sys.argv[1]), int(sys.argv[2]))
    one.run()
    one.processes.part()
