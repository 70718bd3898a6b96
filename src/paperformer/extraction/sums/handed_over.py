"""What was handed over in cash less the change is the total."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.labelled_sums import names_change
from paperformer.extraction.sums.row_amounts import amounts_labelled
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_CASH = re.compile(
    r"\b(?:cash(?: tendered| received| paid)?|tendered|tunai|bar(?:geld)?(?: gegeben)?|gegeben|esp[eè]ces"
    r"|efectivo|contant[ie]?|kontanter?|dinheiro|got[oó]wka|hotov[eě]|k[aä]teinen|sularaha|gryni(?:eji|ais))"
    r"[:. €$£-]*(?:(?-i:[A-Z]{2,3})[:. -]*)?$",
    re.IGNORECASE,
)
_ROUNDING = Decimal("0.05")  # by which a total in cash may differ from the one before
_AFTER_ALL = 0.2  # how often another sum is the total after all, by judgement


def sum_handed_over(
    words: Sequence[Word], printed: PrintedWords, context: ValueContext, amounts: Collection[Decimal]
) -> Decimal | None:
    """Cash less change, where that is one sum and printed.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
        amounts: All that the document prints.
    """
    change = set(amounts_labelled(names_change, words, printed, context))
    if not change:
        return None
    cash = set(amounts_labelled(lambda label: _CASH.search(label) is not None, words, printed, context))
    kept = {given - back for given in cash for back in change if given > back}.intersection(amounts)
    return kept.pop() if len(kept) == 1 else None


def weigh_handed_over(candidates: Sequence[Scored], handed: Decimal | None) -> list[Scored]:
    """``candidates`` for the total with VAT: others than what was ``handed`` over are less likely.

    Args:
        candidates: Of this field.
        handed: What ``sum_handed_over`` found; what differs from it by a rounding stays.
    """
    values = [decimal_of(one.value) for one in candidates]
    told = [value is not None and value == handed for value in values]
    if handed is None or not any(told):
        return list(candidates)
    against = [value is not None and abs(value - handed) > _ROUNDING for value in values]
    return doubted(candidates, against, _AFTER_ALL, told)
