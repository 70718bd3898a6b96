"""Cross entropy over a large vocabulary, from the states below the head, without ever holding all logits.

Logits take rows times vocabulary of memory, several times over with their gradient. Here a slice of rows at a
time is scored, turned into its gradient in place and multiplied back, while it is still in the cache.
"""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

SLICE = 2**22  # logits at a time: 16 MB, which a processor's last cache holds


def smoothed_cross_entropy(
    states: Float[Tensor, "rows size"],
    weight: Float[Tensor, "vocabulary size"],
    wanted: Int[Tensor, " rows"],
    smoothing: float = 0.0,
) -> tuple[Float[Tensor, ""], Float[Tensor, ""]]:
    """Summed cross entropy with label smoothing, and without; only the first has a gradient.

    The truth has 1 - ``smoothing`` of the probability and all tokens share the rest evenly (Szegedy et al.
    2016, section 7), as ``torch.nn.functional.cross_entropy`` has it.

    Args:
        states: What a head without bias is given.
        weight: The head's.
        wanted: The true token of each row.
        smoothing: From 0 to 1.
    """
    losses = _SmoothedCrossEntropy.apply(states, weight, wanted, smoothing)  # type: ignore[no-untyped-call]
    return losses[0], losses[1]


class _SmoothedCrossEntropy(torch.autograd.Function):
    """With logits z = W h, p = softmax(z) and q the smoothed truth: loss -q log p, gradient p - q."""

    @staticmethod
    def forward(
        context: Any, states: Tensor, weight: Tensor, wanted: Tensor, smoothing: float
    ) -> tuple[Tensor, Tensor]:
        kind = torch.get_autocast_dtype(states.device.type) if _autocast(states) else weight.dtype
        table, hidden = weight.detach().to(kind), states.detach().to(kind)
        rows = max(1, SLICE // len(weight)) if states.device.type == "cpu" else len(states)
        wants_gradient = any(context.needs_input_grad[:2])
        for_states = torch.empty_like(hidden) if wants_gradient else None
        for_weight = torch.zeros_like(table, dtype=torch.float32) if wants_gradient else None
        log_normaliser = torch.empty(len(states), dtype=torch.float32, device=states.device)
        truth = (hidden * table[wanted]).sum(dim=1, dtype=torch.float32)
        # One room for all slices: to clear fresh memory costs as much as to fill it.
        room = torch.empty(min(rows, len(states)), len(weight), device=states.device)
        narrow = room if kind == torch.float32 else torch.empty_like(room, dtype=kind)
        with torch.autocast(states.device.type, enabled=False):
            for begin in range(0, len(states), rows):
                part = slice(begin, begin + rows)
                here = torch.mm(hidden[part], table.T, out=narrow[: len(hidden[part])])
                logits = here if kind == torch.float32 else room[: len(here)].copy_(here)
                top = logits.amax(dim=1)
                p = torch.softmax(logits, dim=1, out=logits)  # (slice, vocabulary)
                # The likeliest token has at least 1 / vocabulary: its logarithm is safe.
                log_normaliser[part] = top - p.amax(dim=1).log()
                if for_states is not None and for_weight is not None:
                    # The truth is taken off before all is rounded: where p is nearly 1, little is left.
                    take_off(p, wanted[part], 1 - smoothing, smoothing / len(table))
                    gradient = p if kind == torch.float32 else here.copy_(p)
                    torch.mm(gradient, table, out=for_states[part])
                    if kind == torch.float32:
                        for_weight.addmm_(gradient.T, hidden[part])
                    else:
                        for_weight.add_(gradient.T @ hidden[part])
            mean = (hidden.float() @ table.float().sum(dim=0)) / len(table)
            plain = (log_normaliser - truth).sum()
            smoothed = (log_normaliser - (1 - smoothing) * truth - smoothing * mean).sum()
            if for_states is not None and for_weight is not None:
                context.save_for_backward(for_states, for_weight)
        context.mark_non_differentiable(plain)
        context.kinds = states.dtype, weight.dtype
        return smoothed, plain

    @staticmethod
    def backward(context: Any, gradient: Tensor, _: Tensor) -> tuple[Tensor, Tensor, None, None]:
        for_states, for_weight = context.saved_tensors
        of_states, of_weight = context.kinds
        factor = gradient.float()
        return (
            (for_states * factor).to(of_states),
            (for_weight * factor).to(of_weight),
            None,
            None,
        )


def take_off(
    p: Float[Tensor, "rows vocabulary"], wanted: Int[Tensor, " rows"], right: float, share: float
) -> None:
    """Subtract the smoothed truth in place: ``share`` everywhere, ``right`` more at the wanted token."""
    if share:
        p.sub_(share)
    p[torch.arange(len(p), device=p.device), wanted] -= right


def _autocast(tensor: Tensor) -> bool:
    return torch.is_autocast_enabled(tensor.device.type)
