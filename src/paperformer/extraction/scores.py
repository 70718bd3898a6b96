"""What the model says of every word, put together from its windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordScores:
    """The model's answer: probabilities of every word for every field, ``(words, fields)`` each.

    Args:
        fields: Names of the columns.
        inside: That the word is part of the field's value.
        pick: That the field stands at this word; a column sums to at most 1, the rest is "nowhere".
    """

    fields: tuple[str, ...]
    inside: Array
    pick: Array


def combine(parts: Sequence[tuple[int, Array, Array]], words: int, fields: Sequence[str]) -> WordScores:
    """Logits of one or more windows to probabilities over the whole document.

    Args:
        parts: (first word, inside logits, pick logits) of each window; where they overlap, the larger counts.
        words: Words of the document.
        fields: Names of the columns.
    """
    inside = np.full((words, len(fields)), -np.inf, dtype=np.float32)
    pick = np.full((words, len(fields)), -np.inf, dtype=np.float32)
    for first, window_inside, window_pick in parts:
        rows = slice(first, first + len(window_inside))
        np.maximum(inside[rows], window_inside, out=inside[rows])
        np.maximum(pick[rows], window_pick, out=pick[rows])
    # "Nowhere" has the logit 0.
    top = np.maximum(pick.max(axis=0, initial=0.0), 0.0)
    weights = np.exp(pick - top)
    pick_probability = weights / (weights.sum(axis=0) + np.exp(-top))
    return WordScores(tuple(fields), _sigmoid(inside), pick_probability)


def _sigmoid(x: Array) -> Array:
    result: Array = (0.5 * (1.0 + np.tanh(0.5 * x))).astype(np.float32)
    return result
