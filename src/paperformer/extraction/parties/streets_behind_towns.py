"""Addresses with the town before the street, as in Hungary: "4032 Debrecen", "Egyetem sugárút 44/B."."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.values import parse_value

_LIKELY = 0.15  # probability of an address that is looked at
_LEFT_OUT = 0.2  # how often the town is the whole address after all, by judgement
_TOWN = re.compile(r"(?:H-?)?[1-9][0-9]{3} [^\W\d_]{2,}(?:[ -][^\W\d_]{2,}){0,2},?")
_STREET = re.compile(
    r"(?:[^\W\d_][\w.'-]{0,30},? ){1,5}"
    r"(?:utca|u\.|út|útja|körút|krt\.?|körtér|tér|sugárút|sgt\.?|sétány|fasor|rakpart|rkp\.?|lakótelep|ltp\.?"
    r"|dűlő) ?[0-9][\w/.-]{0,10}(?:[ ,.].{0,40})?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")


def with_streets(
    candidates: Sequence[Scored], words: Sequence[Word], captions: Collection[int]
) -> list[Scored]:
    """``candidates`` for an address; where one is a postcode and a town, the street behind or below follows.

    Args:
        candidates: Of ``supplier_address`` or ``receiver_address``.
        words: Of the document.
        captions: Indices of the words that labels consist of: a street ends before them.
    """
    found: list[Scored] = []
    for one in candidates:
        street = _street(one, words, captions) if one.words and one.probability >= _LIKELY else []
        if not street:
            found.append(one)
            continue
        text = " ".join(words[i].text for i in street)
        whole = parse_value("address", f"{one.text.rstrip(' ,')}\n{text}")
        found.append(one._replace(probability=one.probability * _LEFT_OUT))
        found.append(one._replace(value=whole.value, text=f"{one.text} {text}", words=(*one.words, *street)))
    return found


def _street(one: Scored, words: Sequence[Word], captions: Collection[int]) -> list[int]:
    """The words of the street behind ``one``, or on the line below it; none where it has one."""
    if not _TOWN.fullmatch(one.text.strip()):
        return []
    last = one.words[-1]
    behind = [
        i
        for i in range(last + 1, len(words))
        if (words[i].page, words[i].line) == (words[last].page, words[last].line)
    ]
    for line in (behind, line_below(one.words[0], words)):
        # "em." is the heading of a column elsewhere.
        colon = next((at for at, i in enumerate(line) if i in captions and words[i].text.endswith(":")), None)
        text = " ".join(words[i].text for i in line[:colon])
        if line and _STREET.fullmatch(text) and not _AMOUNT.search(text):
            return line[:colon]
    return []
