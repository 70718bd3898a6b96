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
_WORD = re.compile(r"[^\W\d_]+(?:[-&'][^\W\d_]+)*[-&']?([0158])(?:[-&']?[^\W\d_]+)*(?![\w-])")


def mend_echoes(lines: Sequence[ReadLine]) -> list[ReadLine]:
    """The lines of a page; a doubtful figure in a word is the letter that the word has elsewhere on it."""
    printed = None
    mended = []
    for line in lines:
        for place, word, before in list(_doubtful(line)):
            printed = _clear_text(lines) if printed is None else printed
            letter = _echo(word, before, printed, line.text[place])
            if letter is not None:
                line = replace(line, text=line.text[:place] + letter + line.text[place + 1 :])
        mended.append(line)
    return mended


def _doubtful(line: ReadLine) -> Iterator[tuple[int, str, int]]:
    """Place of each doubtful figure, its word, and where in that it stands."""
    for match in _WORD.finditer(line.text):
        place = match.start(1)
        starts_word = match.start() == 0 or not line.text[match.start() - 1].isalnum()
        enough = sum(map(str.isalpha, match[0])) >= _LETTERS
        if starts_word and enough and line.confidences[place] < _UNSURE:
            yield place, match[0], place - match.start()


def _clear_text(lines: Sequence[ReadLine]) -> str:
    """What is printed, a line a line, without what is unclear."""
    return "\n".join(
        "".join(
            character if sure >= _CLEAR else "\0"
            for character, sure in zip(line.text, line.confidences, strict=True)
        )
        for line in lines
    ).casefold()


def _echo(word: str, place: int, printed: str, figure: str) -> str | None:
    """The letter with which ``word`` is printed elsewhere; in small letters between those."""
    for letter in _LETTERS_LIKE[figure]:
        whole = re.escape((word[:place] + letter + word[place + 1 :]).casefold())
        if re.search(rf"(?<![^\W_]){whole}(?![^\W_])", printed):
            return letter if word.upper() == word else letter.lower()
    return None
