"""Subtotals that stand in for the total without VAT: not where they are the total with VAT, or more."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from decimal import Decimal

from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.scored import Scored

_NET, _GROSS, _TAX, _SUBTOTAL = "total_excl_vat", "total_incl_vat", "total_vat", "subtotal"
_LIKELY = 0.3  # probability from which a total or a tax of zero counts
_SURE = 0.8  # the same of a total as the limit
_UNTAXED = re.compile(
    r"reverse[- ]charge|exempt|steuerschuldnerschaft|steuerfrei|kleinunternehmer|§ ?(?:13b|19)\b"
    r"|autoliquida|293 ?b\b|exon[eé]r|exent[oa]|inversi[oó]n del sujeto|inversione contabile|esente"
    r"|forfettario|verlegd|vrijgesteld|omv[aä]nd|omvendt|omvent|isent[oa]|odwrotne obci|zwolnion"
    r"|p[rř]enesen|k[aä][aä]nn",
    re.IGNORECASE,
)
_SEEN = 0.2  # probability from which the model itself speaks for a total without VAT
_AFTER_ALL = 0.2  # how often such a subtotal is the total without VAT after all, by judgement


def weigh_stand_ins(proposed: MutableMapping[str, list[Scored]], text: str) -> None:
    """Trust a subtotal less as total without VAT where a receipt prints the same sum, or less, as its total.

    A receipt's prices hold their VAT: "Subtotal 20.19, Total 20.19". Where a tax of zero is printed, the
    document says why it charges none, or the model sees a total without VAT, it stays.

    Args:
        proposed: Candidates by field; those of ``total_excl_vat`` are changed in place.
        text: Of the document.
    """
    candidates = proposed.get(_NET, [])
    subtotals = {one.words for one in proposed.get(_SUBTOTAL, ())}
    if (
        not candidates
        or not subtotals
        or _UNTAXED.search(text)
        or Decimal(0) in _values(proposed.get(_TAX, ()), _LIKELY)
    ):
        return
    totals = _values(proposed.get(_GROSS, ()), _LIKELY)
    limit = max(map(abs, _values(proposed.get(_GROSS, ()), _SURE)), default=None)
    seen = _values([one for one in candidates if one.source == "model"], _SEEN)

    def is_none(one: Scored) -> bool:
        value = decimal_of(one.value)
        if one.source != "rule" or one.words not in subtotals or value is None or value in seen:
            return False
        return value in totals or (limit is not None and abs(value) > limit)

    proposed[_NET] = [
        one._replace(probability=one.probability * _AFTER_ALL) if is_none(one) else one for one in candidates
    ]


def _values(candidates: Sequence[Scored], least: float) -> set[Decimal]:
    values = (decimal_of(one.value) for one in candidates if one.probability >= least)
    return {value for value in values if value is not None}
