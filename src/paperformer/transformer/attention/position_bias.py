"""Positions as numbers that are added to the logits of softmax attention: ALiBi and T5's relative bias.

Both depend on the distance between query and key alone, and need no vectors of positions.
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.transformer.size import Size


def alibi_slopes(heads: int) -> list[float]:
    """The slope of each head (Press et al. 2021, section 3): a geometric sequence from 2^(-8 / heads).

    Where the number of heads is no power of two, those of the next smaller power come first, then every
    second one of the next greater, as in the paper's own code.
    """
    power = 2 ** math.floor(math.log2(heads))
    slopes = [2.0 ** (-8 * (head + 1) / power) for head in range(power)]
    return slopes + [2.0 ** (-4 * (2 * head + 1) / power) for head in range(heads - power)]


class AlibiBias(nn.Module):
    """Minus slope times distance, in each head (Press et al. 2021, arXiv 2108.12409); nothing is learned.

    Args:
        heads: How many there are.
    """

    slopes: Tensor

    def __init__(self, *, heads: int) -> None:
        super().__init__()
        self.register_buffer("slopes", torch.tensor(alibi_slopes(heads)), persistent=False)

    def forward(self, queries: Size, keys: Size) -> Float[Tensor, "1 heads query key"]:
        """The bias where the last query stands at the last key."""
        distance = _distances(queries, keys, self.slopes.device).abs()
        return (-self.slopes[:, None, None] * distance)[None]


class RelativeBias(nn.Module):
    """A learned number for each head and bucket of distances (Raffel et al. 2020, section 2.1).

    Near distances have a bucket each, farther ones share logarithmically wider buckets.

    Args:
        heads: How many there are.
        buckets: How many numbers a head has.
        max_distance: From this distance on, all share the last bucket.
        bidirectional: Whether later keys have buckets of their own; in a causal stack they need none.
    """

    def __init__(self, *, heads: int, buckets: int, max_distance: int, bidirectional: bool) -> None:
        super().__init__()
        self.table = nn.Embedding(buckets, heads)
        self.max_distance = max_distance
        self.bidirectional = bidirectional

    def forward(self, queries: Size, keys: Size) -> Float[Tensor, "1 heads query key"]:
        """The bias where the last query stands at the last key."""
        distances = _distances(queries, keys, self.table.weight.device)
        bias: Tensor = self.table(self.bucket(distances))  # (query, key, heads)
        return bias.permute(2, 0, 1)[None]

    def bucket(self, distance: Int[Tensor, "query key"]) -> Int[Tensor, "query key"]:
        """The bucket of each distance, which is the key's place less the query's."""
        buckets = self.table.num_embeddings
        first = torch.zeros_like(distance)
        if self.bidirectional:
            buckets //= 2
            first = (distance > 0) * buckets
            away = distance.abs()
        else:
            away = (-distance).clamp(min=0)
        single = buckets // 2
        steps = (away.clamp(min=1) / single).log() / math.log(self.max_distance / single)
        shared = single + (steps * (buckets - single)).long()
        return first + torch.where(away < single, away, shared.clamp(max=buckets - 1))


PositionBias = AlibiBias | RelativeBias


def _distances(queries: Size, keys: Size, device: torch.device) -> Int[Tensor, "query key"]:
    # While a model is exported, torch.arange takes symbols too.
    places: Tensor = torch.arange(keys, device=device)  # type: ignore[arg-type]
    asking: Tensor = torch.arange(queries, device=device) + (keys - queries)  # type: ignore[arg-type, assignment]
    return places[None, :] - asking[:, None]
