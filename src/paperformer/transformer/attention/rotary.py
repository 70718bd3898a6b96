"""Rotary positions: queries and keys are turned by their place (Su et al. 2021, arXiv 2104.09864).

The product of a query turned by its place m and a key turned by n depends on m - n alone: only the distance
counts. Lengths stay, so that FAVOR+'s features of turned queries and keys estimate softmax attention over
them as they do over any others; a single draw of features errs differently from place to place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.transformer.attention.protocol import AttentionState
from paperformer.transformer.config import RotaryConfig
from paperformer.transformer.size import Size


class RotaryPositions(nn.Module):
    """Turns the pairs (i, i + d / 2) of a head of width d, as Llama's checkpoints have them.

    Nothing is learned and no table is kept, so any place will do.

    Args:
        head_dim: Width of a head, even.
        config: How fast the pairs turn.
    """

    def __init__(self, *, head_dim: int, config: RotaryConfig) -> None:
        super().__init__()
        self.head_dim = head_dim
        self.config = config

    def forward(
        self,
        x: Float[Tensor, "batch heads length head_dim"],
        start: Size = 0,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch heads length head_dim"]:
        """``x`` turned by its places: from ``start`` on or, where texts share a row, as ``places`` say."""
        if places is None:
            # Counted up, because arange takes no length that is not known yet.
            places = torch.ones(x.shape[2], dtype=torch.long, device=x.device).cumsum(0).add(start - 1)[None]
        angles = places[:, None, :, None].double() * self.frequencies(
            x.device
        )  # (batch, 1, length, head_dim / 2)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        first, second = x.chunk(2, dim=-1)
        return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=-1)

    def frequencies(self, device: torch.device | None = None) -> Float[Tensor, " half"]:
        """The angle by which each pair turns from one place to the next, in double precision."""
        config = self.config
        even = torch.arange(0, self.head_dim, 2, dtype=torch.float64, device=device)
        plain = config.theta ** (-even / self.head_dim)
        if config.scaling == "none":
            return plain
        if config.scaling == "linear":
            return plain / config.factor
        turns = config.trained_length * plain / (2 * math.pi)  # in the length that was trained
        kept = (turns - config.low_frequency) / (config.high_frequency - config.low_frequency)
        kept = kept.clamp(0, 1)  # 0: stretched whole, 1: not at all
        return (1 - kept) * plain / config.factor + kept * plain


@dataclass(frozen=True, slots=True)
class PlacedState:
    """A mechanism's state, and how many tokens it has seen: the place of the next one."""

    attention: AttentionState
    seen: Size

    def reorder(self, indices: Int[Tensor, " rows"]) -> PlacedState:
        """The state whose row i is row ``indices[i]`` of this one."""
        reordered: Any = self.attention.reorder(indices)
        return PlacedState(reordered, self.seen)
