"""Means by which a part was paid: "Deposit by card -100.00" tells nothing of how the rest is to be paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.payment.paid_means import likely_amounts
from paperformer.extraction.payment.unused_means import paid_by_means
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_MEANS, _TOTAL, _DUE = "payment_method", "total_incl_vat", "amount_due"
_LIKELY = 0.3  # probability from which an amount is the total, or what is due
_OTHER = 0.05  # the same of another means of payment
_AFTER_ALL = 0.05  # how often the means of a part is the answer all the same, by judgement


def weigh_part_payments(
    proposed: Mapping[str, Sequence[Scored]],
    words: Sequence[Word],
    printed: PrintedWords,
    context: ValueContext,
) -> list[Scored]:
    """The candidates for the means of payment: those beside a part that leaves something due count less.

    Args:
        proposed: Candidates by field, that of ``payment_method`` among them.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    means = list(proposed[_MEANS])
    if len({one.value for one in means if one.probability >= _OTHER}) < 2:
        return means
    totals, dues = (likely_amounts(proposed, (field,), _LIKELY) for field in (_TOTAL, _DUE))
    parts = {total - due for total in totals for due in dues}
    beside = {
        at
        for span, amount in paid_by_means(words, printed, context)
        if amount and abs(amount) in parts
        for at in range(span.first, span.last + 1)
    }
    return [
        one._replace(probability=one.probability * _AFTER_ALL) if beside & set(one.words) else one
        for one in means
    ]
