"""BPE-dropout: the same word cut in many ways (Provilkov et al. 2020).

A model learns from it what pieces mean in other company. The ``tokenizers`` library has it too, but draws
from a generator that cannot be seeded: a training that resumes would see other cuts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import InvalidConfig
from paperformer.text.subwords import Subwords

MOST_CUTS = 48  # of one word; drawn once, and chosen from each time the word occurs


class SubwordDropout:
    """Texts that are cut anew each time one asks.

    Each distinct word is cut many times when this is made, the frequent ones more often; a text takes one of
    the cuts for each of its words. So asking costs next to nothing. A U+2581 of a text is read as a space.

    Args:
        subwords: The vocabulary, of BPE.
        texts: What is to be cut.
        dropout: Probability that a merge is left out, each time it could be made.
        seed: Of the cuts.

    Raises:
        InvalidConfig: the vocabulary is not BPE.
    """

    def __init__(self, subwords: Subwords, texts: Sequence[str], dropout: float, seed: int) -> None:
        if subwords.kind != "bpe":
            raise InvalidConfig("only BPE knows merges to leave out", "Set vocabulary.dropout to 0")
        words = [subwords.split(text) for text in texts]
        counts = Counter(word for text in words for word in text)
        number = {word: place for place, word in enumerate(counts)}
        self._words = np.array([number[word] for text in words for word in text], dtype=np.int64)
        self._texts = np.cumsum([len(text) for text in words])
        chance = random.Random(seed)
        ranks = {pair: rank for rank, pair in enumerate(subwords.merges)}
        cuts: list[list[int]] = []
        firsts = []
        for word, count in counts.items():
            firsts.append(len(cuts))
            times = range(min(MOST_CUTS, 4 * count))
            cuts += [subwords.ids(cut(word, ranks, dropout, chance)) for _ in times]
        self._first = np.array([*firsts, len(cuts)])
        self._lengths = np.array([len(ids) for ids in cuts], dtype=np.int64)
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._ids = np.array([piece for ids in cuts for piece in ids], dtype=np.int64)

    def encode(self, generator: np.random.Generator) -> list[NDArray[np.int64]]:
        """The ids of each text, cut as ``generator`` draws."""
        first, after = self._first[self._words], self._first[self._words + 1]
        chosen = first + (generator.random(len(first)) * (after - first)).astype(np.int64)
        lengths = self._lengths[chosen]
        ends = np.cumsum(lengths)
        begin = np.repeat(self._starts[chosen] - (ends - lengths), lengths)
        ids = self._ids[begin + np.arange(len(begin))]
        borders = np.concatenate([[0], ends])[self._texts]  # where each text ends among all ids
        return np.split(ids, borders[:-1])


def cut(word: str, ranks: Mapping[tuple[str, str], int], dropout: float, chance: random.Random) -> list[str]:
    """The pieces of a word: the merge of the lowest rank first, of those that are not left out this time."""
    pieces = list(word)
    while len(pieces) > 1:
        possible = [
            (ranks[pair], place)
            for place, pair in enumerate(pairwise(pieces))
            if pair in ranks and (not dropout or chance.random() >= dropout)
        ]
        if not possible:
            break
        _, place = min(possible)
        pieces[place : place + 2] = [pieces[place] + pieces[place + 1]]
    return pieces
