"""Periods have two ends: a day that only the model takes for one is another date, if nobody finds the other.

An offer's day, a flight's or a booking's is no period: it has no second day, or itself again.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from paperformer.extraction.scored import Scored

_ENDS = ("period_start", "period_end")
_LIKELY = 0.2  # probability from which a day may be the other end
_AFTER_ALL = 0.2  # how often such a day ends a period after all, by judgement


def weigh_half_periods(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Cut the probability of ends of periods that stand alone, unless a rule reads one.

    Args:
        proposed: Candidates by field; those of ``period_start`` and ``period_end`` are changed in place.
    """
    ends = {field: proposed.get(field, []) for field in _ENDS}
    if any(one.source == "rule" and one.probability >= _LIKELY for found in ends.values() for one in found):
        return
    weighed = {
        field: [_alone(one, ends[other]) for one in ends[field]]
        for field, other in zip(_ENDS, reversed(_ENDS), strict=True)
    }
    proposed.update({field: found for field, found in weighed.items() if found})


def _alone(one: Scored, others: Sequence[Scored]) -> Scored:
    """``one``, less probable where no likely candidate for the other end is another day."""
    has_other = any(other.value != one.value and other.probability >= _LIKELY for other in others)
    return one if has_other else one._replace(probability=one.probability * _AFTER_ALL)
