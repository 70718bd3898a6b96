"""Counties and provinces that stand below a town and are no name of who buys: "30600 ARCHENA", "MURCIA"."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.departments import line_above, text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company
from paperformer.fields.postcodes import has_postcode

_AFTER_ALL = 0.1  # how often what stands so is a name after all, by judgement
_RIVAL = 0.05  # probability from which another name takes its place
_REACH = 2.0  # heights of a line to the town's
_MOST = 3  # words of such a place


def weigh_places(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for who buys; what closes an address below its town gives way to another name.

    Args:
        candidates: Of ``receiver_name``.
        words: Of the document.
    """
    against = [_closes_address(one, words) for one in candidates]
    heirs = [
        one.probability >= _RIVAL and not is_place for one, is_place in zip(candidates, against, strict=True)
    ]
    has_heir = any(against) and any(heirs)
    return doubted(candidates, against, _AFTER_ALL, heirs) if has_heir else list(candidates)


def _closes_address(one: Scored, words: Sequence[Word]) -> bool:
    if not 0 < len(one.words) <= _MOST or is_company(one.text) or any(map(str.isdigit, one.text)):
        return False
    town = line_above(one.words[0], words, _REACH)
    return bool(town) and has_postcode(text_of(town, words))
