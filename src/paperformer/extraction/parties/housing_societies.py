"""Societies of a house's owners bear its address as a name, number and all: "KÜ Tähe 77", "BRF Eken 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.scored import Scored

_SOCIETY = re.compile(
    r"korteriühistu|kü|hooneühistu|bostadsrättsförening(?:en)?|brf|ejerforening(?:en)?|e/f|andelsbolig\w*|a/b"
    r"|sameiet|borettslag(?:et)?|asunto-?oy|as\.?oy|dzīvokļu|dz?īkb|daugiabučio|dnsb|wspólnota|svj|weg|vve|condominio"
    r"|comunidad|condom[ií]nio|stweg|stockwerkeigent[uü]m\w*|copropri[eé]t[eé]|eigent[uü]mergemeinschaft",
    re.IGNORECASE,
)
# Finnish ones are companies, whose form stands in front: "Asunto Oy Lappeenrannan Kaivokulma".
_FORM_FIRST = re.compile(r"(?:as(?:unto|\.)?|kiinteistö|bostads|fastighets) ?(?:oy|ab)|koy", re.IGNORECASE)
_MOST_WORDS = 7
_HOUSE = re.compile(r"[0-9]{1,3} ?[A-Za-z]?(?:[-–/+][0-9]{1,3} ?[A-Za-z]?)?")


def begins_society(text: str) -> bool:
    """Whether ``text`` begins as the name of such a society: "STWEG Rosenbergstrasse 41"."""
    first, _, rest = text.partition(" ")
    return bool(rest) and _SOCIETY.fullmatch(first) is not None


def whole_society(one: Scored, words: Sequence[Word]) -> Scored:
    """A name that begins as such a society's does and its line: all of the line, where a house ends it.

    A legal form alone that stands in front of such names has the line's other words too.

    Args:
        one: The candidate.
        words: Of the document.
    """
    is_form = _FORM_FIRST.fullmatch(one.text.strip(" ,;")) is not None
    if not one.words or not (is_form or _SOCIETY.fullmatch(words[one.words[0]].text)):
        return one
    first = one.words[0]
    at = words[first].page, words[first].line
    if first and (words[first - 1].page, words[first - 1].line) == at:
        return one
    whole = [first]
    while whole[-1] + 1 < len(words) and (words[whole[-1] + 1].page, words[whole[-1] + 1].line) == at:
        whole.append(whole[-1] + 1)
    is_whole = is_form or _HOUSE.fullmatch(words[whole[-1]].text) is not None
    if not len(one.words) < len(whole) <= _MOST_WORDS or not is_whole:
        return one
    text = " ".join(words[at].text for at in whole)
    return (
        one if any(mark in text for mark in ",:") else one._replace(value=text, text=text, words=tuple(whole))
    )
