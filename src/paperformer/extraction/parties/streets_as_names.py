"""A hamlet or a street with its number above a town is nobody's name: "Oberdorf 4b" above "3662 Seftigen"."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.departments import is_numbered, text_of
from paperformer.extraction.parties.housing_societies import begins_society
from paperformer.extraction.parties.salutations import line_below
from paperformer.extraction.scored import Scored
from paperformer.fields.postcodes import has_postcode

_AFTER_ALL = 0.1  # how often it is a name after all, by judgement: "Studio 54"
_REACH, _INDENT = 2.4, 1.0  # heights of a line to the one below, and by which its left edge may differ


def weigh_streets(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for the buyer's name; what is a street above its town gives way to the line above it.

    Args:
        candidates: Of ``receiver_name``.
        words: Of the document.
    """
    against = [_is_street(one, words) for one in candidates]
    streets = {at for one, bad in zip(candidates, against, strict=True) if bad for at in one.words}
    heirs = [
        not bad and bool(one.words) and not streets.isdisjoint(_below(one, words))
        for one, bad in zip(candidates, against, strict=True)
    ]
    return doubted(candidates, against, _AFTER_ALL, heirs)


def _is_street(one: Scored, words: Sequence[Word]) -> bool:
    text = one.text.strip(" ,;")
    if not one.words or not is_numbered(text) or begins_society(text):
        return False
    return has_postcode(text_of(_below(one, words), words))


def _below(one: Scored, words: Sequence[Word]) -> list[int]:
    return line_below(one.words[0], words, _REACH, _INDENT)
