"""Tax that the buyer keeps back for the seller's income tax: what is left of the total is due, and no total.

Spain's IRPF, Italy's ritenuta d'acconto, Portugal's IRS; "TOTAL A PAGAR" is then net plus VAT less this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.sums.row_amounts import amounts_labelled, with_sum
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.words.patterns import pattern

_MOST = 4  # of one document: more are a statement's
_BRACKETS = str.maketrans("()[]", "    ")


def _withheld() -> re.Pattern[str]:
    return pattern("sums", "withheld", r"\b(?:{})")


def _base() -> re.Pattern[str]:
    """What it is taken from, before the label or behind it; and totals that are called before it."""
    return pattern("sums", "base_of_withheld", r"\b(?:{})[ :.]*$")


def _aside() -> re.Pattern[str]:
    """A word that may stand between the label and the amount; each matches in one way only."""
    return pattern("sums", "asides_of_withheld", r"[^\W\d_]{0,2}/?[-+]?[0-9][^\s]*|[-+:./€$%@*]+|{}")


def withheld_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """Each tax that the document keeps back, and the sum of several, without sign; none of more than a few.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _withheld().search(printed.text):
        return ()
    amounts = list(dict.fromkeys(amounts_labelled(_names_it, words, printed, context)))
    return with_sum(amounts) if len(amounts) <= _MOST else ()


def _names_it(label: str) -> bool:
    matches = list(_withheld().finditer(label))
    if not matches:
        return False
    before, behind = label[: matches[-1].start()].rstrip(), label[matches[-1].end() :].strip()
    if _base().search(before) or _base().search(behind):
        return False
    return all(_aside().fullmatch(word) for word in behind.translate(_BRACKETS).split())
