"""Documents laid out from lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Box, Document, Page, Word


def document(*pages: Sequence[str]) -> Document:
    """Pages of text lines; words are a hundredth of the page a character, lines three hundredths apart."""
    return Document("test", tuple(_page(number, lines) for number, lines in enumerate(pages, start=1)))


def _page(number: int, lines: Sequence[str]) -> Page:
    words = []
    for row, line in enumerate(lines):
        at = 0
        for text in line.split():
            at = line.index(text, at)
            box = Box(at / 100, row * 0.03, (at + len(text)) / 100, row * 0.03 + 0.02)
            words.append(Word(text, box, number, row))
            at += len(text)
    return Page(number, 595, 842, tuple(words))
