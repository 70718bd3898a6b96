"""What a language model is asked, how wrong it is, and the figures that tell how good it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from paperformer.learning.language.batches import Exercise, LanguageBatch, Prepare
from paperformer.learning.language.config import Masking
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.learning.language.masking import NOT_ASKED, Pieces, hide
from paperformer.learning.language.sequences import TokenSequence
from paperformer.text.word_tokenizer import WordTokenizer

LARGEST = 700.0  # whose exponential is still a number


def next_tokens(sequence: TokenSequence, _: np.random.Generator) -> Exercise:
    """All tokens but the last to see; each shall say the one after it."""
    return Exercise(sequence.ids[:-1], sequence.ids[1:])


def hidden_tokens(tokenizer: WordTokenizer, masking: Masking) -> Prepare:
    """Some tokens hidden, boxes to be seen; the hidden ones are to be told."""
    ordinary = np.setdiff1d(np.arange(len(tokenizer)), tokenizer.special_ids)
    return partial(_hidden, masking, Pieces(tokenizer.mask_id, ordinary))


def _hidden(
    masking: Masking, pieces: Pieces, sequence: TokenSequence, chance: np.random.Generator
) -> Exercise:
    words = np.arange(len(sequence)) if sequence.words is None else sequence.words
    ids, targets = hide(sequence.ids, words, masking, pieces, chance)
    return Exercise(ids, targets, words, sequence.boxes, sequence.pages)


@dataclass(frozen=True, slots=True)
class LanguageLoss:
    """Cross entropy of the tokens that are asked for."""

    def loss(self, model: nn.Module, batch: LanguageBatch) -> tuple[Tensor, int]:
        """Summed over these tokens, and their number."""
        logits, targets = answers(model, batch)
        return cross_entropy(logits.float(), targets, reduction="sum"), len(targets)


def answers(model: nn.Module, batch: LanguageBatch) -> tuple[Tensor, Tensor]:
    """Logits ``(asked, vocabulary)`` and true ids ``(asked,)`` of what is asked for, row by row."""
    batch = batch.to(next(model.parameters()).device)
    asked = batch.targets != NOT_ASKED
    if isinstance(model, MaskedModel):
        logits = model(
            batch.ids,
            batch.mask,
            asked=asked,
            places=batch.places,
            boxes=batch.boxes,
            pages=batch.pages,
            word_index=batch.word_index,
            word_mask=batch.word_mask,
        )
    else:
        logits = model(batch.ids, batch.mask, places=batch.places)[asked]
    return logits, batch.targets[asked]


@torch.no_grad()
def measure(
    model: nn.Module, batches: Iterable[LanguageBatch], byte_counts: Tensor | None = None
) -> Mapping[str, float]:
    """How well a model in evaluation tells the tokens that are asked for.

    Args:
        model: A language model.
        batches: Of texts that it did not learn from.
        byte_counts: Bytes of text that each token stands for, to compare models of different pieces.

    Returns:
        ``tokens`` asked for; ``loss``, their mean cross entropy in nats; ``perplexity``, its exponential;
        ``accuracy``, the part where the likeliest token is right; ``bits_per_byte`` where bytes are known.
    """
    total, right, count, size = 0.0, 0, 0, 0
    for batch in batches:
        logits, targets = answers(model, batch)
        total += float(cross_entropy(logits.double(), targets, reduction="sum"))
        right += int((logits.argmax(dim=-1) == targets).sum())
        count += len(targets)
        if byte_counts is not None:
            size += int(byte_counts[targets.cpu()].sum())
    loss = total / max(count, 1)
    figures = {
        "tokens": count,
        "loss": loss,
        "perplexity": math.exp(min(loss, LARGEST)),
        "accuracy": right / max(count, 1),
    }
    return figures | ({"bits_per_byte": total / math.log(2) / size} if size else {})
