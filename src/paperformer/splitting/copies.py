"""Second prints of a receipt: the original and its copy on one page, or a page each.

Their words are nearly the same, but for a heading ("Merchant copy") and what OCR read otherwise. Two tickets
of one price differ in their times or numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from paperformer.documents.model import Document, Page, Word
from paperformer.splitting.gutters import gutters_on

_FEWEST = 10  # words of a receipt
_ALIKE = 0.8  # part of all words that both print
_ALIKE_FIGURES = 0.85  # part of the words with a figure
_NEARBY = 3  # pages before that a page may be the copy of
_FROM_HALF = 0.15  # how far from the middle of a page's words the copy begins, in parts of them
_AMOUNT = re.compile(r"[0-9][.,][0-9]{2,3}(?![0-9])")
_DATE = re.compile(r"[0-9]{1,4}[./-](?:[0-9]{1,2}|[A-Za-z]{3,9})[./-][0-9]{2,4}")
_TIME = re.compile(r"(?<![0-9])[0-9]{1,2}:[0-9]{2}")


class Copies(NamedTuple):
    """What a document prints again.

    Args:
        words: Indices into ``Document.words`` of second prints.
        pages: Numbers of pages that are a page before them again.
        halves: Numbers of pages that print a receipt twice.
    """

    words: frozenset[int]
    pages: tuple[int, ...]
    halves: tuple[int, ...]


def find_copies(document: Document) -> Copies:
    """The words of ``document`` that print again what was printed before."""
    again: set[int] = set()
    pages, halves = [], []
    kept: list[Sequence[Word]] = []
    first = 0
    for page in document.pages:
        if any(are_copies(page.words, other) for other in kept[-_NEARBY:]):
            pages.append(page.number)
            again.update(range(first, first + len(page.words)))
        else:
            kept.append(page.words)
            copy = _copy_on(page)
            if copy:
                halves.append(page.number)
                again.update(first + at for at in copy)
        first += len(page.words)
    return Copies(frozenset(again), tuple(pages), tuple(halves))


class ReadOnce(NamedTuple):
    """A document without second prints of a receipt.

    Args:
        document: Without them.
        kept: Indices into the words of the whole document; None where nothing was left out.
        warnings: One for each page that prints something again.
    """

    document: Document
    kept: Sequence[int] | None = None
    warnings: Sequence[str] = ()


def read_once(document: Document) -> ReadOnce:
    """``document`` without the second prints of a receipt."""
    copies = find_copies(document)
    if not copies.words:
        return ReadOnce(document)
    first, pages = 0, []
    for page in document.pages:
        kept = [word for at, word in enumerate(page.words, first) if at not in copies.words]
        pages.append(replace(page, words=tuple(kept)))
        first += len(page.words)
    warnings = [f"page {number} prints the same receipt twice: read once" for number in copies.halves]
    warnings += [f"page {number} prints a page before it again: read once" for number in copies.pages]
    indices = [at for at in range(first) if at not in copies.words]
    return ReadOnce(replace(document, pages=tuple(pages)), indices, warnings)


def are_copies(words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Whether two runs of words are prints of one receipt."""
    if min(len(words), len(others)) < _FEWEST or min(len(words), len(others)) < _ALIKE / 2 * max(
        len(words), len(others)
    ):
        return False
    counter, other = _texts(words), _texts(others)
    return (
        _shared(counter, other) >= _ALIKE
        and _shared(_figures(counter), _figures(other)) >= _ALIKE_FIGURES
        and all(_agree(counter, other, pattern) for pattern in (_AMOUNT, _DATE, _TIME))
        and any(_AMOUNT.search(text) for text in counter)
    )


def _copy_on(page: Page) -> Sequence[int]:
    """Indices into the page's words of a receipt's second print on it; none where it prints all once."""
    words = page.words
    texts = _texts(words)
    twice = sum(count for count in texts.values() if count > 1)
    if len(words) < 2 * _FEWEST or twice < _ALIKE * texts.total():
        return ()
    copies = [
        (_shared(_texts(first), _texts(other)), places)
        for places in _halves(page)
        if are_copies(first := [words[i] for i in places[0]], other := [words[i] for i in places[1]])
    ]
    return max(copies, key=lambda found: found[0])[1][1] if copies else ()


def _halves(page: Page) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Ways to take a page for two of about the same number of words: left and right, above and below."""
    words = page.words
    for gutter in gutters_on(page, words):
        if gutter.is_upright and _is_half(len(gutter.before), len(words)):
            yield gutter.before, gutter.after
    for at in range(1, len(words)):
        if words[at].line != words[at - 1].line and _is_half(at, len(words)):
            yield range(at), range(at, len(words))


def _is_half(count: int, of: int) -> bool:
    return abs(count / of - 0.5) <= _FROM_HALF


def _texts(words: Sequence[Word]) -> Counter[str]:
    return Counter(text for word in words if (text := word.text.casefold().strip(".,:;*-_=#")))


def _figures(texts: Counter[str]) -> Counter[str]:
    return Counter({text: count for text, count in texts.items() if any(map(str.isdigit, text))})


def _shared(counter: Counter[str], other: Counter[str]) -> float:
    """The part of both that is in both."""
    total = counter.total() + other.total()
    return 2 * (counter & other).total() / total if total else 1.0


def _agree(counter: Counter[str], other: Counter[str], pattern: re.Pattern[str]) -> bool:
    """Whether both print nearly the same of what ``pattern`` finds."""
    first, second = (
        Counter({text: count for text, count in texts.items() if pattern.search(text)})
        for texts in (counter, other)
    )
    return _shared(first, second) > 0.5
