"""Figures that the same page prints clearly as letters elsewhere: "HAI-0 RAYA" and "www.hai-o.com.my"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from paperformer.documents.ocr.recognition import ReadLine

_LETTERS_LIKE = {"0": "O", "1": "IL", "5": "S", "8": "B"}
_UNSURE = 0.95  # confidence below which a figure may be a letter
_CLEAR = 0.9  # confidence of each letter where it is printed again
_LETTERS = 3  # of the word, besides that figure
_WORD = re.compile(r"[^\W_]+(?:[-&'][^\W_]+)*")
_JOINS = re.compile(r"[-&']")


def mend_echoes(lines: Sequence[ReadLine]) -> list[ReadLine]:
    """The lines of a page; a doubtful figure in a word is the letter that the word has elsewhere on it.

    Not at a word's end ("Room5", "rooms"), where a number may be run together with it.
    """
    printed: frozenset[str] | None = None
    mended = []
    for line in lines:
        for place, word, before in list(_doubtful(line)):
            printed = _clear_words(lines) if printed is None else printed
            letter = _echo(word, before, printed)
            if letter is not None:
                line = replace(line, text=line.text[:place] + letter + line.text[place + 1 :])
        mended.append(line)
    return mended


def _doubtful(line: ReadLine) -> Iterator[tuple[int, str, int]]:
    """Place of each doubtful figure that is the only one of its word, that word, and the place in it."""
    for match in _WORD.finditer(line.text):
        word = match[0]
        figures = [place for place, character in enumerate(word) if character.isdigit()]
        if len(figures) != 1 or word[figures[0]] not in _LETTERS_LIKE:
            continue
        (place,) = figures
        inside = place + 1 < len(word) or word[place - 1] in "-&'"
        enough = sum(map(str.isalpha, word)) >= _LETTERS
        if inside and enough and line.confidences[match.start() + place] < _UNSURE:
            yield match.start() + place, word, place


def _clear_words(lines: Sequence[ReadLine]) -> frozenset[str]:
    """The words that are printed clearly, whole and in parts, in small letters."""
    words: set[str] = set()
    for line in lines:
        clear = (
            character if sure >= _CLEAR else "\0"
            for character, sure in zip(line.text, line.confidences, strict=True)
        )
        for word in _WORD.findall("".join(clear).casefold()):
            words.update((word, *_JOINS.split(word)))
    return frozenset(words)


def _echo(word: str, place: int, printed: frozenset[str]) -> str | None:
    """The letter with which ``word`` is printed elsewhere; in small letters between those."""
    for letter in _LETTERS_LIKE[word[place]]:
        if (word[:place] + letter + word[place + 1 :]).casefold() in printed:
            return letter if word.upper() == word else letter.lower()
    return None
