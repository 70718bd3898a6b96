"""More positions than a checkpoint was trained with, so that a long document need not be cut."""

from __future__ import annotations

from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

StretchMethod = Literal["repeat", "interpolate"]


def stretch_positions(
    table: Float[Tensor, "trained size"], positions: int, method: StretchMethod = "repeat"
) -> Float[Tensor, "{positions} size"]:
    """A position table of ``positions`` rows; the trained ones come first and stay exactly as they are.

    Args:
        table: The trained rows.
        positions: How many rows are wanted; fewer than there are takes the first.
        method: ``repeat`` starts over from the first row, which keeps neighbours as far apart as they
            were trained (Beltagy et al. 2020, section 5); ``interpolate`` spreads the trained rows
            evenly over the new places, which keeps all new places distinct.
    """
    trained = table.shape[0]
    missing = positions - trained
    if missing <= 0:
        return table[:positions].clone()
    if method == "repeat":
        rows = torch.arange(positions, device=table.device) % trained
        return table[rows]
    return torch.cat([table, _spread(table, missing)])


def _spread(table: Tensor, rows: int) -> Tensor:
    """``rows`` rows at even distances between the first and the last of ``table``."""
    places = torch.linspace(0, table.shape[0] - 1, rows, dtype=torch.float64, device=table.device)
    below = places.floor().long()
    above = places.ceil().long()
    share = (places - below).to(table.dtype).unsqueeze(1)
    return table[below] * (1 - share) + table[above] * share
