"""What a translator learns by: the next token of each translation, with label smoothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from paperformer.learning.regularised_dropout import regularised_cross_entropy
from paperformer.learning.smoothed_loss import smoothed_cross_entropy
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.batches import Batch

TranslationModel = Seq2Seq | RecurrentSeq2Seq


class TranslationTask:
    """The loss that the trainer asks for, summed over target tokens.

    Args:
        smoothing: See ``smoothed_cross_entropy``.
        r_drop: Of ``regularised_cross_entropy``, its strength; 0 goes over each batch once only.
    """

    def __init__(self, smoothing: float, r_drop: float = 0.0) -> None:
        self.smoothing, self.r_drop = smoothing, r_drop

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """Smoothed cross entropy of a batch, with what R-Drop adds, and its number of tokens."""
        translator = cast(TranslationModel, model)
        if self.r_drop:
            batch, weight = _beside(batch, translator)
            both = torch.stack([_states(translator, batch) for _ in range(2)])  # each with its own dropout
            loss, _ = regularised_cross_entropy(both, weight, batch.wanted, self.smoothing, self.r_drop)
        else:
            loss, _ = self._losses(translator, batch)
        return loss, batch.tokens

    @torch.no_grad()
    def validation_loss(self, model: nn.Module, batches: Sequence[Batch]) -> float:
        """Cross entropy a token, without smoothing, in nats."""
        total = sum(float(self._losses(model, batch)[1]) for batch in batches)
        return total / max(1, sum(batch.tokens for batch in batches))

    def _losses(self, model: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
        translator = cast(TranslationModel, model)
        batch, weight = _beside(batch, translator)
        return smoothed_cross_entropy(_states(translator, batch), weight, batch.wanted, self.smoothing)


def _beside(batch: Batch, model: TranslationModel) -> tuple[Batch, Float[Tensor, "vocabulary size"]]:
    """The batch where the model is, and the weights of the model's head."""
    weight = cast(nn.Linear, model.head).weight
    return batch.to(weight.device), weight


def _states(model: TranslationModel, batch: Batch) -> Float[Tensor, "tokens size"]:
    """What the head is given of each token that exists."""
    # Padding stands behind every target: no token that exists sees it, so no mask is needed.
    states = model.states(batch.source, batch.given, batch.source_mask)
    return states.flatten(0, 1)[batch.places]
