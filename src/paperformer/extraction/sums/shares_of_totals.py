"""Sums of one rate of VAT are not the document's, where it taxes at several and prints the total of all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from decimal import Decimal
from itertools import combinations

from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_TAX, _TOTAL = "total_vat", "total_incl_vat"
_SEEN = 0.05  # probability of a tax that is added up
_MOST = 6  # taxes of one document
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


def weigh_added(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Where the taxes of several rates are candidates and so is their sum, that one is the document's.

    Args:
        proposed: Candidates by field; those of ``total_vat`` are changed in place.
    """
    found = proposed.get(_TAX, [])
    totals = {decimal_of(one.value) for one in proposed.get(_TOTAL, ()) if one.probability >= _SEEN}
    seen = {decimal_of(one.value) for one in found if one.probability >= _SEEN} - totals  # net and tax
    taxes = sorted(value for value in seen if value is not None and value > 0)
    if not 2 < len(taxes) <= _MOST:
        return
    for count in range(2, len(taxes)):
        for shares in combinations(taxes, count):
            if sum(shares) in seen:
                against = [decimal_of(one.value) in shares for one in found]
                heirs = [decimal_of(one.value) == sum(shares) for one in found]
                proposed[_TAX] = doubted(found, against, _AFTER_ALL, heirs)
                return
