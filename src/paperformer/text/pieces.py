"""Output of a tokeniser: pieces, and the way back from each to its word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The pieces of a sequence of words, in order. Every word has at least one.

    Args:
        ids: The number of each piece in the vocabulary, (pieces,).
        words: The number of the word each piece belongs to, from 0, ascending, (pieces,).
        offsets: First character of the piece in its word and the one after its last, (pieces, 2).
    """

    ids: NDArray[np.int64]
    words: NDArray[np.int64]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ids)
