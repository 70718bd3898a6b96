"""Which of the language's proposals for a line are taken.

Language knows words; figures it does not know. So a word is taken as a whole or left as the picture has it.
Letters and stops change in words without figures, letters come in place of figures that look like them
("F1orentine"), and the other way round in numbers ("4380D"), never where a unit or a tax code may stand.
Signs, currencies, accounts, identifiers, months and addresses of the web are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

_LONGEST = 250  # characters of a line that is aligned: the work grows with their square
_COME_OR_GO = 2  # letters that a word may win or lose
_KEPT = 0.75  # of a line's letters and figures, at least: what drops more guesses at noise
_STOPS = frozenset(".,:;'`´_")
_LETTERS_LIKE = {
    "0": "OoDQ",
    "1": "IlLi",
    "2": "Zz",
    "3": "B",
    "4": "A",
    "5": "Ss",
    "6": "Gb",
    "7": "T",
    "8": "B",
    "9": "gq",
}
_FIGURE_IN_NUMBER = {"O": "0", "o": "0", "Q": "0", "l": "1", "I": "1"}  # no units, no tax codes
_NUMBER_WITH_LETTER = re.compile(r"((?:RM|[$€£])?[0-9.,]*)([A-Za-z])((?:[0-9.,]*[0-9])?)([.,:;]?)")
_RUN = re.compile(r"[^\W_]+")
_AMOUNT_OR_TIME = re.compile(r"(?<![0-9])[0-9]+[.,:][0-9]{2}$")
_CODE = re.compile(r"[A-Z]{1,2}")  # of a tax, or AM and PM
_WEB = re.compile(r"@|www|//|\w\.[a-z]{2,4}$", re.I)
_ACCOUNT = re.compile(r"IBAN|\b[A-Z]{2}\d\d(?=[ \dA-Z]*\d{4})")
_BIC = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")
_DATE_THEN_TIME = re.compile(r"\d[/.-]\d{1,2}[/.-]\d{2}(?:\d\d)? \d{1,2}[:.h]\d\d(?!\d)")
_DATE = re.compile(r"([0-9]{1,2}[/.-]?)([^\W\d_]+)([/.-]?[0-9]*)")
_LIKE_LETTERS = {"|": "lI", "∪": "U"}
_MONTH = re.compile(
    r"jan|feb|mar|apr|abr|may|mai|maj|mag|jun|jul|aug|ago|sept?|set|o[ck]t|out|ott|nov|de[cz]|dic|ene|gen|giu|lug"
    r"|june|july|jun[ih]o?|jul[ih]o?|juin|juil(?:let)?|giugno|luglio",
    re.I,
)
# Accents that Unicode does not take off.
_NO_PARTS = str.maketrans("łŁøØđĐðÐħĦıæÆœŒßþÞ", "lLoOdDdDhHiaAoOBpP")


def take_edits(read: str, proposed: str, *, accents: bool) -> str:
    """``read`` with those changes of ``proposed`` that nothing speaks against.

    Args:
        read: A line as the picture has it.
        proposed: As the language would have it.
        accents: Whether the page's language has letters with accents: then none loses its own.
    """
    said, kept = (sum(map(str.isalnum, text)) for text in (read, proposed))
    if max(len(read), len(proposed)) > _LONGEST or kept < _KEPT * said or _ACCOUNT.search(read):
        return read
    words, spaces = [("", "")], []
    for old, new in aligned(read, proposed):
        if old == " ":
            spaces.append(new)
            words.append(("", ""))
        else:
            words[-1] = words[-1][0] + old, words[-1][1] + new
    text = ""
    for (left, right), space in zip(pairwise(words), spaces, strict=True):
        text += _word(*left, accents) + ("" if not space and _are_one(left, right) else " ")
    return text + _word(*words[-1], accents)


def _are_one(left: tuple[str, str], right: tuple[str, str]) -> bool:
    """Whether two words, each as it was read and as it is to become, are parts of one."""
    return left[0] == left[1] and right[0] == right[1] and left[0][-1:].isalpha() and right[0][:1].isalpha()


def aligned(text: str, other: str) -> list[tuple[str, str]]:
    """Two texts character by character, "" where one has none: the fewest changes, spaces with spaces."""
    costs = [[float(column) for column in range(len(other) + 1)]]
    for row, a in enumerate(text, 1):
        above, here = costs[-1], [float(row)]
        for column, b in enumerate(other, 1):
            changed = above[column - 1] + _cost(a, b)
            here.append(min(changed, above[column] + 1, here[-1] + 1))
        costs.append(here)
    row, column = len(text), len(other)
    pairs: list[tuple[str, str]] = []
    while row or column:
        cost = costs[row][column]
        if row and column and cost == costs[row - 1][column - 1] + _cost(text[row - 1], other[column - 1]):
            row, column = row - 1, column - 1
            pairs.append((text[row], other[column]))
        elif row and cost == costs[row - 1][column] + 1:
            row -= 1
            pairs.append((text[row], ""))
        else:
            column -= 1
            pairs.append(("", other[column]))
    return pairs[::-1]


def _cost(a: str, b: str) -> float:
    if a == b:
        return 0.0
    return 2.5 if " " in (a, b) else 1.0  # dearer than to leave one out and put the other in


def _word(old: str, new: str, accents: bool) -> str:
    """The word ``old``, or what it was to become: parts of it, with spaces between them."""
    bare = new.replace(" ", "")
    if old == new or not old or not bare or _WEB.search(old):
        return old
    if old.replace("_", " ") == new:
        return new
    if bare != old and not _may_become(old, bare, accents):
        return old
    first, *others = new.split(" ")
    text, left = first, first
    for right in others:
        text += f" {right}" if _may_part(left, right) else right
        left = right
    return text


def _may_become(old: str, new: str, accents: bool) -> bool:
    pairs = [(a, b) for a, b in aligned(old, new) if a != b and not _is_same_sign(a, b)]
    if not pairs:
        return True
    if _figures(old) or _figures(new):
        if len(old) != len(new):
            return _has_month(old, new)
        return _is_word_with_figures(old, new) or _is_number_with_letter(old, new)
    if _MONTH.fullmatch(old.strip(".,")):
        return False
    come_and_go = sum(not a or not b for a, b in pairs)
    return come_and_go <= _COME_OR_GO and all(_may_replace(a, b, accents) for a, b in pairs)


def _has_month(old: str, new: str) -> bool:
    """Whether what stands between the figures of a date becomes a month: 14MMay/2017."""
    read, proposed = _DATE.fullmatch(old), _DATE.fullmatch(new)
    if read is None or proposed is None or (read[1], read[3]) != (proposed[1], proposed[3]):
        return False
    return bool(_MONTH.fullmatch(proposed[2])) and not _MONTH.fullmatch(read[2])


def _is_same_sign(a: str, b: str) -> bool:
    """Whether a sign becomes the same one of another width, or none where it is a tick and the like."""
    if not a or a.isalnum() or a.isascii():
        return False
    return unicodedata.normalize("NFKC", a) == b or (not b and unicodedata.category(a) in ("Sm", "So", "Po"))


def _may_replace(a: str, b: str, accents: bool) -> bool:
    """Whether one character of a word without figures may become another; "" is none."""
    if (a.isalpha() and b in _STOPS) or (accents and b and _bare(a) == b):
        return False
    if b and b in _LIKE_LETTERS.get(a, ""):
        return True
    return all(not character or character.isalpha() or character in _STOPS for character in (a, b))


def _is_word_with_figures(old: str, new: str) -> bool:
    """Whether figures in words of ``old`` become letters that look like them."""
    if any(a != b and b not in _LETTERS_LIKE.get(a, "") for a, b in zip(old, new, strict=True)):
        return False
    changed = [run for run in _RUN.finditer(old) if new[run.start() : run.end()] != run[0]]
    return all(
        sum(map(str.isalpha, run[0])) >= 2 * _figures(run[0]) and not _BIC.fullmatch(run[0])
        for run in changed
    )


def _is_number_with_letter(old: str, new: str) -> bool:
    """Whether the one letter of ``old``, a number but for it, becomes the figure that it looks like."""
    if old == "O%":
        return new == "0%"
    parts = _NUMBER_WITH_LETTER.fullmatch(old)
    if parts is None or _figures(old) < 2:
        return False
    before, letter, after, stop = parts.groups()
    postcode = letter == "D" and _figures(old) == len(old) - 1 == 4
    figure = "0" if postcode else _FIGURE_IN_NUMBER.get(letter)
    is_unit = not after and (letter in "lI" or any(sign in before for sign in ".,"))
    return figure is not None and not is_unit and new == before + figure + after + stop


def _may_part(left: str, right: str) -> bool:
    """Whether a space may come between two parts of a word: a date and a time, a label and what follows."""
    before, after = left[-1:], right[:1]
    if _is_figure(before) and _is_figure(after):
        return bool(_DATE_THEN_TIME.search(f"{left} {right}"))
    if _is_figure(before) and after.isalpha():
        return bool(_AMOUNT_OR_TIME.search(left) and _CODE.fullmatch(right)) or right == "x"
    if before.isalpha() and after.isalpha():
        return not (before.islower() and after.isupper() and right[1:2].islower())  # PayPal
    if before == ",":
        return after.isalnum() and not (_is_figure(left[-2:-1]) and _is_figure(after))
    return before in (":", ")", "&") and after.isalnum()


def _bare(text: str) -> str:
    """``text`` without accents."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(_NO_PARTS)


def _figures(text: str) -> int:
    return sum(map(_is_figure, text))


def _is_figure(character: str) -> bool:
    return character.isdecimal() and character.isascii()
