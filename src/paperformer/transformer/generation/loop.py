"""The loop that greedy decoding and sampling share: one text per row, one token per step."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from paperformer.transformer.generation.protocol import Decodable, Hypothesis, Limits, Prompt, State

Choose = Callable[[Tensor], Tensor]


@torch.no_grad()
def write(model: Decodable[State], prompt: Prompt, limits: Limits, choose: Choose) -> list[Hypothesis]:
    """One text for each row of the prompt.

    Rows of a longer prompt are led along it while the others already write. So no padding ever enters a
    state, and a row writes what it would write alone.

    Args:
        model: What scores the next token.
        prompt: What the texts begin with.
        limits: When they end.
        choose: From logits ``(batch, vocabulary)`` to the next tokens ``(batch,)``.
    """
    lengths = prompt.counted()
    place = int(lengths.min())
    tokens, state = prompt.tokens[:, :place], model.start(prompt)
    writing = torch.ones_like(lengths, dtype=torch.bool)
    finished = torch.zeros_like(writing)
    written, kept, gains = [], [], []
    while bool(writing.any()):
        logits, state = model.step(tokens, state)
        free = writing & (place >= lengths)
        chosen = choose(logits)
        gain = logits.log_softmax(dim=-1).gather(1, chosen[:, None])[:, 0]
        gains.append(torch.where(free, gain, 0.0))
        ends = free & (chosen == limits.end_id) if limits.end_id is not None else torch.zeros_like(free)
        written.append(chosen)
        kept.append(free & ~ends)
        finished = finished | ends
        tokens = torch.where(free, chosen, _prompted(prompt, place))[:, None]
        place += 1
        writing = writing & ~ends & (place - lengths < limits.max_tokens)
    columns = torch.stack(written, dim=1), torch.stack(kept, dim=1), torch.stack(gains, dim=1)
    return [
        _hypothesis(row[keep], float(gain.double().sum()), bool(done))
        for row, keep, gain, done in zip(*columns, finished, strict=True)
    ]


def _prompted(prompt: Prompt, place: int) -> Tensor:
    """The prompt's tokens at a place; past its end, where they no longer matter, the last column's."""
    return prompt.tokens[:, min(place, prompt.tokens.shape[1] - 1)]


def _hypothesis(tokens: Tensor, log_probability: float, finished: bool) -> Hypothesis:
    return Hypothesis(tuple(tokens.tolist()), log_probability, log_probability, finished)
