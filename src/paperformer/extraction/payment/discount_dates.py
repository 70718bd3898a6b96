"""Dates until when a discount is given for paying early, and until when all is due: the later ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.doubts.labelled_otherwise import words_before
from paperformer.extraction.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_AFTER_ALL = 0.1  # how often such a date is the due date after all, by judgement
_REMAINS = 0.15  # probability from which a later date may be it
_FULL = 0.72  # trust in a date until which all is due, by judgement
_BEFORE = 5  # words before a date that say so
_CLAUSE = 9  # words behind a date in which the discount is named
_DISCOUNT = re.compile(
    r"\b(?:skont\w*|kassenskonto|discount|escompte|sconto|pronto pago|desconto|descuento|betalingskorting"
    r"|kredietbeperking|kassarabatt|kontantrabat\w*|käteisalennus)\b",
    re.IGNORECASE,
)
# "Pas d'escompte", "ohne Skonto": that there is none is said more often than that there is one.
_RATE = re.compile(r"(?<![0-9.,])(?!0+(?:[.,]0+)? ?%)[0-9]{1,2}(?:[.,][0-9]{1,3})? ?%")
_PAYABLE = re.compile(
    r"\b(?:zahlbar|fällig|zu zahlen) ohne (?:abzug|abschlag|skonto) bis(?: zum)?$", re.IGNORECASE
)
_UNTIL = re.compile(r"\b(?:bis(?: zum)?|by|until|tot|inden|senest|senast)$", re.IGNORECASE)
_IN_FULL = re.compile(
    r"(?:ohne (?:abzug|skonto)|rein netto|without (?:deduction|discount)|in full|zonder korting|uden rabat"
    r"|utan rabatt)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[;:]$|(?<![0-9])[.,]$|[0-9]{4}[.,;]?$")  # of a clause: a mark, or another date


def with_full_sums(
    candidates: Sequence[Scored], words: Sequence[Word], printed: PrintedWords, context: ValueContext
) -> list[Scored]:
    """``candidates`` and the dates until which all is to be paid: "bis zum 16.09.2026 ohne Abzug".

    Args:
        candidates: Of ``due_date``.
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    found = list(candidates)
    for span in printed.spans("date", context):
        before = " ".join(words_before(span.first, words, _BEFORE))
        behind = " ".join(word.text for word in words[span.last + 1 : span.last + 3])
        if _PAYABLE.search(before) or (_UNTIL.search(before) and _IN_FULL.match(behind)):
            own = tuple(range(span.first, span.last + 1))
            found.append(Scored("due_date", span.parsed.value, span.text, own, _FULL, "rule"))
    return found


def weigh_discounts(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``, less probable where a discount depends on them and a later date remains.

    Args:
        candidates: Of ``due_date``.
        words: Of the document.
    """
    dated = [one for one in candidates if one.probability >= _REMAINS and not _grants(one, words)]
    latest = max((one.value for one in dated), default="")
    return [
        one._replace(probability=one.probability * _AFTER_ALL)
        if one.value < latest and _grants(one, words)
        else one
        for one in candidates
    ]


def _grants(date: Scored, words: Sequence[Word]) -> bool:
    """Whether a discount depends on ``date``, wherever it is printed."""
    if not date.words:
        return False
    wanted = [_bare(words[at].text) for at in date.words]
    starts = (at for at, word in enumerate(words) if _bare(word.text) == wanted[0])
    ends = [
        at + len(wanted) - 1
        for at in starts
        if [_bare(word.text) for word in words[at : at + len(wanted)]] == wanted
    ]
    return all(_names_discount(last, words) for last in ends)


def _bare(text: str) -> str:
    return text.strip(".,;:()")


def _names_discount(last: int, words: Sequence[Word]) -> bool:
    """Whether the clause behind the word at ``last``, on its line, names a discount and its rate."""
    clause: list[str] = []
    for word in words[last + 1 : last + 1 + _CLAUSE]:
        if (word.page, word.line) != (words[last].page, words[last].line):
            break
        clause.append(word.text)
        if _ENDS.search(word.text):
            break
    said = " ".join(clause)
    return _DISCOUNT.search(said) is not None and _RATE.search(said) is not None
