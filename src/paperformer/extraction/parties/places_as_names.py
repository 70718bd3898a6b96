"""Counties and provinces that stand below a town and are no name of who buys: "30600 ARCHENA", "MURCIA"."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.parties.departments import line_above, text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company
from paperformer.fields.postcodes import has_postcode

_AFTER_ALL = 0.1  # how often what stands so is a name after all, by judgement
_RIVAL = 0.05  # probability from which another name takes its place
_REACH = 2.0  # heights of a line to the town's
_MOST = 3  # words of such a place


def weigh_places(
    candidates: Sequence[Scored], sellers: Sequence[Scored], words: Sequence[Word]
) -> list[Scored]:
    """``candidates`` for who buys; what closes an address below its town gives way to another name.

    Args:
        candidates: Of ``receiver_name``.
        sellers: Likely names of the other party, which do not buy.
        words: Of the document.
    """
    places = [one for one in candidates if _closes_address(one, words)]
    others = {content(one.text) for one in (*sellers, *places)}
    rivals = [one for one in candidates if one.probability >= _RIVAL and content(one.text) not in others]
    if not places or not rivals:
        return list(candidates)
    # Who is sure of the place has seen the address: it is as sure that somebody buys.
    heir = max(rivals, key=lambda one: one.probability)
    lent = 1.0 - prod(1.0 - one.probability for one in (heir, *places))
    found = [
        one._replace(probability=one.probability * _AFTER_ALL) if one in places else one
        for one in candidates
        if one is not heir
    ]
    return [*found, heir._replace(probability=lent)]


def _closes_address(one: Scored, words: Sequence[Word]) -> bool:
    if not 0 < len(one.words) <= _MOST or is_company(one.text) or any(map(str.isdigit, one.text)):
        return False
    town = line_above(one.words[0], words, _REACH)
    return bool(town) and has_postcode(text_of(town, words))
