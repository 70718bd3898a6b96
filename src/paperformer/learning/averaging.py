"""Averages of weights over a training: steadier than the last ones alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import Tensor, nn

from paperformer.errors import TrainingFailed
from paperformer.learning.checkpoint import load_checkpoint, save_checkpoint

SNAPSHOT = re.compile(r"weights-(\d+)\.pt")


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
            parameters = dict(model.named_parameters())
            torch._foreach_lerp_(
                list(self.weights.values()), [parameters[name] for name in self.weights], 1 - decay
            )

    def state(self, model: nn.Module) -> dict[str, Tensor]:
        """The model's state with averaged parameters: copies, buffers included."""
        return averaged_state(model, self.weights)

    @contextmanager
    def applied(self, model: nn.Module) -> Iterator[None]:
        """The model with averaged weights, in evaluation; afterwards it is as it was, bit for bit."""
        with weights_applied(model, self.state(model)):
            yield


class Snapshots:
    """The weights at the last so many evaluations, in files, and their mean (Vaswani et al. 2017, 6.1).

    Args:
        folder: Where ``weights-STEP.pt`` are kept, beside the checkpoint.
        keep: How many; 0 keeps none.
    """

    def __init__(self, folder: Path, keep: int) -> None:
        self.folder, self.keep = folder, keep

    def take(self, model: nn.Module, step: int) -> None:
        """Keep the parameters as they are after ``step``, and forget the oldest.

        Raises:
            TrainingFailed: the folder cannot be written.
        """
        if self.keep:
            weights = {name: p.detach().cpu() for name, p in model.named_parameters()}
            save_checkpoint(self.folder, weights, f"weights-{step}.pt")
            self._remove([old for old in self._steps() if old <= step][: -self.keep])

    def cut(self, step: int) -> None:
        """Drop what was taken after ``step``: a training that resumes there takes it again.

        Raises:
            TrainingFailed: a file cannot be removed.
        """
        self._remove([late for late in self._steps() if late > step])

    def mean(self) -> dict[str, Tensor]:
        """The mean of each parameter over all that are kept; empty where there are none.

        Raises:
            TrainingFailed: a file is damaged.
        """
        total: dict[str, Tensor] = {}
        steps = self._steps()
        for step in steps:
            weights = load_checkpoint(self.folder, f"weights-{step}.pt") or {}
            total = {name: total.get(name, 0.0) + tensor.double() for name, tensor in weights.items()}
        return {name: (tensor / len(steps)).float() for name, tensor in total.items()}

    def _steps(self) -> list[int]:
        """When they were taken, in order."""
        if not self.keep or not self.folder.is_dir():
            return []
        names = (SNAPSHOT.fullmatch(path.name) for path in self.folder.iterdir())
        return sorted(int(name[1]) for name in names if name)

    def _remove(self, steps: list[int]) -> None:
        for step in steps:
            path = self.folder / f"weights-{step}.pt"
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise TrainingFailed(
                    f"{path}: cannot be removed ({error.strerror})", "Make the folder writable"
                ) from error


def averaged_state(model: nn.Module, weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """The model's state with ``weights`` in the place of its own: copies, tied weights and buffers too."""
    state = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
    own = {p: name for name, p in model.named_parameters()}
    for name, p in model.named_parameters(remove_duplicate=False):
        if own[p] in weights:  # a tied weight has several names, and its average one
            state[name] = weights[own[p]].detach().clone().to(p.device)
    return state


@contextmanager
def weights_applied(model: nn.Module, state: dict[str, Tensor]) -> Iterator[None]:
    """The model with another state, in evaluation; afterwards it is as it was, bit for bit."""
    kept = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
    training = model.training
    model.load_state_dict(state)
    model.eval()
    try:
        yield
    finally:
        model.load_state_dict(kept)
        model.train(training)
