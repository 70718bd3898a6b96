"""What decoding asks of a model, what it is given and what it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from paperformer.errors import InvalidConfig


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a batch of texts begins with.

    Args:
        tokens: The first tokens of each text, at least one (the one that begins a text).
        lengths: How many of them count; what stands after is ignored. None is all.
        source: For encoder-decoders: the ids of what is read.
        source_mask: True for the source tokens that exist; None when all do.
    """

    tokens: Int[Tensor, "batch length"]
    lengths: Int[Tensor, " batch"] | None = None
    source: Int[Tensor, "batch source"] | None = None
    source_mask: Bool[Tensor, "batch source"] | None = None

    def __post_init__(self) -> None:
        batch, longest = self.tokens.shape
        counted = self.counted()
        if batch == 0 or longest == 0 or bool((counted < 1).any()) or bool((counted > longest).any()):
            raise InvalidConfig(
                "every row of a prompt needs 1 to as many tokens as are given",
                "Begin each text with a token of its own",
            )

    def counted(self) -> Int[Tensor, " batch"]:
        """How many tokens of each row count."""
        if self.lengths is not None:
            return self.lengths
        batch, longest = self.tokens.shape
        return torch.full((batch,), longest, device=self.tokens.device)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a text ends.

    Args:
        max_tokens: How many tokens are added to the prompt at most, the end token included.
        end_id: The token that ends a text; None goes on to ``max_tokens``.
    """

    max_tokens: int
    end_id: int | None = None

    def __post_init__(self) -> None:
        if self.max_tokens < 1:
            raise InvalidConfig(f"max_tokens is {self.max_tokens}", "Give 1 or more")


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One text that decoding found.

    Args:
        tokens: What follows the prompt, without the end token.
        log_probability: Sum of the model's log probabilities of these tokens, the end token included.
        score: What hypotheses are ranked by: the log probability, or what a length penalty makes of it.
        finished: Whether the model ended the text itself; else ``max_tokens`` did.
    """

    tokens: tuple[int, ...]
    log_probability: float
    score: float
    finished: bool


@runtime_checkable
class DecodingState(Protocol):
    """What a model remembers of the tokens so far, a row for each text."""

    def reorder(self, rows: Int[Tensor, " rows"], *, same_source: bool = False) -> Any:
        """The state, of the same type, whose row i is row ``rows[i]`` of this one.

        ``same_source`` promises that these two read the same source: what was made of it may stay in place.
        """
        ...


State = TypeVar("State", bound=DecodingState)


@runtime_checkable
class Decodable(Protocol[State]):
    """A model that writes texts token by token; put it into evaluation mode first."""

    def start(self, prompt: Prompt) -> State:
        """The state before the first token of the prompt."""
        ...

    def step(
        self, tokens: Int[Tensor, "rows new"], state: State
    ) -> tuple[Float[Tensor, "rows vocabulary"], State]:
        """The logits of what follows the last of ``tokens``, and the state after them."""
        ...
