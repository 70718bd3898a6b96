"""R-Drop (Liang et al. 2021): two passes with other dropout over the same texts are to say the same.

Where a model knows its training texts by heart, their cross entropy alone has little left to teach. As in
``smoothed_loss``, a slice of rows at a time is scored and turned into its gradient; no logits are kept.
"""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

from paperformer.learning.smoothed_loss import take_off

SLICE = 2**20  # logits of each pass at a time: seven such arrays are worked in, which a last cache holds


def regularised_cross_entropy(
    states: Float[Tensor, "2 rows size"],
    weight: Float[Tensor, "vocabulary size"],
    wanted: Int[Tensor, " rows"],
    smoothing: float,
    strength: float,
) -> tuple[Float[Tensor, ""], Float[Tensor, ""]]:
    """The mean of both passes' summed cross entropy with label smoothing, and how far apart they are.

    Equation 4 of the paper, halved: (CE_a + CE_b) / 2 + ``strength`` / 2 * (KL(a, b) + KL(b, a)) / 2. The
    second value is the symmetric divergence alone, (KL(a, b) + KL(b, a)) / 2, and has no gradient.

    Args:
        states: What a head without bias is given, of the two passes.
        weight: The head's.
        wanted: The true token of each row.
        smoothing: See ``smoothed_cross_entropy``.
        strength: The paper's alpha; 5 there for translation.
    """
    losses = _Regularised.apply(states, weight, wanted, smoothing, strength)  # type: ignore[no-untyped-call]
    return losses[0], losses[1]


class _Regularised(torch.autograd.Function):
    """With p, q of the two passes and d = log p - log q: KL(p, q) = p d has the gradient p (d - KL(p, q)) for
    the first pass' logits, KL(q, p) has p - q; for the second pass' the same the other way round."""

    @staticmethod
    def forward(
        context: Any, states: Tensor, weight: Tensor, wanted: Tensor, smoothing: float, strength: float
    ) -> tuple[Tensor, Tensor]:
        device = states.device.type
        kind = torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else weight.dtype
        table, hidden = weight.detach().to(kind), states.detach().to(kind)
        rows = max(1, SLICE // len(weight)) if device == "cpu" else hidden.shape[1]
        rooms = _Rooms(min(rows, hidden.shape[1]), len(weight), kind, states.device)
        for_states = torch.empty_like(hidden)
        for_weight = torch.zeros_like(table, dtype=torch.float32)
        normaliser, apart = torch.zeros(2, device=states.device).unbind()
        with torch.autocast(device, enabled=False):
            for begin in range(0, hidden.shape[1], rows):
                part = hidden[:, begin : begin + rows].flatten(0, 1)  # the first pass, then the second
                gradients, total, divergence = rooms.gradients(part, table, strength / 4)
                here = wanted[begin : begin + rows].repeat(2)
                take_off(gradients, here, (1 - smoothing) / 2, smoothing / len(table) / 2)
                gradient = rooms.rounded(gradients)
                normaliser, apart = normaliser + total, apart + divergence
                for_states[:, begin : begin + rows] = (gradient @ table).view(2, -1, hidden.shape[2])
                for_weight.add_(gradient.T @ part)
            truth = _truth(hidden, table, wanted, smoothing)
        context.save_for_backward(for_states, for_weight)
        context.mark_non_differentiable(apart)
        context.kinds = states.dtype, weight.dtype
        return normaliser - truth + strength / 2 * apart, apart

    @staticmethod
    def backward(context: Any, gradient: Tensor, _: Tensor) -> tuple[Tensor, Tensor, None, None, None]:
        for_states, for_weight = context.saved_tensors
        of_states, of_weight = context.kinds
        factor = gradient.float()
        return (for_states * factor).to(of_states), (for_weight * factor).to(of_weight), None, None, None


class _Rooms:
    """Memory for one slice, cleared once: to clear it anew for each costs as much as to fill it.

    Args:
        rows: Tokens in a slice, at most.
        vocabulary: Their logits.
        kind: In which products are made.
        device: Where.
    """

    def __init__(self, rows: int, vocabulary: int, kind: torch.dtype, device: torch.device) -> None:
        self._logits, self._p = torch.empty(2, 2 * rows, vocabulary, device=device).unbind(0)
        self._difference = torch.empty(rows, vocabulary, device=device)
        same = kind == torch.float32
        self._products = self._logits if same else torch.empty_like(self._logits, dtype=kind)

    def gradients(
        self, part: Float[Tensor, "2*rows size"], table: Float[Tensor, "vocabulary size"], share: float
    ) -> tuple[Float[Tensor, "2*rows vocabulary"], Float[Tensor, ""], Float[Tensor, ""]]:
        """The gradients for the logits, but for the truth, until the next call; the mean over the passes of
        the log normalisers' sum; the symmetric divergence. ``share`` is what each of the two divergences
        counts."""
        rows = len(part) // 2
        products = torch.mm(part, table.T, out=self._products[: len(part)])
        z = products if products.dtype == torch.float32 else self._logits[: len(part)].copy_(products)
        top = z.amax(dim=1)
        p = torch.softmax(z, dim=1, out=self._p[: len(part)])
        # The likeliest token has at least 1 / vocabulary: its logarithm is safe.
        normaliser = top - p.amax(dim=1).log()
        difference = torch.sub(z[:rows], z[rows:], out=self._difference[:rows])  # d, but for a number per row
        seen = [torch.linalg.vecdot(each, difference)[:, None] for each in (p[:rows], p[rows:])]
        apart = (seen[0] - seen[1]).sum() / 2  # that number falls out of KL(p, q) + KL(q, p)
        for here, there, d, sign in ((0, 1, seen[0], 1), (1, 0, seen[1], -1)):
            mine, other = p[here * rows :][:rows], p[there * rows :][:rows]
            gradient = torch.mul(mine, 0.5 + share * (1 - sign * d), out=z[here * rows :][:rows])
            gradient.addcmul_(mine, difference, value=sign * share).sub_(other, alpha=share)
        return z, normaliser.sum() / 2, apart

    def rounded(self, gradients: Float[Tensor, "rows vocabulary"]) -> Tensor:
        """The gradients in the kind in which products are made."""
        same = self._products.dtype == gradients.dtype
        return gradients if same else self._products[: len(gradients)].copy_(gradients)


def _truth(hidden: Tensor, table: Tensor, wanted: Tensor, smoothing: float) -> Float[Tensor, ""]:
    """The mean over the passes of the summed logits, as the smoothed truth weighs them."""
    both, everything = hidden.float().sum(dim=0) / 2, table.sum(dim=0, dtype=torch.float32)
    right = (both * table[wanted].float()).sum()
    return (1 - smoothing) * right + smoothing / len(table) * (both @ everything).sum()
