"""Sums of one rate of VAT are not the document's, where it taxes at several and prints the total of all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from decimal import Decimal

from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.scored import Scored

_AFTER_ALL = 0.1  # how often the sum of one rate is the answer after all, by judgement


def weigh_shares(
    proposed: MutableMapping[str, list[Scored]], of_one_rate: Mapping[str, Collection[Decimal]]
) -> None:
    """Cut the probability of totals that are those of a single rate.

    Args:
        proposed: Candidates by field; changed in place.
        of_one_rate: See ``fields.tables.sums.sums_of_one_rate``.
    """
    for field, parts in of_one_rate.items():
        if field not in proposed:
            continue
        proposed[field] = [
            one._replace(probability=one.probability * _AFTER_ALL) if decimal_of(one.value) in parts else one
            for one in proposed[field]
        ]
