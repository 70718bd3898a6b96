"""What a translator learns by: the next token of each translation, with label smoothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, nn

from paperformer.learning.smoothed_loss import smoothed_cross_entropy
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.batches import Batch

TranslationModel = Seq2Seq | RecurrentSeq2Seq


class TranslationTask:
    """The loss that the trainer asks for, summed over target tokens.

    Args:
        smoothing: See ``smoothed_cross_entropy``.
    """

    def __init__(self, smoothing: float) -> None:
        self.smoothing = smoothing

    def loss(self, model: nn.Module, batch: Batch) -> tuple[Tensor, int]:
        """Smoothed cross entropy of a batch, and its number of tokens."""
        smoothed, _ = self._losses(model, batch)
        return smoothed, batch.tokens

    @torch.no_grad()
    def validation_loss(self, model: nn.Module, batches: Sequence[Batch]) -> float:
        """Cross entropy a token, without smoothing, in nats."""
        total = sum(float(self._losses(model, batch)[1]) for batch in batches)
        return total / max(1, sum(batch.tokens for batch in batches))

    def _losses(self, model: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
        translator = cast(TranslationModel, model)
        weight = cast(nn.Linear, translator.head).weight
        batch = batch.to(weight.device)
        # Padding stands behind every target: no token that exists sees it, so no mask is needed.
        states = translator.states(batch.source, batch.given, batch.source_mask)
        states = states.flatten(0, 1)[batch.places]  # (tokens, size)
        return smoothed_cross_entropy(states, weight, batch.wanted, self.smoothing)
