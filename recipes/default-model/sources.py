"""What version 7 learns from, and how examples travel from the processes that draw them to the GPU."""

from __future__ import annotations

import lzma
import os
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.extraction.flow import Flow
from paperformer.extraction.tokens import Window
from paperformer.text.tokenizer_file import load_tokenizer
from paperformer.text.word_tokenizer import WordTokenizer

ROOT = Path(__file__).resolve().parents[2]
MAX_TOKENS = 2048  # of a training window
PREPARED, TOKENIZER = "prepared.pickle.xz", "tokenizer.json"


@dataclass(frozen=True, slots=True)
class Source:
    """Documents of one kind.

    Args:
        share: How many of them stand beside those of the other sources in one round.
        generated: Whether they are drawn anew without end; there are few real ones, and these come again.
    """

    share: float
    generated: bool = False


SOURCES = {
    "sroie": Source(400),
    "sroie-ocr": Source(200),
    "world": Source(450),
    "world-2": Source(160),
    "orders": Source(130),
    "zugferd": Source(20),
    "worn": Source(130),
    "my": Source(300, generated=True),
    "general": Source(800, generated=True),
    "thirds": Source(225, generated=True),
    "negatives": Source(32, generated=True),
}
NAMES = tuple(SOURCES)


def shares(prepared: dict[str, Any]) -> NDArray[np.float64]:
    """The share of each source; of real documents no more than there are."""
    real = prepared["train"]
    return np.array(
        [s.share if s.generated else min(s.share, len(real.get(n, ()))) for n, s in SOURCES.items()]
    )


def load_prepared() -> dict[str, Any]:
    """What ``prepare.py`` wrote: fields, aligned training documents, development documents."""
    with lzma.open(_folder() / PREPARED, "rb") as stream:
        prepared: dict[str, Any] = pickle.load(stream)  # noqa: S301  our own file
    return prepared


def tokenizer_of_start() -> WordTokenizer:
    """The pieces of the checkpoint that the training starts from."""
    return load_tokenizer(_folder() / TOKENIZER)


def _folder() -> Path:
    return Path(os.environ.get("PREPARED") or Path(__file__).resolve().parent)


class Shard:
    """Examples end to end: per token, per word, per example."""

    def __init__(self) -> None:
        self._parts: dict[str, list[NDArray[Any]]] = {name: [] for name in FLAT}
        self._counts: dict[str, list[int]] = {name: [] for name in ("source", "tokens", "words")}

    def add(
        self,
        source: int,
        window: Window,
        words: tuple[Word, ...],
        targets: NDArray[np.int8],
        flow: Flow,
        boxes: NDArray[np.int64],
    ) -> None:
        """One window of a document, its words' targets, order and boxes."""
        pages = np.asarray([min(word.page - 1, 63) for word in words], np.uint8)
        row = (window.ids, window.word_index, boxes, pages, targets, flow.order, flow.firsts)
        for (name, kind), array in zip(FLAT.items(), row, strict=True):
            self._parts[name].append(array.astype(kind))
        for name, count in zip(self._counts, (source, len(window.ids), window.words), strict=True):
            self._counts[name].append(count)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything as flat arrays, and the lengths to cut them by."""
        flat = {name: np.concatenate(parts) for name, parts in self._parts.items()}
        return flat | {name: np.asarray(counts, np.int64) for name, counts in self._counts.items()}


FLAT: dict[str, Any] = {
    "ids": np.int16,
    "word": np.int16,
    "boxes": np.int16,
    "pages": np.uint8,
    "targets": np.int8,
    "order": np.int16,
    "firsts": np.bool_,
}
