"""What a model of documents asks of its tokenizer: words in, numbers of pieces out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from paperformer.text.pieces import Pieces


class WordTokenizer(ABC):
    """A vocabulary of pieces and the way to cut words into them.

    No text is special: what a document prints never becomes a special piece, so that it cannot speak to the
    model.

    Args:
        vocabulary: The pieces, in the order of their numbers.
        special_ids: Numbers of the pieces for padding, unknown text, the first place, the last one, and a
            hidden piece.
    """

    kind: ClassVar[str]
    """The algorithm, as ``tokenizer.json`` calls it."""

    def __init__(self, vocabulary: Sequence[str], special_ids: tuple[int, int, int, int, int]) -> None:
        self.vocabulary = tuple(vocabulary)
        self.special_ids = special_ids
        self.padding_id, self.unknown_id, self.first_id, self.separator_id, self.mask_id = special_ids

    def __len__(self) -> int:
        return len(self.vocabulary)

    def encode(self, words: Sequence[str]) -> Pieces:
        """The pieces of all words, without special ones around them.

        A word that no piece spells, or that normalises to nothing, is one unknown piece.
        """
        distinct = list(dict.fromkeys(words))  # documents repeat themselves: cut each word once
        place = {word: number for number, word in enumerate(distinct)}
        pieces = self._with_unknown(self._encode_distinct(distinct), distinct)
        counts = np.bincount(pieces.words, minlength=len(distinct))
        order = np.fromiter((place[word] for word in words), np.int64, len(words))
        picked = _runs(np.cumsum(counts) - counts, counts, order)
        return Pieces(
            ids=pieces.ids[picked],
            words=np.repeat(np.arange(len(words)), counts[order]),
            offsets=pieces.offsets[picked],
        )

    def pieces(self, ids: Iterable[int]) -> list[str]:
        """The pieces of these numbers."""
        return [self.vocabulary[number] for number in ids]

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write the vocabulary and its settings as a ``tokenizer.json``."""

    @abstractmethod
    def _encode_distinct(self, words: list[str]) -> Pieces:
        """The pieces of words that all differ; a word may have none."""

    def _with_unknown(self, pieces: Pieces, words: list[str]) -> Pieces:
        """Give every word that was left without a piece an unknown one."""
        bare = np.flatnonzero(np.bincount(pieces.words, minlength=len(words)) == 0)
        if not len(bare):
            return pieces
        lengths = np.array([len(words[number]) for number in bare], np.int64)
        ids = np.concatenate([pieces.ids, np.full(len(bare), self.unknown_id)])
        home = np.concatenate([pieces.words, bare])
        offsets = np.concatenate([pieces.offsets, np.stack([np.zeros_like(lengths), lengths], axis=1)])
        order = np.argsort(home, kind="stable")
        return Pieces(ids=ids[order], words=home[order], offsets=offsets[order])


def _runs(
    starts: NDArray[np.int64], counts: NDArray[np.int64], order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The indices of runs ``starts[i] .. starts[i] + counts[i]``, for every i of ``order`` in turn."""
    lengths = counts[order]
    ends = np.cumsum(lengths)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)
    runs: NDArray[np.int64] = np.repeat(starts[order], lengths) + within
    return runs
