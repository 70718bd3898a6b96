"""Direct debits that a sentence announces: "Der Betrag wird von Ihrem Konto abgebucht", "sera prélevé le"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.finding import Finding
from paperformer.fields.page.layout import Layout
from paperformer.fields.values import ParsedValue
from paperformer.fields.words.patterns import alternatives, pattern

_LONGEST = 300  # characters of a line, the first ones
_FROM = r"(?:(?:[^.!?]|(?<=[0-9])\.){0,80} )?"  # what may stand between the parts of a sentence
_ASKS = re.compile(r"[^.!?]*\?")  # "Paying by Direct Debit?"
_OFF = 4  # characters behind them: "AutoPay: Off"
_NEAR = 12  # characters before the words that announce a debit


def _said() -> re.Pattern[str]:
    """Words that announce a debit."""
    return pattern("requests", "debit_announced", r"\b(?:{})(?!\w)", between=_FROM)


@cache
def _not() -> re.Pattern[str]:
    """As in "wird nicht abgebucht", "ne sera pas prélevé", "AutoPay: Off"."""
    negations, off = alternatives("requests", "no_debit"), alternatives("requests", "switched_off")
    return re.compile(rf"\b(?:{negations})\b|: ?(?:{off})\b", re.IGNORECASE)


def _otherwise() -> re.Pattern[str]:
    """Who offers it, leaves the choice, had it returned, or takes it from a card, announces none."""
    return pattern("requests", "debit_otherwise")


def find_direct_debit_notices(layout: Layout) -> Iterator[Finding]:
    """The means of payment ``direct_debit`` where a sentence announces one and offers no other."""
    for line in layout.lines:
        text = line.text[:_LONGEST]
        match = _said().search(text)
        if match is None:
            continue
        said = text[max(0, match.start() - _NEAR) : match.end() + _OFF]
        if not (
            _ASKS.match(text, match.end())
            or _not().search(said)
            or _otherwise().search(_sentence(text, match))
        ):
            words = line.words_from(*match.span())
            yield Finding("payment_method", words, match[0], ParsedValue("direct_debit"), "announced")


def _sentence(text: str, match: re.Match[str]) -> str:
    """The sentence of ``text`` in which ``match`` stands."""
    begin = max(text.rfind(stop, 0, match.start()) for stop in (". ", "! ", "? "))
    ends = [end for stop in (". ", "! ", "? ") if (end := text.find(stop, match.end())) >= 0]
    return text[max(0, begin) : min(ends, default=len(text))]
