"""Hiding tokens for a model to find (Devlin et al. 2019, section 3.1; spans: Joshi et al. 2020).

Everything is drawn from a generator that is passed in, so that a text is hidden in another way each time it
comes up, and in the same way when a training is resumed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.learning.language.config import Masking

NOT_ASKED = -100  # the target of a token that is not to be predicted; what torch's cross entropy leaves out
Array = NDArray[np.int64]
Places = NDArray[np.intp]
Chance = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """What may stand in a hidden token's place: the mask token, or any ordinary one."""

    mask_id: int
    ordinary: Array


def hide(ids: Array, words: Array, masking: Masking, pieces: Pieces, chance: Chance) -> tuple[Array, Array]:
    """The tokens as the model shall see them, and what it shall find.

    Args:
        ids: The true tokens, ``(tokens,)``.
        words: Word of each token, ascending; -1 for special ones, which are never hidden.
        masking: How much, and what.
        pieces: What stands in a hidden token's place.
        chance: All chance comes from it.

    Returns:
        Tokens to see, and targets: the true id where one is asked for, else ``NOT_ASKED``.
    """
    groups = chosen(words, masking, chance)
    seen, targets = ids.copy(), np.full_like(ids, NOT_ASKED)
    # BERT decides for every token by itself what becomes of it, SpanBERT for a span as a whole.
    together = groups if masking.unit == "span" else [np.array([i]) for group in groups for i in group]
    for lot in together:
        targets[lot] = ids[lot]
        fate = chance.random()
        if fate < masking.mask:
            seen[lot] = pieces.mask_id
        elif fate < masking.mask + masking.random:
            seen[lot] = chance.choice(pieces.ordinary, size=len(lot))
    return seen, targets


def chosen(words: Array, masking: Masking, chance: Chance) -> list[Places]:
    """The places that are asked for, in groups that were chosen together: about ``rate`` of all."""
    places = np.flatnonzero(words >= 0)
    if not len(places):
        return []
    budget = max(1, round(masking.rate * len(places)))
    if masking.unit == "token":
        return [chance.permutation(places)[:budget]]
    starts = np.flatnonzero(np.r_[True, np.diff(words[places]) != 0])
    pieces = np.split(places, starts[1:])  # the tokens of every word
    if masking.unit == "word":
        return _whole_words(pieces, budget, chance)
    return _spans(pieces, budget, masking, chance)


def _whole_words(words: list[Places], budget: int, chance: Chance) -> list[Places]:
    """Words in random order, as long as they fit; one that does not is passed over."""
    taken: list[Places] = []
    for number in chance.permutation(len(words)):
        if len(words[number]) <= budget or not taken:
            taken.append(words[number])
            budget -= len(words[number])
        if budget <= 0:
            break
    return taken


def _spans(words: list[Places], budget: int, masking: Masking, chance: Chance) -> list[Places]:
    """Runs of whole words of geometric length, none over another, until the budget is used up."""
    free = np.ones(len(words), dtype=bool)
    spans: list[Places] = []
    while budget > 0 and free.any():
        length = min(int(chance.geometric(1 / masking.span)), masking.longest_span)
        first = last = int(chance.choice(np.flatnonzero(free)))
        tokens = len(words[first])
        while last + 1 < min(first + length, len(words)) and free[last + 1]:
            if tokens + len(words[last + 1]) > budget:
                break
            last += 1
            tokens += len(words[last])
        free[first : last + 1] = False
        if tokens <= budget or not spans:
            spans.append(np.concatenate(words[first : last + 1]))
            budget -= tokens
    return spans
