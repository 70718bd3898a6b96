"""Which of the language's proposals for a line are taken.

Language knows words; figures it does not know. What touches a number is left as the picture has it, but for
a figure that looks like a letter in a word, and a letter that looks like a figure in a number ("4380D").
"""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher

_ALIKE = {
    "0": "OoDQ",
    "1": "IlLiJjT",
    "2": "Zz",
    "3": "B",
    "4": "A",
    "5": "Ss",
    "6": "Gb",
    "7": "T",
    "8": "B",
    "9": "gq",
}
_INSIDE = ".'@/-"  # what stands inside words
_DATES = "/-:"  # what stands in dates and times
_FEW = 2  # figures that make a word with a letter in it a number; letters that may come or go


def take_edits(read: str, proposed: str, *, accents: bool) -> str:
    """``read`` with those changes of ``proposed`` that nothing speaks against.

    Args:
        read: A line as the picture has it.
        proposed: As the language would have it.
        accents: Whether the page's language has letters with accents: then none loses its own.
    """
    text = ""
    for kind, a, b, c, d in SequenceMatcher(None, read, proposed, autojunk=False).get_opcodes():
        old, new = read[a:b], proposed[c:d]
        loses_accent = accents and old != new and _bare(old) == new
        taken = kind != "equal" and not loses_accent and _may_change(read, a, b, new)
        text += new if taken else old
    return text


def _may_change(read: str, start: int, end: int, new: str) -> bool:
    """Whether ``read[start:end]`` may become ``new``."""
    old, before, after = read[start:end], read[:start][-1:], read[end : end + 1]
    if _figures(old + new):
        return len(old) == len(new) == 1 and _is_other_kind(_word_around(read, start), old, new)
    if any(character.isalpha() for character in old + new):
        return abs(len(old) - len(new)) <= _FEW and not (before.isdecimal() and after.isdecimal())
    if not old.strip() and not new.strip():
        numbers = before.isdecimal() and after.isdecimal()
        return _may_part(_word_around(read, start - 1), before, after) if new else not numbers
    return not after.isdecimal()


def _may_part(word: str, before: str, after: str) -> bool:
    """Whether a space may come between two characters of ``word``.

    Dates and times are parted, other numbers and addresses of the web are not.
    """
    if before.isdecimal() and after.isdecimal():
        return any(sign in word for sign in _DATES)
    return after.isalnum() and before not in _INSIDE


def _is_other_kind(word: str, old: str, new: str) -> bool:
    """Whether ``old`` in ``word`` is a figure in place of the letter ``new``, or a letter in place of one."""
    if new.isdecimal():
        return old in _ALIKE[new] and _figures(word) >= _FEW
    return new in _ALIKE.get(old, "") and sum(map(str.isalpha, word)) > _figures(word)


def _word_around(text: str, place: int) -> str:
    start = text.rfind(" ", 0, place) + 1
    return text[start:].split(" ", 1)[0]


def _bare(text: str) -> str:
    """``text`` without accents."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


def _figures(text: str) -> int:
    return sum(map(str.isdecimal, text))
