"""Means of payment: card, cash, transfer, direct_debit, cheque, mobile or online."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.phrases import PhraseIndex, find_phrases, index_phrases
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.load import all_words

METHODS = ("card", "cash", "direct_debit", "transfer", "cheque", "mobile", "online")


def parse_payment_method(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The means of payment that ``text`` names, in any of the languages that we read.

    Raises:
        ValueUnreadable: when it names none, or several.
    """
    exact = text.strip().lower()
    if exact in METHODS:
        return ParsedValue(exact)
    return only_value(find_payment_methods(plain(text), context), "means of payment", text)


def find_payment_methods(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All names of means of payment in plain ``text``; weak in running text (lower case, short words)."""
    for start, end, value in find_phrases(text, _index()):
        weak = end - start < 4 or text[start].islower()
        yield TextMatch(start, end, ParsedValue(value), weak)


@cache
def _index() -> PhraseIndex:
    return index_phrases({method: all_words("payment", method) for method in METHODS})
