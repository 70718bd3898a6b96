"""Several models that write one text together: each next token by the mean of their probabilities.

Sutskever et al. 2014, section 3.6. Models that were trained from other seeds err in other places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

from paperformer.errors import InvalidConfig
from paperformer.transformer.generation.protocol import Decodable, DecodingState, Prompt


@dataclass(frozen=True, slots=True)
class EnsembleState:
    """What each of the models remembers, in their order."""

    members: tuple[DecodingState, ...]

    def reorder(self, rows: Int[Tensor, " rows"], *, same_source: bool = False) -> EnsembleState:
        """The state whose row i is row ``rows[i]`` of this one."""
        return EnsembleState(tuple(member.reorder(rows, same_source=same_source) for member in self.members))


class Ensemble:
    """Decodes like a single model.

    Args:
        models: At least one, of one vocabulary, each in evaluation mode. They may be of different kinds.

    Raises:
        InvalidConfig: there is none.
    """

    def __init__(self, models: Sequence[Decodable[Any]]) -> None:
        if not models:
            raise InvalidConfig("an ensemble of no model", "Give one or more")
        self.models = tuple(models)

    def start(self, prompt: Prompt) -> EnsembleState:
        """The state before the first token of the prompt: each model reads the source."""
        return EnsembleState(tuple(model.start(prompt) for model in self.models))

    def step(
        self, tokens: Int[Tensor, "rows new"], state: EnsembleState
    ) -> tuple[Float[Tensor, "rows vocabulary"], EnsembleState]:
        """The logarithm of the mean probability of what follows ``tokens``, and the state after them.

        Raises:
            InvalidConfig: the models' vocabularies differ in size.
        """
        answers = [model.step(tokens, own) for model, own in zip(self.models, state.members, strict=True)]
        sizes = {logits.shape[1] for logits, _ in answers}
        if len(sizes) > 1:
            raise InvalidConfig(
                f"models of {', '.join(map(str, sorted(sizes)))} tokens cannot vote together",
                "Train them with one vocabulary",
            )
        each = torch.stack([logits.float().log_softmax(dim=1) for logits, _ in answers])
        together = each.logsumexp(dim=0) - math.log(len(answers))
        return together, EnsembleState(tuple(after for _, after in answers))
