"""Addresses that stop at the street, with the line of the postcode and town right below: "8/61 Esplanade"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.parties.departments import text_of
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.values import parse_value

_LIKELY = 0.3  # probability of an address that is worth completing
_LEFT_OUT = 0.2  # how often the part is the address after all, by judgement
_REACH, _INDENT = 2.2, 0.8  # heights of a line to the one below it; by which their left edges differ
_OTHER = re.compile(
    r"\b(?:HR[AB]|VR|rechnung\w*|invoice|facture|st(?:ü|ue)?ck|pcs|nr|tel|fax|iban)\b|:", re.IGNORECASE
)
_MOST_WORDS = 8  # of a line of postcode and town


def with_towns(
    candidates: Sequence[Scored], words: Sequence[Word], captions: Collection[int]
) -> list[Scored]:
    """``candidates`` for an address; those without a postcode give way to themselves with the line below.

    Only where that line has a postcode, is short, and holds no label.

    Args:
        candidates: Of one party's address.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    found: list[Scored] = []
    for one in candidates:
        town = _town_below(one, words, captions) if one.probability >= _LIKELY else []
        if not town:
            found.append(one)
            continue
        at = (*one.words, *town)
        value = parse_value("address", f"{one.value}\n{text_of(town, words)}").value
        found.append(one._replace(probability=one.probability * _LEFT_OUT))
        found.append(one._replace(value=value, text=text_of(at, words), words=at))
    return found


def _town_below(one: Scored, words: Sequence[Word], captions: Collection[int]) -> list[int]:
    """The words of the line below an address that has no postcode itself, where it is a town's."""
    if not one.words or has_postcode(one.text):
        return []
    last = words[one.words[-1]]
    first = next(at for at in one.words if (words[at].page, words[at].line) == (last.page, last.line))
    below = line_below(first, words, _REACH, _INDENT)
    text = text_of(below, words)
    is_towns = 0 < len(below) <= _MOST_WORDS and has_postcode(text) and not _OTHER.search(text)
    return below if is_towns and not set(below) & {*one.words, *captions} else []
