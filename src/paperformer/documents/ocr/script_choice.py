"""Which of its two heads is believed for a line: the recogniser's own, or the one for further scripts.

Most capitals look alike in three alphabets, and the own head reads "ФАКТУРА" as "ΦAKTYPA", sure of itself.
So the page decides. Where enough letters are of a kind that only one further script has, all lines with
letters of further scripts are taken as the further head reads them, and each word is put into one alphabet.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from paperformer.documents.ocr.recognition import ReadLine

_SCRIPTS = ("CYRILLIC", "GREEK", "VIETNAMESE", "ARMENIAN", "GEORGIAN")
_CLEAR = 0.8  # probability from which a letter speaks for its page
_LEAST_SHARE = 0.15  # of a page's clear letters that no other script has; Latin pages stay below 0.03
_LEAST_LETTERS = 5  # of these letters, on the page

# Letters that look alike, of each alphabet in turn; "-" where it has none.
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")
_ALIKE = (
    *("AАΑ", "BВΒ", "CС-", "EЕΕ", "HНΗ", "IІΙ", "JЈ-", "KКΚ", "MМΜ", "N-Ν", "OОΟ", "PРΡ", "SЅ-", "TТΤ"),
    *("XХΧ", "YУΥ", "Z-Ζ", "-ФΦ", "-ГΓ", "-ПΠ", "aаα", "cс-", "eе-", "iіι", "jј-", "kкκ", "oоο", "pрρ"),
    *("sѕ-", "xхχ", "yу-", "v-ν", "u-υ", "n-η", "w-ω", "-фφ", "-лλ", "-пπ"),
)
_AMBIGUOUS = frozenset("".join(_ALIKE)) - {"-"}


def script_of(lines: Sequence[ReadLine]) -> str | None:
    """The further script that a page is written in; None for all other pages.

    Args:
        lines: As the recogniser read them, with both readings.
    """
    letters: Counter[str] = Counter()
    for line in lines:
        if line.further is not None:
            letters.update(
                script_of_letter(letter)
                for letter, confidence in zip(line.further.text, line.further.confidences, strict=True)
                if confidence >= _CLEAR and letter.isalpha() and letter not in _AMBIGUOUS
            )
    best = max(_SCRIPTS, key=letters.__getitem__)
    return best if letters[best] >= max(_LEAST_LETTERS, _LEAST_SHARE * letters.total()) else None


def in_script(line: ReadLine, script: str | None) -> ReadLine:
    """A line as the head reads it that knows its letters.

    Args:
        line: As the recogniser read it, with both readings.
        script: Of its page, from ``script_of``.
    """
    if script is None or line.further is None or not _has_further_letters(line.further.text):
        return line
    text = " ".join(in_one_alphabet(word, script) for word in line.further.text.split(" "))
    # The recogniser's own head knows Latin letters and figures better.
    return replace(line.further, text=text) if _has_further_letters(text) else line


def in_one_alphabet(word: str, script: str) -> str:
    """A word whose letters that look alike are of the alphabet of its other letters.

    Args:
        word: As it was read.
        script: Of the page: that of words in which all letters look alike. With a figure they are codes, and
            Latin.
    """
    kinds = Counter(
        script_of_letter(letter) for letter in word if letter.isalpha() and letter not in _AMBIGUOUS
    )
    if kinds:
        return word.translate(_into(kinds.most_common(1)[0][0]))
    return word.translate(_into("LATIN" if any(map(str.isdigit, word)) else script))


@cache
def script_of_letter(letter: str) -> str:
    """One of the further scripts, LATIN, or the first word of another character's name in Unicode."""
    if "Ạ" <= letter <= "ỹ" or letter in "ƠơƯư":
        return "VIETNAMESE"
    return unicodedata.name(letter, "").partition(" ")[0]


def _has_further_letters(text: str) -> bool:
    return any(script_of_letter(letter) in _SCRIPTS for letter in text)


@cache
def _into(script: str) -> dict[int, str]:
    """What becomes of letters that look alike in words of a script; if it has none of them, Latin ones."""
    place = _ALPHABETS.index(script) if script in _ALPHABETS else 0
    return {
        ord(letter): letters[place]
        for letters in _ALIKE
        if letters[place] != "-"
        for letter in letters
        if letter != "-"
    }
