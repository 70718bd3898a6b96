"""The proof that a graph answers as torch does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.extraction.session import ModelSession
from paperformer.extraction.tokens import encode_words
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.scoring import torch_logits


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a graph is from torch, over all words and fields of some documents.

    Args:
        documents: How many were compared.
        largest: Largest difference of any probability.
        mean: Mean difference of all probabilities.
        same_pick: Part of (document, field) pairs whose likeliest word is the same.
    """

    documents: int
    largest: float
    mean: float
    same_pick: float


def compare(model: LayoutModel, session: ModelSession, documents: Sequence[Sequence[Word]]) -> Agreement:
    """The agreement of both on ``documents``."""
    model.eval()
    differences, picks = [], []
    for words in documents:
        for window in encode_words(words, session.tokenizer, session.manifest.max_tokens):
            ours, theirs = torch_logits(model, window), session.run(window)
            differences.append(np.abs(_sigmoid(ours[0]) - _sigmoid(theirs[0])))
            picks.append(ours[1].argmax(axis=0) == theirs[1].argmax(axis=0))
    flat = np.concatenate([d.ravel() for d in differences]) if differences else np.zeros(1)
    agreed = np.concatenate(picks) if picks else np.ones(1)
    return Agreement(len(documents), float(flat.max()), float(flat.mean()), float(agreed.mean()))


def _sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    result: NDArray[np.float32] = 0.5 * (1.0 + np.tanh(0.5 * x))
    return result
