"""Means of payment that were not used: tills print all that they know, with 0,00 beside those."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from paperformer.documents.model import Word, on_row
from paperformer.extraction.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, find_values

_AFTER_ALL = 0.02  # how often what nothing was paid by is the answer, by judgement


def weigh_means(
    candidates: Sequence[Scored], words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> list[Scored]:
    """``candidates`` for the means of payment, those less probable beside which the row prints zero.

    Args:
        candidates: Of the field ``payment_method``.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    paid = [
        (span.parsed.value, _paid_by(words[span.last], words, context))
        for span in printed.spans("payment_method", context)
    ]
    used = {value for value, amount in paid if amount}
    unused = {value for value, amount in paid if amount == 0}
    against = [one.value in unused - used for one in candidates]
    heirs = [one.value in used for one in candidates]
    return doubted(candidates, against, _AFTER_ALL, heirs)


def _paid_by(last: Word, words: Sequence[Word], context: ValueContext) -> Decimal | None:
    """The first sum right of the name's last word on its row; None where there is none."""
    row = [
        word
        for word in words
        if word.page == last.page and word.box.x0 >= last.box.x1 and on_row(word.box, last.box)
    ]
    texts = [word.text for word in sorted(row, key=lambda word: word.box.x0)]
    sums = (span for span in find_values("amount", texts, context) if not span.weak)
    first = min(sums, key=lambda span: span.first, default=None)
    return Decimal(first.parsed.value) if first else None
