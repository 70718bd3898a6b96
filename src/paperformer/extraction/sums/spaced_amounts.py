"""Amounts that were cut at the space between their thousands: "1" or "983,93" of "1 983,93"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext

_AFTER_ALL = 0.1  # how often a part is the answer, by judgement: a quantity may stand close before a price
_CLOSE = 1.5  # characters of the tail, ink to ink: a 1 is narrower than its cell; columns are further apart
_HEAD = re.compile(r"[-+(]?(?:[€$£]|R)?[0-9]{1,3}")  # "R8 389.50" in South Africa
# "25 195,00" on a row of VAT is a rate and its tax, "antal 2 975,00" a count and a total.
_RATES = frozenset("5 6 7 8 9 10 12 13 14 15 19 20 21 22 23 24 25 27".split())  # noqa: SIM905 - plain to read
_OF_TAX = re.compile(r"(?:moms|mva|mwst|ust|iva|tva|btw|alv|vat|dph|ptu|pdv)[.:%]*", re.IGNORECASE)
_COUNT = re.compile(
    r"(?:antal|anzahl|menge|aantal|quantit\w+|cantidad|qt[yà]e?|stk|st|pcs|items?|varer|artiklar|x)[.:]*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[0-9]{3}(?:[.,][0-9]{2})?[-)]?")
_POINT_AND_SPACE = frozenset({"CH", "LI", "ZA"})  # where "2 703.71" is written
# Where "23 897" is, on documents that print no cents.
_SPACE = frozenset("BG CZ DK EE FI FR HU IS LT LV NO PL PT SE SK UA".split())  # noqa: SIM905 - plain to read


def is_spaced(context: ValueContext) -> bool:
    """Whether a space may stand between thousands; where the decimal mark is the point, a comma mostly is."""
    if context.decimal_mark is None:
        return context.country in _SPACE | _POINT_AND_SPACE
    return context.decimal_mark == "," or context.country in _POINT_AND_SPACE


def weigh_spaced(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` of an amount, those that are a part of a number less probable.

    Args:
        candidates: Of one field, in a document that ``is_spaced``.
        words: Of the document.
    """
    return [
        one._replace(probability=one.probability * _AFTER_ALL) if _is_part(one, words) else one
        for one in candidates
    ]


def _is_part(candidate: Scored, words: Sequence[Word]) -> bool:
    if not candidate.words:
        return False
    first, last = candidate.words[0], candidate.words[-1]
    return _splits(words, first - 1) or _splits(words, last)


def _splits(words: Sequence[Word], index: int) -> bool:
    """Whether the words ``index`` and after it are head and tail of one number."""
    if not 0 <= index < len(words) - 1:
        return False
    head, tail = words[index], words[index + 1]
    if not (_HEAD.fullmatch(head.text) and _TAIL.fullmatch(tail.text)) or head.page != tail.page:
        return False
    if _is_other(words, index):
        return False
    gap = tail.box.x0 - head.box.x1
    return on_row(head.box, tail.box) and gap <= _CLOSE * tail.box.width / len(tail.text)


def _is_other(words: Sequence[Word], index: int) -> bool:
    """Whether word ``index`` is a rate or a count, so that a sum of its own begins after it."""
    head, before = words[index], words[index - 1] if index else None
    if before is None or before.page != head.page or not on_row(before.box, head.box):
        return head.text in _RATES
    if _COUNT.fullmatch(before.text):
        return True
    return head.text in _RATES and _OF_TAX.fullmatch(before.text) is not None
