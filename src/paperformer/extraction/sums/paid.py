"""What is due of an invoice that was paid in part or in full: its total less what a row calls paid."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import islice

from paperformer.documents.model import Word
from paperformer.extraction.sums.row_amounts import amounts_labelled, with_sum
from paperformer.fields.values.currency import is_currency
from paperformer.fields.values.months import month_numbers
from paperformer.fields.values.plain import folded
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import pattern

_WORDS = re.compile(r"[^\W\d_]+")
_BRACKET = re.compile(r"\([^()]{0,40}\)")  # "Payment - 29 Sep 2025 (PayWallet)"
_CODE = re.compile(r"\S*[0-9]\S*")  # of the payment: "kaucję KP/0902/2024"
_LABEL = 80  # characters before a sum that are looked at
_BEFORE_PAID = 16  # of these, before the word
_MOST = 12  # payments of one document: more are a statement's


def _paid() -> re.Pattern[str]:
    """What stands before a sum that the payer has handed over already."""
    return pattern("sums", "paid")


def _not_yet() -> re.Pattern[str]:
    return pattern("sums", "not_yet_paid", r"\b(?:{})[ -]?$")


def names_a_payment(label: str) -> bool:
    """Whether ``label``, what stands before an amount on its row, says that it was paid already.

    Nothing but a date and the like stands between: "Payment terms: 30 days" names no payment.
    """
    label = label[-_LABEL:]
    matches = list(_paid().finditer(label))
    if not matches:
        return False
    begin, end = matches[-1].span()
    if _not_yet().search(label[max(0, begin - _BEFORE_PAID) : begin]):
        return False
    behind = _CODE.sub(" ", _BRACKET.sub(" ", label[end:]))
    return all(_is_aside(word) for word in _WORDS.findall(behind))


def payments_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """What the document says was paid before, without sign: each payment, and the sum of several.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _paid().search(printed.text):
        return ()
    paid = list(islice(amounts_labelled(names_a_payment, words, printed, context), _MOST + 1))
    return with_sum(paid) if len(paid) <= _MOST else ()


def deducted_in(amounts: Collection[Decimal]) -> tuple[Decimal, ...]:
    """What may have been taken off a total, in words that nobody here knows: all that is printed as negative.

    Args:
        amounts: All that the document prints.
    """
    taken_off = sorted(-amount for amount in amounts if amount < 0)
    return tuple(taken_off) if len(taken_off) <= _MOST else ()


def _is_aside(word: str) -> bool:
    # "XXXXXXXXXXXX2087 XX/XX" are a card's hidden figures.
    return (
        not word.lower().strip("x")
        or word.lower() in all_words("sums", "asides_of_paid")
        or folded(word) in month_numbers()
        or is_currency(word)
    )
