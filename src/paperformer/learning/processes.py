"""One training in several processes, each with its share of every step's batches (``torchrun``).

Gradients are sums over what each process saw. They are added up before anything is done with them, so that N
processes take the same steps as one that accumulates N times as many batches.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, distributed, nn


@dataclass(frozen=True, slots=True)
class Processes:
    """This process among all of a training.

    Args:
        rank: Its number, from 0.
        count: How many there are.
    """

    rank: int = 0
    count: int = 1

    @classmethod
    def joined(cls, device: torch.device) -> Processes:
        """The processes that ``torchrun`` started, connected; where it did not, this one alone."""
        count = int(os.environ.get("WORLD_SIZE", "1"))
        if count == 1:
            return cls()
        if not distributed.is_initialized():
            distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
        return cls(distributed.get_rank(), count)

    @staticmethod
    def is_first_rank() -> bool:
        """Whether this process is the one that writes, connected or not."""
        return os.environ.get("WORLD_SIZE", "1") == "1" or os.environ.get("RANK", "0") == "0"

    @property
    def is_first(self) -> bool:
        """Whether it is this process that writes, evaluates and reports."""
        return self.rank == 0

    def same_start(self, model: nn.Module) -> None:
        """Give every process the first one's weights and buffers."""
        if self.count > 1:
            for tensor in model.state_dict().values():
                distributed.broadcast(tensor, src=0)

    def add_up(self, parameters: Iterable[nn.Parameter], *numbers: float) -> list[float]:
        """Make each gradient the sum over all processes; the sums of ``numbers`` are returned."""
        if self.count == 1:
            return list(numbers)
        trained = [p for p in parameters if p.requires_grad]
        device = trained[0].device
        present = torch.tensor([p.grad is not None for p in trained], dtype=torch.float32, device=device)
        counted = torch.tensor(numbers, dtype=torch.float64, device=device)
        gradients = [torch.zeros_like(p) if p.grad is None else p.grad for p in trained]
        flat = torch.cat([gradient.flatten() for gradient in gradients] + [present])
        distributed.all_reduce(flat)
        distributed.all_reduce(counted)
        *summed, present = torch.split(flat, [p.numel() for p in trained] + [len(trained)])
        for parameter, gradient, seen in zip(trained, summed, present.tolist(), strict=True):
            parameter.grad = gradient.view_as(parameter) if seen else None
        return [float(number) for number in counted]

    def gathered(self, tensor: Tensor) -> Tensor:
        """The tensors of all processes, ``(count, ...)``, on the CPU."""
        if self.count == 1:
            return tensor.cpu()[None]
        found: list[Any] = [None] * self.count
        distributed.all_gather_object(found, tensor.cpu())
        return torch.stack(found)

    def told(self, value: Any) -> Any:
        """What the first process says, in all of them."""
        if self.count == 1:
            return value
        said = [value]
        distributed.broadcast_object_list(said, src=0)
        return said[0]

    def part(self) -> None:
        """End the connection: the last thing that a training does."""
        if self.count > 1 and distributed.is_initialized():
            distributed.destroy_process_group()


def accelerator() -> torch.device:
    """The graphics card where there is one: in each of several processes its own; else the CPU."""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    return torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
