"""How weights move: the optimiser's groups, the learning rate over time, and the moving average."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn


def adamw(
    model: nn.Module, *, rate: float, fresh_rate: float, fresh: Sequence[str], weight_decay: float
) -> torch.optim.AdamW:
    """AdamW with decay on matrices only.

    Args:
        model: Its parameters that require a gradient are trained.
        rate: Peak learning rate.
        fresh_rate: The same, for parameters that start from nothing.
        fresh: Names (prefixes) of those.
        weight_decay: Of matrices; biases and norms have none.
    """
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            key = (name.startswith(tuple(fresh)), parameter.ndim >= 2)
            groups.setdefault(key, []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "lr": fresh_rate if is_fresh else rate,
                "weight_decay": weight_decay if is_matrix else 0.0,
            }
            for (is_fresh, is_matrix), parameters in groups.items()
        ],
        betas=(0.9, 0.98),
        eps=1e-6,
    )


def rise_and_fall(steps: int, warmup: float) -> Callable[[int], float]:
    """The part of the peak rate at each step: up in the first ``warmup`` of all ``steps``, then down to 0."""
    rise = max(1, int(warmup * steps))

    def part(step: int) -> float:
        if step < rise:
            return (step + 1) / rise
        return max(0.0, (steps - step) / max(1, steps - rise))

    return part


class WeightAverage:
    """The exponential moving average of a model's parameters; empty where ``decay`` is 0.

    Args:
        model: Whose parameters are averaged.
        decay: Of each step; early on the average follows more closely, or it would remember a random head.
    """

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.decay = decay
        self.weights = {n: p.detach().clone() for n, p in model.named_parameters()} if decay else {}

    @torch.no_grad()
    def update(self, model: nn.Module, step: int) -> None:
        """Take in the parameters as they are at ``step``, from 0."""
        if self.weights:
            decay = min(self.decay, (1 + step) / (10 + step))
            for name, parameter in model.named_parameters():
                self.weights[name].lerp_(parameter, 1 - decay)

    def state(self, model: nn.Module) -> dict[str, Tensor]:
        """The model's state with averaged parameters: copies, buffers included."""
        state = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        state.update({name: tensor.clone() for name, tensor in self.weights.items() if name in state})
        return state

    @contextmanager
    def applied(self, model: nn.Module) -> Iterator[None]:
        """The model with averaged weights, in evaluation; afterwards it is as it was, bit for bit."""
        kept = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        training = model.training
        model.load_state_dict(self.state(model))
        model.eval()
        try:
            yield
        finally:
            model.load_state_dict(kept)
            model.train(training)
