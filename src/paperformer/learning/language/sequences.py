"""From texts and documents to sequences of tokens, none longer than the model shall see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Document
from paperformer.extraction.tokens import NO_WORD, encode_words
from paperformer.learning.language.sources import Fragment
from paperformer.text.subwords import Subwords
from paperformer.text.word_tokenizer import WordTokenizer

Array = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TokenSequence:
    """Tokens that see one another and no others.

    Args:
        ids: Numbers of the pieces, special ones included, ``(tokens,)``.
        words: Word of each token, from 0 and ascending, NO_WORD for special ones; None where nobody asks.
        boxes: x0, y0, x1, y1 of each token, 0..1000, ``(tokens, 4)``; None for plain text.
        pages: Page of each token, from 0; None for plain text.
    """

    ids: Array
    words: Array | None = None
    boxes: Array | None = None
    pages: Array | None = None

    def __len__(self) -> int:
        return len(self.ids)


def causal_sequences(texts: Iterable[Fragment], tokenizer: Subwords, room: int) -> Iterator[TokenSequence]:
    """Up to ``room`` tokens to predict from and the one after them; each text begins and ends with its token.

    A longer text is cut so that neighbours share a token: every token but the first is predicted once.
    """
    waiting: list[int] = []
    for fragment in texts:
        if fragment.begins:
            yield from _ended(waiting, tokenizer.end_id, room)
            waiting = [tokenizer.begin_id]
        waiting += tokenizer.encode([fragment.text], inside=not fragment.begins)[0]
        while len(waiting) > room + 1:
            yield TokenSequence(np.array(waiting[: room + 1]))
            waiting = waiting[room:]
    yield from _ended(waiting, tokenizer.end_id, room)


def _ended(waiting: list[int], end_id: int, room: int) -> Iterator[TokenSequence]:
    if not waiting:
        return
    last = [*waiting, end_id]
    yield TokenSequence(np.array(last[: room + 1]))
    if len(last) > room + 1:
        yield TokenSequence(np.array(last[room:]))


def masked_sequences(
    texts: Iterable[Fragment], tokenizer: WordTokenizer, room: int
) -> Iterator[TokenSequence]:
    """Up to ``room`` tokens between [CLS] and [SEP]; a longer text is cut between words where it has any."""
    ids, words = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for fragment in texts:
        if fragment.begins:
            if len(ids):
                yield _framed(ids, words, tokenizer)
            ids, words = ids[:0], words[:0]
        pieces = tokenizer.encode(fragment.text.split())
        number = words[-1] + 1 if len(words) else 0
        ids, words = np.concatenate([ids, pieces.ids]), np.concatenate([words, pieces.words + number])
        while len(ids) > room - 2:
            cut = _word_start(words, room - 2)
            yield _framed(ids[:cut], words[:cut], tokenizer)
            ids, words = ids[cut:], words[cut:]
    if len(ids):
        yield _framed(ids, words, tokenizer)


def _word_start(words: Array, most: int) -> int:
    """The last place up to ``most`` where a word starts; ``most`` where the first word is longer."""
    start = int(np.searchsorted(words, words[most]))
    return start or most


def _framed(ids: Array, words: Array, tokenizer: WordTokenizer) -> TokenSequence:
    return TokenSequence(
        np.concatenate([[tokenizer.first_id], ids, [tokenizer.separator_id]]),
        np.pad(words - words[0], 1, constant_values=NO_WORD),
    )


def layout_sequences(
    documents: Iterable[Document], tokenizer: WordTokenizer, room: int
) -> Iterator[TokenSequence]:
    """The windows of documents, as fine-tuning sees them but without overlap."""
    for document in documents:
        for window in encode_words(document.words, tokenizer, room, overlap=0):
            yield TokenSequence(window.ids, window.word_index, window.boxes, window.pages)
