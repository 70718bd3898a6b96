"""IBANs that lack their last groups, which stand on the next line, where the whole one is a candidate too."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.05  # how often what fails its check digits is the account after all, by judgement


def weigh_cut(candidates: Sequence[Scored]) -> list[Scored]:
    """``candidates`` for the IBAN, those less probable that begin another one whose check digits hold."""
    whole = [bool(one.checked) for one in candidates]
    values = {one.value for one, holds in zip(candidates, whole, strict=True) if holds}
    cut = [
        not one.checked and any(value.startswith(one.value) and value != one.value for value in values)
        for one in candidates
    ]
    return doubted(candidates, cut, _AFTER_ALL, whole)
