"""Means of payment that were not used: tills print all that they know, with 0,00 beside those."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import islice

from paperformer.documents.model import Word, on_row
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.values.currency import is_currency
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan, find_values

_MOST = 60  # means of payment that are looked at
_REACH = 6  # words behind one in which its sum stands
_BANDS = 100  # of a page's height
_MUST = 14  # words on either side of a cheque in which the association that asks for that is named
_MUST_SAY = re.compile(r"(?:association|centre de gestion) agr[ée]{2}e?", re.IGNORECASE)
# A coupon to fill in: "If paying by credit card, fill out below", with the names of all cards to tick.
_FORM = re.compile(
    r"\bif (?:you are |you're )?paying by (?:credit |debit )?card|\bto pay by (?:credit "
    r"|debit )?card,? (?:please )?(?:complete|fill)",
    re.IGNORECASE,
)
# What a seller takes is not yet what was paid by: "We accept Visa", "e-transfers are welcome".
_TAKES = re.compile(r"\bwe (?:also |gladly )?accept\b[^.]*$", re.IGNORECASE)
_TAKEN = re.compile(r"^[^.:;,0-9]{0,40}\b(?<!you )(?:is|are) (?:also )?(?:welcome|accepted)\b", re.IGNORECASE)
# Who may yet arrange it has not: "To set up a Direct Debit call", "Lastschrift einrichten".
_ARRANGES = re.compile(
    r"\b(?:set(?:ting)? up|sign(?:ing)? up|switch(?:ing)? to|register(?:ing)? for|arrang(?:e|ing)"
    r"|appl(?:y|ying) for|mettre en place|opter pour|passer au|overschakelen|overstappen op|passare a"
    r"|pasarse a|tilmeld(?:e|t)? (?:dig )?(?:til )?|ansök om|anmäl(?:a|er)? (?:dig )?till)"
    r"\b[^.:;,0-9]{0,30}$",
    re.IGNORECASE,
)
_ARRANGED = re.compile(
    r"^\W{0,2}(?:\w*mandat |jetzt |bequem )?(?:einrichten|erteilen|beantragen|vereinbaren)\b", re.IGNORECASE
)
_HAS_ARRANGED = re.compile(
    r"\b(?:thank\w*(?: you)? for|you have|you['’]ve|we will|we['’]ll|has been)\b", re.IGNORECASE
)
_AROUND = 10  # words
_OF_FORM = 24  # words before one in which the form begins
_AFTER_ALL = 0.02  # how often what nothing was paid by is the answer, by judgement


def weigh_means(
    candidates: Sequence[Scored], words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> list[Scored]:
    """``candidates`` for the means of payment, those less probable beside which zero is printed, where
    another was used.

    Args:
        candidates: Of the field ``payment_method``.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    paid = [(span.parsed.value, amount) for span, amount in paid_by_means(words, printed, context)]
    used = {value for value, amount in paid if amount}
    unused = {value for value, amount in paid if amount == 0}
    if {value for value, _ in paid} <= unused:  # "Visa 0.00": of all that there is nothing was left to pay
        unused = set()
    against = [one.value in unused - used or _is_offered(one, words) for one in candidates]
    heirs = [one.value in used for one in candidates]
    return doubted(candidates, against, _AFTER_ALL, heirs)


def _is_offered(one: Scored, words: Sequence[Word]) -> bool:
    """Whether it is one that nobody has paid by yet: of those that the seller takes, a debit that can be
    arranged, a card on a coupon to fill in, or the cheques that French professions must say they take.
    """
    if not one.words:
        return False
    first, last = one.words[0], one.words[-1]
    before = " ".join(word.text for word in words[max(0, first - _AROUND) : first])
    behind = " ".join(word.text for word in words[last + 1 : last + 1 + _AROUND])
    if _TAKES.search(before) or _TAKEN.search(behind):
        return True
    is_to_come = _ARRANGES.search(before) is not None and _HAS_ARRANGED.search(before) is None
    if one.value == "direct_debit" and (is_to_come or _ARRANGED.search(behind)):
        return True
    if one.value == "card":
        form = " ".join(word.text for word in words[max(0, first - _OF_FORM) : last + 1])
        return _FORM.search(form) is not None
    if one.value != "cheque":
        return False
    near = words[max(0, one.words[0] - _MUST) : one.words[-1] + _MUST]
    return _MUST_SAY.search(" ".join(word.text for word in near)) is not None


def paid_by_means(
    words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> list[tuple[ValueSpan, Decimal | None]]:
    """The means of payment that a document names, each with the sum beside it."""
    rows = _rows(words)
    spans = islice(printed.spans("payment_method", context), _MOST)
    return [(span, _paid_by(words[span.last], rows, context)) for span in spans]


def _rows(words: Sequence[Word]) -> Mapping[tuple[int, int], list[Word]]:
    """The words by page and band of their middles, two bands to a line: what stands on a row is near by."""
    rows: dict[tuple[int, int], list[Word]] = defaultdict(list)
    for word in words:
        rows[word.page, int(word.box.center[1] * _BANDS)].append(word)
    return rows


def _paid_by(
    last: Word, rows: Mapping[tuple[int, int], Sequence[Word]], context: ValueContext
) -> Decimal | None:
    """The sum right of the name's last word on its row, with nothing but money's name between; else None."""
    band = int(last.box.center[1] * _BANDS)
    near = (word for at in (band - 1, band, band + 1) for word in rows.get((last.page, at), ()))
    row = [word for word in near if word.box.x0 >= last.box.x1 and on_row(word.box, last.box)]
    texts = [word.text for word in sorted(row, key=lambda word: word.box.x0)][:_REACH]
    sums = (span for span in find_values("amount", texts, context) if not span.weak)
    first = min(sums, key=lambda span: span.first, default=None)
    if first is None or not all(_is_money(text) for text in texts[: first.first]):
        return None
    return Decimal(first.parsed.value)


def _is_money(text: str) -> bool:
    return is_currency(text.strip(".:")) or not any(map(str.isalpha, text))
