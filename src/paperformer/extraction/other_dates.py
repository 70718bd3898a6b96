"""Dates that their label calls a delivery's or a period's, where another is labelled as the document's."""

from __future__ import annotations

from collections.abc import Collection, MutableMapping

from paperformer.extraction.doubted import doubted
from paperformer.extraction.scored import Scored

_FIELD = "document_date"
_AFTER_ALL = 0.1  # how often such a date is the document's after all, by judgement
_LABELLED = 0.32  # probability from which a rule read a date at its label, and not as the first of all


def weigh_other_dates(proposed: MutableMapping[str, list[Scored]], elsewhere: Collection[int]) -> None:
    """Cut the probability of document dates that stand at labels of other things.

    Only where a rule found another day at a label of the document's date; the best of these gains by it.

    Args:
        proposed: Candidates by field; those of ``document_date`` are changed in place.
        elsewhere: See ``fields.other_dates.words_of_other_dates``.
    """
    candidates = proposed.get(_FIELD, [])
    if not elsewhere or not candidates:
        return
    labelled = [
        one
        for one in candidates
        if one.source == "rule" and one.probability >= _LABELLED and not _stands_in(one, elsewhere)
    ]
    own = {one.value for one in labelled}
    against = [_stands_in(one, elsewhere) and one.value not in own for one in candidates]
    if labelled:
        heirs = [one in labelled for one in candidates]
        proposed[_FIELD] = doubted(candidates, against, _AFTER_ALL, heirs)


def _stands_in(one: Scored, words: Collection[int]) -> bool:
    return bool(one.words) and set(one.words) <= set(words)
