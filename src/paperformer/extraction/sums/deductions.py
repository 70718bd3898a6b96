"""Deductions from the total: payments, tax withheld, sums that are printed as negative."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.sums.paid import deducted_in, payments_in
from paperformer.extraction.sums.withheld import withheld_in
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords


def deductions_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """Each deduction, and the sum of several of one kind, without sign and without repetition.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    found = payments_in(words, printed, context) + withheld_in(words, printed, context)
    amounts = frozenset(Decimal(match.parsed.value) for match in printed.matches("amount", context))
    return tuple(dict.fromkeys(found + deducted_in(amounts)))
