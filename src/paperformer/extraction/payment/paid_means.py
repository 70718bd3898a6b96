"""Means of payment that the till shows in use: "Visa 33.72" below "Total 33.72", or a card's last digits."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.payment.unused_means import paid_by_means
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_MEANS = "payment_method"
_SOLD = re.compile(r"(?:gift|geschenk|cadeau|post|regalo|present|presale)-?$", re.IGNORECASE)
_TOTALS = ("total_incl_vat", "amount_due")
_TOTAL = 0.3  # probability from which a sum may be the total
_TIP = 0.3  # the same of a tip, which is paid on top
_HANDED_OVER = 20  # times the total that nobody hands over in cash
_PAID = 0.9  # trust in a means of payment beside what was paid, by judgement
_CARD = 0.8  # probability from which the last digits of a card are some
_BY_CARD = 0.75  # how often a card whose last digits are printed has paid, by judgement
_KNOWN = 0.3  # probability of a means of payment beside which a card's digits say nothing


def add_paid_means(
    proposed: MutableMapping[str, list[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> None:
    """Propose the means of payment beside which the total stands, with a tip or in cash with change.

    Where none is likely, the last digits of a card say that a card paid.

    Args:
        proposed: Candidates by field; those of ``payment_method`` are added to.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    totals = likely_amounts(proposed, _TOTALS, _TOTAL)
    asked_at = [one.words[0] for field in _TOTALS for one in proposed.get(field, ()) if _is_total(one)]
    below = min(asked_at, default=len(words))
    tips = [Decimal(0), *likely_amounts(proposed, ("tip",), _TIP)]
    known = proposed.setdefault(_MEANS, [])
    for span, amount in paid_by_means(words, printed, context) if totals else ():
        means = span.parsed.value
        if span.first < below or _is_goods(words, span.first):
            continue  # what is sold: an "Airport Transfer", a gift card
        if amount is not None and _is_payment(means, amount, totals, tips):
            at = tuple(range(span.first, span.last + 1))
            known.append(Scored(_MEANS, means, span.text, at, _PAID, "rule"))
    if not any(one.probability >= _KNOWN for one in known):
        cards = (one for one in proposed.get("card_last_four", ()) if one.probability >= _CARD)
        known.extend(Scored(_MEANS, "card", one.text, one.words, _BY_CARD, "rule") for one in cards)
    if not known:
        del proposed[_MEANS]


def _is_total(one: Scored) -> bool:
    return one.probability >= _TOTAL and bool(one.words)


def _is_goods(words: Sequence[Word], first: int) -> bool:
    """Whether the word before a means of payment makes it something that is sold: "Gift card"."""
    return first > 0 and _SOLD.search(words[first - 1].text) is not None


def likely_amounts(
    proposed: Mapping[str, Sequence[Scored]], fields: Sequence[str], least: float
) -> list[Decimal]:
    """The values of ``fields`` above zero that have the probability ``least`` or more."""
    likely = (one for field in fields for one in proposed.get(field, ()) if one.probability >= least)
    return [value for one in likely if (value := decimal_of(one.value)) is not None and value > 0]


def _is_payment(means: str, amount: Decimal, totals: Sequence[Decimal], tips: Sequence[Decimal]) -> bool:
    if means == "cash":
        return any(total <= amount < total * _HANDED_OVER for total in totals)
    return any(amount == total + tip for total in totals for tip in tips)
