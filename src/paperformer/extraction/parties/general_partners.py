"""The register number of a German partnership is its own, not that of the company that stands in for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.1  # how often a partner's number is the seller's after all, by judgement
_BEFORE = 12  # words before a number in which the partner is named
_PARTNER = re.compile(
    r"\b(?:kompl(?:ement[aä]r\w*|\.)|pers(?:[oö]nlich|\.) haft\w*|phg"
    r"|verw(?:altungs|\.)\W{0,2}(?:gmbh|gesellschaft|ges\.))",
    re.IGNORECASE,
)
_PARTNERSHIP = "HRA"  # the division of the register in which partnerships stand


def weigh_partners(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``, those of a general partner less probable where the partnership's own is printed.

    "... GmbH & Co. KG, HRA 15207, Komplementärin: ... Verwaltungs GmbH, HRB 22190".

    Args:
        candidates: For the seller's organisation number.
        words: Of the document.
    """
    heirs = [one.value.startswith(_PARTNERSHIP) for one in candidates]
    against = [
        not is_heir and any(heirs) and _is_partners(one, words)
        for one, is_heir in zip(candidates, heirs, strict=True)
    ]
    return doubted(candidates, against, _AFTER_ALL, heirs)


def _is_partners(one: Scored, words: Sequence[Word]) -> bool:
    if not one.words or not one.value.startswith("HRB"):
        return False
    before = words[max(0, one.words[0] - _BEFORE) : one.words[0]]
    return _PARTNER.search(" ".join(word.text for word in before)) is not None
