"""What an agency keeps of what it orders for others: the rest of the total is due, and no total."""

from __future__ import annotations

import re
from collections.abc import Collection, MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.row_amounts import amounts_labelled
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

# "Agency Commission  $843.75", "Less commission (15%): -84.00".
_NAME = r"\b(?:commission|agency comm\b\.?|agenturprovision|ae-provision|bureauprovision|byr[aå]provision)"
_COMMISSION = re.compile(_NAME, re.IGNORECASE)
_LABEL = re.compile(_NAME + r"(?: ?\(?[0-9.,]{1,6} ?%\)?)?[ :.($€£-]*$", re.IGNORECASE)
_TOTALS = ("total_incl_vat", "total_excl_vat")
_AFTER_ALL = 0.1  # how often what is left is the total after all, by judgement


def commissions_in(
    words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> tuple[Decimal, ...]:
    """The amounts whose row calls them a commission, each once and without sign.

    "Gross Total 2,400.00, Commission (360.00), Net Total 2,040.00": the order is worth the first, the agency
    pays the last.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _COMMISSION.search(printed.text):
        return ()
    return tuple(dict.fromkeys(amounts_labelled(_names_it, words, printed, context)))


def weigh_after_commission(
    proposed: MutableMapping[str, list[Scored]],
    commissions: Collection[Decimal],
    amounts: Collection[Decimal],
) -> None:
    """Trust totals, with VAT or without, less that are what is left of a printed sum after a commission.

    Args:
        proposed: Candidates by field; those of these two totals are changed in place.
        commissions: What ``commissions_in`` found.
        amounts: All that the document prints.
    """
    for field in _TOTALS:
        values = [decimal_of(one.value) for one in proposed.get(field, ())]
        wholes = [
            set() if value is None else {value + part for part in commissions}.intersection(amounts)
            for value in values
        ]
        if not any(wholes):
            continue
        before: set[Decimal | None] = set().union(*wholes)
        heirs = [value in before and not whole for value, whole in zip(values, wholes, strict=True)]
        proposed[field] = doubted(proposed[field], list(map(bool, wholes)), _AFTER_ALL, heirs)


def _names_it(label: str) -> bool:
    return _LABEL.search(label) is not None
