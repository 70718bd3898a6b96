"""Totals said again in another currency: "Total CHF 96.50", and below it "Total EUR 90.71"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from paperformer.documents.model import Word, on_row
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.doubts.labelled_otherwise import words_before
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import find_values

_AFTER_ALL = 0.2  # how often such a sum is the answer after all, by judgement
_REMAINS = 0.2  # probability from which another candidate in the document's money may be the answer
_LIKELY = 0.5  # the same where no money stands beside it; and of a currency
_BEFORE, _BEHIND = 8, 2  # words of its row before and behind a sum in which its currency may stand


def main_currency(candidates: Sequence[Scored], context: ValueContext) -> str | None:
    """The document's money: the one it names most often, else the likeliest of ``candidates`` for it."""
    if context.currency is not None:
        return context.currency
    best = max(candidates, key=lambda one: one.probability, default=None)
    return best.value if best is not None and best.probability >= _LIKELY else None


def weigh_foreign(
    candidates: Sequence[Scored], words: Sequence[Word], currency: str | None, context: ValueContext
) -> list[Scored]:
    """``candidates`` of a total, less probable where their row names another currency than the document's.

    Where one in the document's own money remains: that takes over most of their trust.

    Args:
        candidates: Of one field.
        words: Of the document.
        currency: Its money, see ``main_currency``.
        context: What it says about its values.
    """
    if currency is None:
        return list(candidates)
    named = [_currencies_of(one, words, context) for one in candidates]
    foreign = [bool(codes) and currency not in codes for codes in named]
    values = {one.value for one, is_foreign in zip(candidates, foreign, strict=True) if is_foreign}
    heirs = [
        one.value not in values and one.probability >= (_REMAINS if currency in codes else _LIKELY)
        for one, codes in zip(candidates, named, strict=True)
    ]
    return doubted(candidates, foreign, _AFTER_ALL, heirs) if any(heirs) else list(candidates)


def _currencies_of(candidate: Scored, words: Sequence[Word], context: ValueContext) -> frozenset[str]:
    """The currencies that stand beside the candidate on its row."""
    if not candidate.words:
        return frozenset()
    first, last = words[candidate.words[0]], candidate.words[-1]
    behind = takewhile(
        lambda word: word.page == first.page and on_row(word.box, first.box),
        words[last + 1 : last + 1 + _BEHIND],
    )
    texts = [
        *words_before(candidate.words[0], words, _BEFORE),
        *(words[index].text for index in candidate.words),
        *(word.text for word in behind),
    ]
    return frozenset(span.parsed.value for span in find_values("currency", texts, context) if not span.weak)
