"""Always the likeliest token."""

from __future__ import annotations

from paperformer.transformer.generation.loop import write
from paperformer.transformer.generation.protocol import Decodable, Hypothesis, Limits, Prompt, State


def greedy(model: Decodable[State], prompt: Prompt, limits: Limits) -> list[Hypothesis]:
    """For each row of the prompt the text in which every token is the likeliest after those before it.

    Args:
        model: What scores the next token, in evaluation mode.
        prompt: What the texts begin with.
        limits: When they end.
    """
    return write(model, prompt, limits, lambda logits: logits.argmax(dim=-1))
