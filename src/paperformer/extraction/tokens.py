"""Document to model input: WordPiece ids, boxes, pages and the word each piece belongs to.

A document of up to the model's limit is one window, read in one pass. A longer one is cut at line ends into
windows that overlap; every word is in at least one window and the result says that it was windowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.text.wordpiece import WordPiece

BOX_SCALE = 1000
NO_WORD = -1


@dataclass(frozen=True, slots=True)
class Window:
    """One pass of the model over a run of words.

    Args:
        ids: WordPiece ids with [CLS] first and [SEP] last, int64 ``(tokens,)``.
        boxes: x0, y0, x1, y1 of each piece's word, 0..1000, int64 ``(tokens, 4)``.
        pages: Page of each piece, from 0, int64 ``(tokens,)``.
        word_index: Word of each piece, counted from ``first``; NO_WORD for [CLS] and [SEP]; int64 ``(tokens,)``.
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
    words: Sequence[Word], tokenizer: WordPiece, max_tokens: int, overlap: int = 128
) -> list[Window]:
    """The windows of a document, usually one; none where it has no words.

    Args:
        words: In reading order.
        tokenizer: The model's WordPiece.
        max_tokens: The model's limit, [CLS] and [SEP] included.
        overlap: Tokens that neighbouring windows share, at least.

    Raises:
        ValueError: when ``max_tokens`` leaves no room for words beside the overlap.
    """
    room = max_tokens - 2
    if room <= overlap:
        raise ValueError(f"max_tokens {max_tokens} leaves no room beside an overlap of {overlap}")
    if not words:
        return []
    pieces = tokenizer.encode([word.text for word in words])
    ids, owner = pieces.ids, pieces.words
    counts = np.bincount(owner, minlength=len(words))
    boxes = _quantised(words)
    pages = np.asarray([word.page - 1 for word in words], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(counts)])
    windows = []
    for first, last in _spans(words, counts, room, overlap):
        part = slice(starts[first], min(starts[last], starts[first] + room))
        windows.append(_window(ids[part], owner[part], boxes, pages, first, last - first, tokenizer))
    return windows


def _quantised(words: Sequence[Word]) -> NDArray[np.int64]:
    boxes = np.asarray([(w.box.x0, w.box.y0, w.box.x1, w.box.y1) for w in words], dtype=np.float64)
    scaled: NDArray[np.int64] = np.clip(np.rint(np.nan_to_num(boxes) * BOX_SCALE), 0, BOX_SCALE).astype(
        np.int64
    )
    return scaled


def _spans(
    words: Sequence[Word], counts: NDArray[np.int64], room: int, overlap: int
) -> list[tuple[int, int]]:
    """Word ranges whose pieces fit in ``room``, each beginning about ``overlap`` pieces before the last ended."""
    if int(counts.sum()) <= room:
        return [(0, len(words))]
    spans: list[tuple[int, int]] = []
    first = 0
    while True:
        last = _reach(counts, first, room)
        if last < len(words):
            last = _line_end(words, first, last)
        spans.append((first, last))
        if last >= len(words):
            return spans
        first = max(first + 1, _back(counts, last, overlap))


def _reach(counts: NDArray[np.int64], first: int, room: int) -> int:
    total = np.cumsum(counts[first:])
    # A single word of more pieces than the model takes is cut to fit; it is no value of any field.
    return first + max(1, int(np.searchsorted(total, room, side="right")))


def _line_end(words: Sequence[Word], first: int, last: int) -> int:
    """The last line start in the second half of the range, so that a window does not end inside a line."""
    for i in range(last, (first + last) // 2, -1):
        if (words[i].page, words[i].line) != (words[i - 1].page, words[i - 1].line):
            return i
    return last


def _back(counts: NDArray[np.int64], last: int, overlap: int) -> int:
    taken = 0
    while last > 0 and taken < overlap:
        last -= 1
        taken += int(counts[last])
    return last


def _window(
    ids: NDArray[np.int64],
    owner: NDArray[np.int64],
    boxes: NDArray[np.int64],
    pages: NDArray[np.int64],
    first: int,
    words: int,
    tokenizer: WordPiece,
) -> Window:
    n = len(ids) + 2
    out_ids = np.full(n, tokenizer.separator_id, dtype=np.int64)
    out_ids[0] = tokenizer.first_id
    out_ids[1:-1] = ids
    out_boxes = np.zeros((n, 4), dtype=np.int64)
    out_boxes[1:-1] = boxes[owner]
    out_pages = np.zeros(n, dtype=np.int64)
    out_pages[1:-1] = pages[owner]
    word_index = np.full(n, NO_WORD, dtype=np.int64)
    word_index[1:-1] = owner - first
    return Window(out_ids, out_boxes, out_pages, word_index, first, words)
