"""Which of its two heads is believed for a line: the recogniser's own, or the one for further scripts.

Most capitals look alike in three alphabets, and the own head reads "ФАКТУРА" as "ΦAKTYPA", sure of itself.
So the page decides. Where enough letters are of a kind that only one further script has, all lines with
letters of further scripts are taken as the further head reads them, and each word is put into one alphabet.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.ocr.recognition import ReadLine

if TYPE_CHECKING:
    from numpy.typing import NDArray

FURTHER_SCRIPTS = ("CYRILLIC", "GREEK", "VIETNAMESE", "ARMENIAN", "GEORGIAN")
_CLEAR = 0.8  # probability from which a letter speaks for its page
_LEAST_SHARE = 0.15  # of a page's clear letters that no other script has; Latin pages stay below 0.04
_LEAST_LETTERS = 5  # of these letters, on the page
_MEASURE = re.compile(r"[0-9][0-9.,]*\*?[^\W\d_]{1,4}\.?")  # a number with its unit, or its letter of tax
_ADDRESS = re.compile(r"@|://|^[wω]{3}\.")  # what web and mail addresses have
_COUNT_OF = re.compile(r"[Зз]( [^\W\d_]{1,4}\.?)? [xXхХ×*] ?[0-9]")  # "З шт. х 48.00": no letter, but a 3
_LAST_LATIN = "ɏ"
_LONE = 0.01  # of the line's width: half of that of a character that stands alone

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
    letters = clear_letters(lines)
    best = max(FURTHER_SCRIPTS, key=letters.__getitem__)
    unknown = sum(count for script, count in letters.items() if script not in (*FURTHER_SCRIPTS, "LATIN"))
    is_enough = letters[best] >= max(_LEAST_LETTERS, _LEAST_SHARE * letters.total())
    return best if is_enough and letters[best] > unknown else None


def clear_letters(lines: Sequence[ReadLine]) -> Counter[str]:
    """How many letters of each script are clear.

    They are those of the further head, without those that look alike, and those of the own head in scripts
    that the further one has never seen, such as Chinese.
    """
    letters: Counter[str] = Counter()
    for line in lines:
        own = (script for _, script in _clear(line))
        letters.update(script for script in own if script not in _ALPHABETS)
        if line.further is not None:
            further = _clear(line.further.read())
            letters.update(script for letter, script in further if letter not in _AMBIGUOUS)
    return letters


def _clear(line: ReadLine) -> Iterator[tuple[str, str]]:
    """The clear letters of a reading with their scripts; of one letter many times, as rules are read, two."""
    for place, (letter, confidence) in enumerate(zip(line.text, line.confidences, strict=True)):
        if confidence >= _CLEAR and letter.isalpha() and line.text[max(0, place - 2) : place] != 2 * letter:
            yield letter, script_of_letter(letter)


def in_script(line: ReadLine, script: str | None) -> ReadLine:
    """A line as the heads read it that know its letters.

    Args:
        line: As the recogniser read it, with both readings.
        script: Of its page, from ``script_of``.
    """
    if script is None or line.further is None:
        return line
    further = line.further.read(_allowed(tuple(line.further.characters), script))
    if not _has_letters(further.text, script):
        return line
    spans = _spans(further.text)
    scripts = _scripts_of_words([further.text[start:end] for start, end in spans], script)
    words = [
        _word(line, further, start, end, script) for (start, end), script in zip(spans, scripts, strict=True)
    ]
    if _COUNT_OF.match(further.text):
        words[0] = replace(words[0], text="3")
    # The recogniser's own head knows Latin letters and figures better.
    return _joined(words) if any(_has_letters(word.text, script) for word in words) else line


def _scripts_of_words(words: Sequence[str], script: str) -> list[str]:
    """The script of each word: of one whose letters all look alike, that of the nearest word with others."""
    clear = [_clear_script(word) for word in words]
    known = [place for place, script in enumerate(clear) if script]
    nearest = (min(known, key=lambda at: (abs(at - place), at), default=None) for place in range(len(words)))
    return [
        own or (script if near is None else clear[near]) for own, near in zip(clear, nearest, strict=True)
    ]


def _clear_script(word: str) -> str:
    """The script of most letters that do not look alike; empty where there are none."""
    kinds = Counter(
        script_of_letter(letter) for letter in word if letter.isalpha() and letter not in _AMBIGUOUS
    )
    return kinds.most_common(1)[0][0] if kinds else ""


def _word(line: ReadLine, further: ReadLine, start: int, end: int, script: str) -> ReadLine:
    """A word of the further head's reading; where it is Latin or mixed, what the own head reads there."""
    text = in_one_alphabet(further.text[start:end], script)
    word = ReadLine(text, further.centers[start:end], further.confidences[start:end])
    scripts = {script_of_letter(letter) for letter in text if letter.isalpha()}
    is_pure = bool(scripts) and ("LATIN" not in scripts or "VIETNAMESE" in scripts)
    if is_pure or not any(map(str.isalnum, text)):
        return word
    margin = (word.centers[-1] - word.centers[0]) / (2 * max(1, end - start - 1)) or _LONE
    places = [
        place
        for place, center in enumerate(line.centers)
        if word.centers[0] - margin <= center <= word.centers[-1] + margin and line.text[place] != " "
    ]
    if len(places) != len(text):  # amid letters that it does not know, the own head leaves characters out
        return word
    own = "".join(line.text[place] for place in places)
    return ReadLine(
        in_one_alphabet(own, script),
        tuple(line.centers[place] for place in places),
        tuple(line.confidences[place] for place in places),
    )


