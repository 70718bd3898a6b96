"""Documents that leave nothing to pay: credit notes, quotes, receipts, and bills that say they were paid.

Their total is no amount due, and the day of the payment is not when it is due. What a label calls due stays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.payment.unused_means import paid_by_means
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.paid import names_a_payment
from paperformer.extraction.sums.paid_statements import paid_statements
from paperformer.extraction.sums.row_amounts import places_labelled
from paperformer.fields.finding import Finding
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_DUE, _TOTAL, _DAY, _TIP, _TYPE = "amount_due", "total_incl_vat", "due_date", "tip", "document_type"
_ROUNDING = "rounding"
_STAND_IN = "total_incl_vat"  # the rule of an amount due that is a labelled total
_ASKS_NOTHING = frozenset({"credit_note", "quote", "receipt", "delivery_note", "order"})
_SURE, _LIKELY = 0.5, 0.3  # probability from which a title is believed; a total or a tip
_AFTER_ALL = 0.05  # how often there is something due after all, by judgement
_NOTHING_LEFT = 0.9  # trust in a zero that a label calls due where the total was paid, by judgement
_PAID_ODDS = 6.0  # times the odds of a total that was paid, by judgement
_ON_THE_SPOT = frozenset({"card", "cash", "mobile", "online"})
_HANDED_OVER = 20  # times the total that nobody hands over in cash


def weigh_nothing_due(
    proposed: MutableMapping[str, list[Scored]],
    findings: Sequence[Finding],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
    deductions: Sequence[Decimal] = (),
) -> tuple[Decimal, ...]:
    """Trust a sum less as due, where no label calls it so, if nothing is left to pay; returns what was paid.

    The due date of what was paid counts less too, unless a label calls it that. A labelled zero is surer:
    "Balance due 0.00". Where nothing was taken off, no part of the total is due, as a line's sum.

    Args:
        proposed: Candidates by field; those of ``amount_due`` and ``due_date`` are changed in place.
        findings: What rules found.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        deductions: What it says was paid before, withheld, or left from before.
    """
    labelled = {
        field: [one for one in findings if one.field == field and one.rule == "label"]
        for field in (_DUE, _DAY)
    }
    paid = _paid(proposed, labelled[_DUE], words, printed, context)
    if paid or _asks_nothing(proposed):
        proposed[_DUE] = _unless_labelled(proposed.get(_DUE, ()), labelled[_DUE])
    if paid:
        proposed[_TOTAL] = [_surer_if_paid(one, paid) for one in proposed[_TOTAL]]
        proposed[_DUE] = [_surer_of_zero(one) for one in proposed[_DUE]]
        proposed[_DAY] = _unless_labelled(proposed.get(_DAY, ()), labelled[_DAY])
    if not paid and not deductions:
        totals = [one for one in findings if one.field == _TOTAL and one.rule == "label"]
        proposed[_DUE] = _without_parts(proposed.get(_DUE, ()), totals)
    called_due = {one.words for one in labelled[_DUE] if one.score >= _SURE}
    proposed[_ROUNDING] = [
        one._replace(probability=one.probability * (_AFTER_ALL if one.words in called_due else 1.0))
        for one in proposed.get(_ROUNDING, ())
    ]
    return paid


def _asks_nothing(proposed: Mapping[str, Sequence[Scored]]) -> bool:
    kind = max(proposed.get(_TYPE, ()), key=lambda one: one.probability, default=None)
    return kind is not None and kind.value in _ASKS_NOTHING and kind.probability >= _SURE


def _unless_labelled(candidates: Sequence[Scored], labelled: Sequence[Finding]) -> list[Scored]:
    values = {one.parsed.value for one in labelled}
    return [
        one if one.value in values else one._replace(probability=one.probability * _AFTER_ALL)
        for one in candidates
    ]


def _without_parts(dues: Sequence[Scored], totals: Sequence[Finding]) -> list[Scored]:
    """``dues``, less probable where the model alone takes a part of a labelled total for one."""
    read = (Decimal(one.parsed.value) for one in totals if one.score >= _LIKELY)
    least = min((value for value in read if value > 0), default=Decimal(0))
    told = {one.value for one in dues if one.source != "model"}

    def is_part(one: Scored) -> bool:
        value = decimal_of(one.value)
        return one.value not in told and value is not None and 0 < value < least

    return [one._replace(probability=one.probability * _AFTER_ALL) if is_part(one) else one for one in dues]


def _surer_if_paid(one: Scored, paid: Collection[Decimal]) -> Scored:
    odds = _PAID_ODDS if decimal_of(one.value) in paid else 1.0
    return one._replace(probability=odds * one.probability / (1.0 + (odds - 1.0) * one.probability))


def _surer_of_zero(one: Scored) -> Scored:
    is_zero = one.source == "rule" and decimal_of(one.value) == 0
    return one._replace(probability=max(one.probability, _NOTHING_LEFT)) if is_zero else one


def _paid(
    proposed: Mapping[str, Sequence[Scored]],
    due: Sequence[Finding],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> tuple[Decimal, ...]:
    """The totals that were paid, where no sum is called due behind the words that say so."""
    totals = sorted(proposed.get(_TOTAL, ()), key=lambda one: -one.probability)
    likely = [one for one in totals if one.probability >= _LIKELY and one.words]
    values = [value for one in likely if (value := decimal_of(one.value)) and value > 0]
    if not values:
        return ()
    last = max((one.words[0] for one in due if decimal_of(one.parsed.value)), default=-1)
    tips = [decimal_of(one.value) for one in proposed.get(_TIP, ()) if one.probability >= _LIKELY]
    whole = {value + tip: value for tip in (*filter(None, tips), Decimal(0)) for value in reversed(values)}
    # Above the total a deposit is an item, and what was paid is the bill's before.
    first = min(one.words[0] for one in likely)
    labelled = places_labelled(names_a_payment, words, printed, context)
    paid = [
        *((place, amount) for place, amount in labelled if amount in whole and place > first),
        *_paid_on_the_spot(whole, likely[0].words[0], words, printed, context),
        *paid_statements(whole, values[0], words, printed, context),
        *_settled(likely[0], proposed.get(_DUE, ()), printed, context),
    ]
    return tuple(dict.fromkeys(whole[amount] for place, amount in paid if place > last))


def _paid_on_the_spot(
    whole: Collection[Decimal],
    below: int,
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> Iterator[tuple[int, Decimal]]:
    """Where a means of payment stands with one of ``whole`` beside it, or cash with at least as much."""
    for span, amount in paid_by_means(words, printed, context):
        means = span.parsed.value
        if amount is None or means not in _ON_THE_SPOT or span.first <= below:
            continue
        if abs(amount) in whole:
            yield span.first, abs(amount)
        elif means == "cash" and min(whole) <= amount < min(whole) * _HANDED_OVER:
            yield span.first, min(whole)


def _settled(
    total: Scored, dues: Sequence[Scored], printed: PrintedWords, context: ValueContext
) -> Iterator[tuple[int, Decimal]]:
    """Where amounts with a minus take all of ``total`` away, and a zero below is called due."""
    value = decimal_of(total.value)
    if value is None or value <= 0:
        return
    for zero in dues:
        if zero.source != "rule" or not zero.words or decimal_of(zero.value) != 0:
            continue
        rows = range(total.words[-1] + 1, zero.words[0])
        signed = {
            one.last: Decimal(one.parsed.value)
            for one in printed.spans("amount", context)
            if one.first in rows and not one.weak
        }
        if sum((amount for amount in signed.values() if amount < 0), value) == 0:
            yield zero.words[0], value
