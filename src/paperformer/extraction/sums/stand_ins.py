"""Sums that stand in for totals: subtotals, totals with VAT, and what is to be paid without one."""

from __future__ import annotations

import re
from collections.abc import Collection, MutableMapping, Sequence
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
_DUE = "amount_due"
_PAID = 0.4  # probability from which a sum to be paid is one
_UNLIKELY = 0.3  # probability below which no total is
_TO_PAY = 0.9  # how often what a receipt asks for is its total, by judgement
_FROM_SUBTOTAL = 0.6  # how often a subtotal that is the total less its tax is the net, by judgement
_TAXED = 0.6  # probability from which a tax is one that a total has in it
_AS_NET = 0.1  # how often a total with VAT is the one without, where a tax is printed, by judgement
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


def weigh_gross(proposed: MutableMapping[str, list[Scored]], amounts: Collection[Decimal]) -> None:
    """Trust the total with VAT less as the one without where a tax is printed and no sum with it on top.

    "Sprzedaż opodatkowana A 445.08, PTU 83.23, Suma 445.08": what was taxed is said with its tax.

    Args:
        proposed: Candidates by field; those of ``total_excl_vat`` are changed in place.
        amounts: All that the document prints.
    """
    totals = _values(proposed.get(_GROSS, ()), _LIKELY)
    taxes = _values(proposed.get(_TAX, ()), _TAXED)

    def is_gross(one: Scored) -> bool:
        value = decimal_of(one.value)
        return value in totals and all(value + tax not in amounts and tax < value for tax in taxes)

    if not taxes or min(taxes) <= 0 or not any(map(is_gross, proposed.get(_NET, ()))):
        return
    kept = [
        one._replace(probability=one.probability * _AS_NET) if is_gross(one) else one
        for one in proposed[_NET]
    ]
    nets = [one for one in proposed.get(_SUBTOTAL, ()) if _is_taxed(one, taxes, totals)]
    proposed[_NET] = kept + [
        one._replace(field=_NET, probability=one.probability * _FROM_SUBTOTAL) for one in nets
    ]


def add_net(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Propose a subtotal as total without VAT where it and the tax are the total, and no net does that.

    Args:
        proposed: Candidates by field; those of ``total_excl_vat`` are added to.
    """
    totals = _values(proposed.get(_GROSS, ()), _LIKELY)
    taxes = _values(proposed.get(_TAX, ()), _TAXED) - {Decimal(0)}
    if any(_is_taxed(one, taxes, totals) for one in proposed.get(_NET, ())):
        return
    subtotals = [one for one in proposed.get(_SUBTOTAL, ()) if _is_taxed(one, taxes, totals)]
    if subtotals:
        proposed.setdefault(_NET, []).extend(
            one._replace(field=_NET, probability=one.probability * _FROM_SUBTOTAL) for one in subtotals
        )


def _is_taxed(one: Scored, taxes: Collection[Decimal], totals: Collection[Decimal]) -> bool:
    """Whether a sum and a tax are a total together."""
    value = decimal_of(one.value)
    return value is not None and any(value + tax in totals for tax in taxes)


def add_total_to_pay(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Propose as total what is to be paid, where no total is likely, and net and VAT are that together.

    "Att betala 1 132,00" on a table's bill, below which the rates of VAT are summed up.

    Args:
        proposed: Candidates by field; those of ``total_incl_vat`` are added to.
    """
    due = max(proposed.get(_DUE, ()), key=lambda one: one.probability, default=None)
    likely = _values(proposed.get(_GROSS, ()), _UNLIKELY)
    if due is None or due.probability < _PAID or likely:
        return
    nets, taxes = (_values(proposed.get(field, ()), _LIKELY) for field in (_NET, _TAX))
    if decimal_of(due.value) in {net + tax for net in nets for tax in taxes}:
        total = due._replace(field=_GROSS, probability=due.probability * _TO_PAY)
        proposed.setdefault(_GROSS, []).append(total)


def _values(candidates: Sequence[Scored], least: float) -> set[Decimal]:
    values = (decimal_of(one.value) for one in candidates if one.probability >= least)
    return {value for value in values if value is not None}
