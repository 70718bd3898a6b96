"""What a page's hidden text says that its visible text does not, where that matters."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Fewer words are a cell's end that its edge cuts off, or a program's own mark.
SEVERAL_WORDS = 5
# A word of so many digits is a number, a date or a sum.
SEVERAL_DIGITS = 4
SHOWN_LETTERS = 80

_IBAN = re.compile(r"(?<![A-Z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}")
_SHORTEST_IBAN = 15


def hidden_text_warning(number: int, hidden: Sequence[str], visible: Sequence[str]) -> str | None:
    """A warning about hidden text, None where it says nothing of weight, or nothing that cannot be seen too.

    Args:
        number: The page's number.
        hidden: The page's hidden words.
        visible: Its visible words.
    """
    seen = "".join(visible)
    news = [word for word in hidden if word not in seen and any(map(str.isalnum, word))]
    if not news:
        return None
    ibans = [iban for iban in _ibans(hidden) if iban not in seen]
    if ibans:
        which = "another" if _ibans(visible) else "an"
        return f"hidden text on page {number} names {which} IBAN, {ibans[0]}: it was left out"
    if len(news) < SEVERAL_WORDS and not any(_is_figure(word) for word in news):
        return None
    beginning = " ".join(news)[:SHOWN_LETTERS]
    return f"page {number} holds hidden text, which was left out: {beginning}"


def _is_figure(word: str) -> bool:
    return sum(map(str.isdigit, word)) >= SEVERAL_DIGITS


def _ibans(words: Sequence[str]) -> list[str]:
    """The IBANs that words print, without spaces."""
    found = []
    for match in _IBAN.finditer(" ".join(words)):
        printed = match.group().replace(" ", "")
        lengths = range(len(printed), _SHORTEST_IBAN - 1, -1)
        iban = next((printed[:length] for length in lengths if _keeps_check_digits(printed[:length])), None)
        if iban:
            found.append(iban)
    return found


def _keeps_check_digits(iban: str) -> bool:
    """ISO 13616: the number that its letters and digits make is 1 modulo 97."""
    return int("".join(str(int(character, 36)) for character in iban[4:] + iban[:4])) % 97 == 1
