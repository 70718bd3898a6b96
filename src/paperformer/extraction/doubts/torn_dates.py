"""Dates read across two columns: "Dublin 18" on the left and "July 2025" on the right are no day."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from itertools import pairwise

from paperformer.documents.model import Word, on_row
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_DATES = ("document_date", "due_date", "period_start", "period_end")
_ONE_DAY = "document_date"  # every document has one: what is torn leaves its trust to another
_APART = 5.0  # heights of a line between two words of one row that no date goes on over
_AFTER_ALL = 0.05  # how often such a date is printed so after all, by judgement
_REMAINS = 0.1  # probability from which another day may be the answer


def weigh_torn(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> None:
    """Trust dates less whose words stand far apart on their row.

    Args:
        proposed: Candidates by field; those of dates are changed in place.
        words: Of the document.
    """
    for field in _DATES:
        found = proposed.get(field, [])
        torn = [_is_torn(one, words) for one in found]
        if any(torn):
            values = {one.value for one, is_torn in zip(found, torn, strict=True) if is_torn}
            heirs = [
                field == _ONE_DAY and one.value not in values and one.probability >= _REMAINS for one in found
            ]
            proposed[field] = doubted(found, torn, _AFTER_ALL, heirs)


def _is_torn(date: Scored, words: Sequence[Word]) -> bool:
    return any(
        words[left].page == words[right].page
        and on_row(words[left].box, words[right].box)
        and words[right].box.x0 - words[left].box.x1
        > _APART * max(words[left].box.height, words[right].box.height)
        for left, right in pairwise(date.words)
    )
