"""What was given on top of the total is no part of it: of "Total 104.16, Tip 10.42", 114.58 is no total."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.scored import Scored

_FIELD = "tip"
_TIP = 0.5  # probability from which a tip is one
_TOTAL = 0.1  # the same of a total, which another may be with a tip
_AFTER_ALL = 0.1  # how often a sum with a tip in it is the total after all, by judgement


def tips_of(proposed: Mapping[str, Sequence[Scored]]) -> tuple[Decimal, ...]:
    """The likely tips, each below zero: as a payment that raises what is due over the total."""
    likely = (decimal_of(one.value) for one in proposed.get(_FIELD, ()) if one.probability >= _TIP)
    return tuple(dict.fromkeys(-tip for tip in likely if tip))


def without_tip(
    totals: Sequence[Scored], tips: Sequence[Scored], amounts: Collection[Decimal]
) -> list[Scored]:
    """``totals``, those less probable that are another one and a tip.

    Where such a sum and the tip again are printed, it is the total itself: of 50, 55 and 60 with a tip of 5,
    which is the tax as well, 55.

    Args:
        totals: Candidates for ``total_incl_vat``.
        tips: Candidates for ``tip``.
        amounts: All that the document prints.
    """
    likely = (decimal_of(one.value) for one in tips if one.probability >= _TIP)
    given = [tip for tip in likely if tip]
    bases = {decimal_of(one.value) for one in totals if one.probability >= _TOTAL}
    return [
        one._replace(probability=one.probability * _AFTER_ALL) if _holds(one, given, bases, amounts) else one
        for one in totals
    ]


def _holds(
    total: Scored, tips: Sequence[Decimal], bases: Collection[Decimal | None], amounts: Collection[Decimal]
) -> bool:
    value = decimal_of(total.value)
    return value is not None and any(
        tip < value - tip and value - tip in bases and value + tip not in amounts for tip in tips
    )
