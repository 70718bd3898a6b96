"""Drawing tokens by chance, from all of them or from the likely ones only."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Generator, Tensor

from paperformer.errors import InvalidConfig
from paperformer.transformer.generation.loop import write
from paperformer.transformer.generation.protocol import Decodable, Hypothesis, Limits, Prompt, State


@dataclass(frozen=True, slots=True)
class Sampling:
    """Which tokens may be drawn, and how boldly; the three are applied in this order.

    Args:
        temperature: Divides the logits: below 1 favours likely tokens, above 1 unlikely ones.
        top_k: Only the k likeliest (Fan et al. 2018); None is all.
        top_p: Only the fewest likeliest that hold this much probability (Holtzman et al. 2020).
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 < self.temperature < math.inf:
            raise InvalidConfig(f"temperature is {self.temperature}", "Give more than 0, or decode greedily")
        if self.top_k is not None and self.top_k < 1:
            raise InvalidConfig(f"top_k is {self.top_k}", "Give 1 or more, or None for all tokens")
        if not 0.0 < self.top_p <= 1.0:
            raise InvalidConfig(f"top_p is {self.top_p}", "Give more than 0, at most 1")


def sample(
    model: Decodable[State], prompt: Prompt, limits: Limits, sampling: Sampling, generator: Generator
) -> list[Hypothesis]:
    """For each row of the prompt a text drawn by chance.

    Args:
        model: What scores the next token, in evaluation mode.
        prompt: What the texts begin with; repeat a row to draw several texts for it.
        limits: When they end.
        sampling: Which tokens may be drawn.
        generator: The source of chance, on the model's device; the same seed draws the same texts.
    """

    def draw(logits: Tensor) -> Tensor:
        drawn = torch.multinomial(probabilities(logits, sampling), 1, generator=generator)
        return drawn[:, 0]

    return write(model, prompt, limits, draw)


def probabilities(
    logits: Float[Tensor, "batch vocabulary"], sampling: Sampling
) -> Float[Tensor, "batch vocabulary"]:
    """How likely each token is to be drawn: exactly 0 for those left out, 1 in sum."""
    logits = logits / sampling.temperature
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    if sampling.top_k is not None:
        ranked[:, sampling.top_k :] = -torch.inf
    share = ranked.softmax(dim=-1)
    # A token stays while those before it hold less than top_p: the likeliest always does.
    before = share.cumsum(dim=-1) - share
    if sampling.top_p < 1.0:
        share = share.masked_fill(before >= sampling.top_p, 0.0)
    share = share / share.sum(dim=-1, keepdim=True)
    return torch.zeros_like(share).scatter(1, order, share)
