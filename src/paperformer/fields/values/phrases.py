"""Phrases that name a value: a table of them, and where in a text they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from paperformer.fields.values.plain import folded

# First folded word -> (the phrase's folded words, the value it names), longer phrases first.
PhraseIndex = Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]

_WORD = re.compile(r"[^\W_]+")
_WIDEST_GAP = 3  # characters between two words of a phrase: a space, a dash between two, a dot and a space


def index_phrases(table: Mapping[str, Iterable[str]]) -> PhraseIndex:
    """An index of ``table``: value -> its phrases. Case and accents do not count."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for value, phrases in table.items():
        for phrase in phrases:
            words = tuple(folded(word) for word in _WORD.findall(phrase))
            found.setdefault(words[0], []).append((words, value))
    return {first: tuple(sorted(all_of, key=lambda entry: -len(entry[0]))) for first, all_of in found.items()}


def find_phrases(text: str, index: PhraseIndex) -> Iterator[tuple[int, int, str]]:
    """Start, end and value of every phrase in ``text``; of two that begin alike, the longer."""
    words, places = _words_of(text)
    for position in [position for position, word in enumerate(words) if word in index]:
        for phrase, value in index[words[position]]:
            end = position + len(phrase)
            if words[position:end] == phrase and _is_tight(places[position:end]):
                yield places[position][0], places[end - 1][1], value
                break


@lru_cache(maxsize=2)  # countries, kinds of document and means of payment are looked for in one text
def _words_of(text: str) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """The folded words of ``text``, and where each begins and ends."""
    places = tuple([match.span() for match in _WORD.finditer(text)])
    return tuple([folded(text[start:end]) for start, end in places]), places


def _is_tight(places: Sequence[tuple[int, int]]) -> bool:
    return all(after[0] - before[1] <= _WIDEST_GAP for before, after in pairwise(places))
