"""The proof that a graph answers as torch does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.extraction.scores import Array, combine
from paperformer.extraction.session import ModelSession
from paperformer.extraction.tokens import encode_words
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.scoring import torch_logits

RARE = 0.999  # the quantile that is reported


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a graph is from torch, over all words and fields of some documents.

    Args:
        documents: How many were compared.
        largest: Largest difference of any probability.
        rare: The difference that one probability in a thousand exceeds.
        mean: Mean difference of all probabilities.
        same_pick: Part of (document, field) pairs whose likeliest word is the same.
    """

    documents: int
    largest: float
    rare: float
    mean: float
    same_pick: float


def compare(model: LayoutModel, session: ModelSession, documents: Sequence[Sequence[Word]]) -> Agreement:
    """The agreement of both on ``documents``."""
    model.eval()
    differences: list[Array] = [np.zeros(1, dtype=np.float32)]
    picks: list[NDArray[np.bool_]] = [np.ones(1, dtype=bool)]
    for words in documents:
        for window in encode_words(words, session.tokenizer, session.manifest.max_tokens):
            ours, theirs = (
                combine([(0, logits)], window.words, model.fields)
                for logits in (torch_logits(model, window), session.run(window))
            )
            differences += [np.abs(ours.inside - theirs.inside), np.abs(ours.pick - theirs.pick)]
            picks.append(ours.pick.argmax(axis=0) == theirs.pick.argmax(axis=0))
    each = np.concatenate([difference.ravel() for difference in differences])
    return Agreement(
        documents=len(documents),
        largest=float(each.max()),
        rare=float(np.quantile(each, RARE)),
        mean=float(each.mean()),
        same_pick=float(np.concatenate(picks).mean()),
    )
