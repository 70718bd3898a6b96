"""The gradient of a step: added up over its batches, in the wanted precision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import torch
from torch import Tensor, nn

Batch = TypeVar("Batch")
BatchIn = TypeVar("BatchIn", contravariant=True)


class Task(Protocol[BatchIn]):
    """What the trainer needs to know of a task."""

    def loss(self, model: nn.Module, batch: BatchIn) -> tuple[Tensor, int]:
        """Summed loss of a batch, and by how much to divide it (examples, tokens ...)."""


def accumulate(
    task: Task[Batch], model: nn.Module, batches: Sequence[Batch], device: torch.device, precision: str
) -> tuple[float, float]:
    """Add the gradients of the summed losses to those in the parameters.

    Args:
        task: The loss.
        model: Set to training.
        batches: Those of this process.
        device: Where the model is.
        precision: As ``TrainerConfig.precision``.

    Returns:
        The summed loss, and by how much it and the gradients are to be divided.
    """
    model.train()
    total, weight = 0.0, 0.0
    for batch in batches:
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=_is_bfloat16(device, precision)):
            loss, count = task.loss(model, batch)
        loss.backward()  # type: ignore[no-untyped-call]
        total, weight = total + float(loss.detach()), weight + count
    return total, weight


def divide(model: nn.Module, by: float) -> None:
    """Divide every gradient."""
    torch._foreach_div_([p.grad for p in model.parameters() if p.grad is not None], by)


def _is_bfloat16(device: torch.device, wanted: str) -> bool:
    return wanted == "bfloat16" or (wanted == "auto" and device.type != "cpu")
