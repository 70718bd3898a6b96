"""Document to model input: ids of pieces, boxes, pages and the word each piece belongs to.

A document of up to the model's limit is one window, read in one pass. A longer one is cut at line ends into
windows that overlap; every word is in at least one window and the result says that it was windowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.text.word_tokenizer import WordTokenizer

BOX_SCALE = 1000
NO_WORD = -1


@dataclass(frozen=True, slots=True)
class Window:
    """One pass of the model over a run of words.

    Args:
        ids: Numbers of the pieces, with [CLS] (or <s>) first and [SEP] (or </s>) last, int64 ``(tokens,)``.
        boxes: x0, y0, x1, y1 of each piece's word, 0..1000, int64 ``(tokens, 4)``.
        pages: Page of each piece, from 0, int64 ``(tokens,)``.
        word_index: Word of each piece, counted from ``first``; NO_WORD for special pieces.
        first: Index of the window's first word in the document.
        words: How many words the window holds.
    """

    ids: NDArray[np.int64]
    boxes: NDArray[np.int64]
    pages: NDArray[np.int64]
    word_index: NDArray[np.int64]
    first: int
    words: int


def encode_words(
    words: Sequence[Word], tokenizer: WordTokenizer, max_tokens: int, overlap: int = 128
) -> list[Window]:
    """The windows of a document, usually one; none where it has no words.

    Args:
        words: In reading order.
        tokenizer: The model's tokenizer.
        max_tokens: The model's limit, both special pieces included.
        overlap: Tokens that neighbouring windows share, at most a quarter of a window.

    Raises:
        ValueError: when ``max_tokens`` leaves no room for a word.
    """
    room = max_tokens - 2
    if room < 1:
        raise ValueError(f"max_tokens {max_tokens} leaves no room for words")
    if not words:
        return []
    pieces = tokenizer.encode([word.text for word in words])
    counts = np.bincount(pieces.words, minlength=len(words))
    starts = np.concatenate([[0], np.cumsum(counts)])
    boxes = _quantised(words)
    pages = np.asarray([word.page - 1 for word in words], dtype=np.int64)
    windows = []
    for first, last in _spans(words, starts, room, min(overlap, room // 4)):
        # A single word of more pieces than the model takes is cut to fit; it is no value of any field.
        part = slice(starts[first], min(starts[last], starts[first] + room))
        ids, owners = pieces.ids[part], pieces.words[part]
        windows.append(_window(ids, owners, boxes, pages, first, last - first, tokenizer))
    return windows


def _quantised(words: Sequence[Word]) -> NDArray[np.int64]:
    boxes = np.asarray([(w.box.x0, w.box.y0, w.box.x1, w.box.y1) for w in words], dtype=np.float64)
    scaled: NDArray[np.int64] = np.rint(np.clip(np.nan_to_num(boxes), 0, 1) * BOX_SCALE).astype(np.int64)
    return scaled


def _spans(
    words: Sequence[Word], starts: NDArray[np.int64], room: int, overlap: int
) -> Iterator[tuple[int, int]]:
    """Word ranges whose pieces fit in ``room``, each going back ``overlap`` pieces into the one before.

    Args:
        words: Of the document.
        starts: The first piece of every word, and the number of all pieces at the end.
        room: Most pieces of a range.
        overlap: Fewer than ``room``.
    """
    first = done = 0
    while done < len(words):
        last = max(first + 1, _word_at(starts, starts[first] + room))
        if last <= done:  # the overlap leaves no room for the word that follows
            first = done
            continue
        if last < len(words):
            last = _line_end(words, max(done, (first + last) // 2), last)
        yield first, last
        done = last
        first = max(first + 1, _word_at(starts, starts[last] - overlap))


def _word_at(starts: NDArray[np.int64], piece: int) -> int:
    """The last word that begins at ``piece`` or before it."""
    return int(np.searchsorted(starts, piece, side="right")) - 1


def _line_end(words: Sequence[Word], least: int, last: int) -> int:
    """The last line start after ``least``, so that a window does not end inside a line."""
    for i in range(last, least, -1):
        if (words[i].page, words[i].line) != (words[i - 1].page, words[i - 1].line):
            return i
    return last


def _window(
    ids: NDArray[np.int64],
    owner: NDArray[np.int64],
    boxes: NDArray[np.int64],
    pages: NDArray[np.int64],
    first: int,
    words: int,
    tokenizer: WordTokenizer,
) -> Window:
    return Window(
        ids=np.concatenate([[tokenizer.first_id], ids, [tokenizer.separator_id]]),
        boxes=np.pad(boxes[owner], ((1, 1), (0, 0))),
        pages=np.pad(pages[owner], 1),
        word_index=np.pad(owner - first, 1, constant_values=NO_WORD),
        first=first,
        words=words,
    )
