"""Scores of every word by the model, put together from its windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
T = TypeVar("T")


class WordLogits(NamedTuple, Generic[T]):
    """What the head says of every word for every field; see ``learning.layout_model``."""

    inside: T
    pick: T
    begin: T
    end: T


SCORES = WordLogits._fields


@dataclass(frozen=True, slots=True)
class WordScores:
    """The model's answer about every word for every field, ``(words, fields)`` each.

    Args:
        fields: Names of the columns.
        inside: Probability that the word is part of the field's value.
        pick: Probability that the field stands at this word; a column sums to at most 1, the rest is
            "nowhere".
        logits: What they come from, with ``begin`` and ``end``.
    """

    fields: tuple[str, ...]
    inside: Array
    pick: Array
    logits: WordLogits[Array]


def combine(parts: Sequence[tuple[int, WordLogits[Array]]], words: int, fields: Sequence[str]) -> WordScores:
    """Logits of one or more windows to scores over the whole document.

    Args:
        parts: (first word, logits) of each window; where they overlap, the larger counts.
        words: Words of the document.
        fields: Names of the columns.
    """
    logits = WordLogits(*(np.full((words, len(fields)), -np.inf, dtype=np.float32) for _ in SCORES))
    for first, window in parts:
        for whole, part in zip(logits, window, strict=True):
            rows = whole[first : first + len(part)]
            np.maximum(rows, part, out=rows)
    inside, pick = logits.inside, logits.pick
    # "Nowhere" has the logit 0.
    top = np.maximum(pick.max(axis=0, initial=0.0), 0.0)
    weights = np.exp(pick - top)
    pick_probability = weights / (weights.sum(axis=0) + np.exp(-top))
    return WordScores(tuple(fields), _sigmoid(inside), pick_probability, logits)


def _sigmoid(x: Array) -> Array:
    result: Array = (0.5 * (1.0 + np.tanh(0.5 * x))).astype(np.float32)
    return result