def _joined(words: Sequence[ReadLine]) -> ReadLine:
    """The words with a space between each two, as sure as what stands around it."""
    text, centers, confidences = words[0].text, [*words[0].centers], [*words[0].confidences]
    for before, word in pairwise(words):
        text += " " + word.text
        centers += [(before.centers[-1] + word.centers[0]) / 2, *word.centers]
        confidences += [min(before.confidences[-1], word.confidences[0]), *word.confidences]
    return ReadLine(text, tuple(centers), tuple(confidences))


def _spans(text: str) -> list[tuple[int, int]]:
    """First character and the one behind the last of each word."""
    return [match.span() for match in re.finditer(r"[^ ]+", text)]


def in_one_alphabet(word: str, script: str) -> str:
    """A word whose letters that look alike are of the alphabet of its other letters.

    Args:
        word: As it was read.
        script: Of the page: that of words in which all letters look alike, also behind a number ("500 ГР").
            With a figure elsewhere they are codes, and Latin. So are web and mail addresses.
    """
    if _ADDRESS.search(word):  # each of its names may be in another alphabet: "info@εταιρεία.gr"
        return "".join(_in_one_alphabet(part, "LATIN", script) for part in re.split(r"(\W)", word))
    is_code = re.search("[0-9]", word) and not _MEASURE.fullmatch(word)
    usual = "LATIN" if is_code else script
    return "".join(_in_one_alphabet(part, usual, script) for part in re.split("(/)", word))


def _in_one_alphabet(word: str, usual: str, script: str) -> str:
    """A word in the alphabet of its clear letters; without any, in the first one that has all its letters.

    Args:
        word: As it was read.
        usual: The alphabet that is tried first.
        script: Of the page or the words around it, whose alphabet is tried next.
    """
    clear = _clear_script(word)
    if clear:
        return word.translate(_into(clear))
    letters = {ord(letter) for letter in word if letter.isalpha()}
    whole = (alphabet for alphabet in (usual, script, *_ALPHABETS) if letters <= _into(alphabet).keys())
    return word.translate(_into(next(whole, usual)))


@cache
def script_of_letter(letter: str) -> str:
    """One of the further scripts, LATIN, or the first word of another character's name in Unicode."""
    if "Ạ" <= letter <= "ỹ" or letter in "ƠơƯư":
        return "VIETNAMESE"
    if letter <= _LAST_LATIN:
        return "LATIN"
    return unicodedata.name(letter, "").partition(" ")[0]


@cache
def _allowed(characters: tuple[str, ...], script: str) -> NDArray[np.bool_]:
    """Which characters a page in a script may print: all but the letters of other further scripts."""
    others = frozenset(FURTHER_SCRIPTS) - {script}
    return np.array([not letter or script_of_letter(letter) not in others for letter in characters])


def _has_letters(text: str, script: str) -> bool:
    return any(script_of_letter(letter) == script for letter in text)


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
