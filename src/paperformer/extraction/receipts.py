"""Receipts without a title: paid at a time of day, by card or in cash, with nothing left to pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.extraction.resolve import merge
from paperformer.extraction.scored import Scored

_KIND = "document_type"
_SURE = 0.5  # probability from which a sign counts
_PAID = frozenset({"card", "cash", "mobile"})
_REFERENCE = "payment_reference"
_LATER = ("due_date", "iban", _REFERENCE, "period_end")  # what asks for a payment to come
_TRUST = 0.85  # by judgement
_TO_PAY_BY = 0.2  # how often a paid receipt has a reference to pay by, by judgement


def with_receipt(proposed: Mapping[str, Sequence[Scored]]) -> Mapping[str, Sequence[Scored]]:
    """``proposed``, with the candidate that ``signs_of_receipt`` gives, if it gives one.

    References on a receipt that was paid are the card terminal's: they become less probable.
    """
    receipt = signs_of_receipt(proposed)
    if receipt is not None:
        proposed = {**proposed, _KIND: merge([*proposed.get(_KIND, ()), receipt], rule_trust=1.0)}
    if not _is_paid_receipt(proposed):
        return proposed
    references = [
        one._replace(probability=one.probability * _TO_PAY_BY) for one in proposed.get(_REFERENCE, ())
    ]
    return {**proposed, _REFERENCE: references}


def signs_of_receipt(proposed: Mapping[str, Sequence[Scored]]) -> Scored | None:
    """``document_type`` ``receipt``, at the words that name the means of payment; None without such signs.

    A title that calls the document something else is believed. A reference of no scheme is no sign against
    it: a card's terminal prints some, "Payment ID".

    Args:
        proposed: Candidates by field, of the model and of rules.
    """
    title = _best(proposed, _KIND)
    if title is not None and title.value != "receipt":
        return None
    later = (best for field in _LATER if (best := _best(proposed, field)) is not None)
    if any(one.field != _REFERENCE or one.scheme is not None for one in later):
        return None
    if _best(proposed, "time") is None:
        return None
    method = _best(proposed, "payment_method")
    if method is None or method.value not in _PAID:
        return None
    return Scored(_KIND, "receipt", method.text, method.words, _TRUST, "rule")


def _is_paid_receipt(proposed: Mapping[str, Sequence[Scored]]) -> bool:
    title, method = _best(proposed, _KIND), _best(proposed, "payment_method")
    to_pay = any(_best(proposed, field) is not None for field in _LATER if field != _REFERENCE)
    is_paid = method is not None and method.value in _PAID
    return title is not None and title.value == "receipt" and is_paid and not to_pay


def _best(proposed: Mapping[str, Sequence[Scored]], field: str) -> Scored | None:
    best = max(proposed.get(field, ()), key=lambda one: one.probability, default=None)
    return best if best is not None and best.probability >= _SURE else None
