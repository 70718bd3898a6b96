"""Probability that OCR read a value right, by its own confidence and by the height of the letters.

Any letter of a value may be misread, so that what speaks against it adds up over its letters; the probability
that all of them were read right falls with the exponential of the sum. A value that its check digits or the
sums beside it bear out was read right, and so is every text layer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperformer.documents.model import Word
from paperformer.fields.scored import Scored
from paperformer.fields.tables.group import GroupRow

Features = Mapping[str, float]
FEATURES = ("unsure", "small", "unchecked", "contradicted")
NO_DOUBT: Features = dict.fromkeys(FEATURES, 0.0)

_LEAST = 1e-3  # confidence of a word below which it makes no difference
_CLEAR = 20.0  # pixels of a line's height from which letters are as clear as they get
_SMALLEST = 1.0


@dataclass(frozen=True, slots=True)
class Legibility:
    """The probability that a value was read right.

    Args:
        weights: Of ``FEATURES``, none below zero: more doubt is never more probable.
    """

    weights: Mapping[str, float]

    def __call__(self, features: Features) -> float:
        """The probability, 1 where nothing speaks against the value."""
        return math.exp(-sum(weight * features[name] for name, weight in self.weights.items()))


def features_of(candidate: Scored, words: Sequence[Word]) -> Features:
    """What speaks against the reading of a candidate, each from 0.

    ``unsure`` is the logarithm of OCR's confidence in all its letters, ``small`` how much lower than clear
    ones they are, ``unchecked`` whether check digits fail that OCR read, and ``contradicted`` whether other
    sums fail it, wherever its words come from.

    Args:
        candidate: Of any field.
        words: Of the document.
    """
    own = [words[index] for index in candidate.words]
    contradicted = float(candidate.agrees is False)
    if candidate.checked or candidate.agrees or not is_recognised(own):
        return {**NO_DOUBT, "contradicted": contradicted}
    unchecked = float(candidate.checked is False)
    return {**_of_words(own), "unchecked": unchecked, "contradicted": contradicted}


def features_of_row(row: GroupRow, words: Sequence[Word]) -> Features:
    """The same of a table's row; how sure its arithmetic makes it is in its score."""
    numbers_only = row.field == "vat_distribution"
    own = [] if numbers_only and row.holds else [words[index] for index in row.words]
    return {**NO_DOUBT, **_of_words(own)}


def is_recognised(words: Collection[Word]) -> bool:
    """Whether OCR read any of the words."""
    return any(word.letter_height is not None for word in words)


def _of_words(words: Iterable[Word]) -> Features:
    unsure = small = 0.0
    for word in words:
        if word.letter_height is not None:
            unsure -= len(word.text) * math.log(min(max(word.confidence, _LEAST), 1.0))
            small += len(word.text) * max(math.log(_CLEAR / max(word.letter_height, _SMALLEST)), 0.0)
    return {"unsure": unsure, "small": small}
