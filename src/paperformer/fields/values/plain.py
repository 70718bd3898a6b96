"""Printed text with its many kinds of space, dash and quote brought down to one of each.

The map keeps every character's place, so that offsets in the plain text are offsets in the printed one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SPACES = "\t\n\r\v\f\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00ad"
_QUOTES = "\u2018\u2019\u201b\u2032\u00b4\u0060\uff07"
# Signs that OCR takes for Greek capitals, of which they are shaped.
_GREEK = {0x2211: "Σ", 0x2206: "Δ", 0x25B3: "Δ", 0x220F: "Π", 0x2229: "Π", 0x2126: "Ω"}
_WIDE = {0xFF01 + offset: chr(0x21 + offset) for offset in range(94)} | {0xFF61: "。"}

_GROUP_ENDS = re.compile(r"[ :#]+")

_PLAIN = str.maketrans(
    _WIDE
    | _GREEK
    | {ord(c): " " for c in _SPACES}
    | {ord(c): "-" for c in _DASHES}
    | {ord(c): "'" for c in _QUOTES}
)


def plain(text: str) -> str:
    """``text`` with one kind of space, dash and apostrophe, no full-width forms; its length stays."""
    return text.translate(_PLAIN)


def squeezed(text: str) -> str:
    """``text`` with runs of white space as one space and none at the ends."""
    return " ".join(text.split())


@lru_cache(maxsize=8192)
def folded(word: str) -> str:
    """``word`` without case and without accents (``März`` and ``MARZ`` are one); its length may change.

    The dotless ı is an i: in capitals nothing tells them apart.
    """
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return letters.casefold().replace("ı", "i")  # again: № becomes "No"


@lru_cache(maxsize=4096)
def letters_of(text: str) -> str:
    """Its letters and digits, folded: two prints of one value have them in common."""
    return "".join(filter(str.isalnum, folded(text)))


def digits_of(text: str) -> str:
    """Its digits alone."""
    return "".join(filter(str.isdigit, text))


def compact(text: str) -> str:
    """``text`` without the spaces, dots, dashes and slashes that group an identifier."""
    return "".join(character for character in plain(text) if character not in " .-/")


def from_first_digit(text: str) -> str:
    """``text`` from its first group that holds a digit on, without the label in front of it."""
    groups = [group for group in _GROUP_ENDS.split(text) if group]
    first = next((i for i, group in enumerate(groups) if any(c.isdigit() for c in group)), 0)
    return "".join(groups[first:]).strip("(),;")
