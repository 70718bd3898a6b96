"""Terms of payment in words: "within 30 days", "14 Tage netto", "due on receipt"; the value is as printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from paperformer.fields.values.match import TextMatch, unreadable
from paperformer.fields.values.plain import squeezed
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.patterns import alternatives


@cache
def _terms() -> re.Pattern[str]:
    """A number of days, with the words that belong to it; or terms without days."""
    of = {name: alternatives("terms", name) for name in ("days", "before", "behind", "whole")}
    dated = rf"(?:(?:{of['before']}) )?[0-9]{{1,3}}[ -]?(?:{of['days']})\b(?:,? (?:{of['behind']})(?![\w-]))*"
    return re.compile(rf"(?<![\w.,/-])(?:{dated}|(?:{of['whole']})(?!\w|[.,][0-9]))", re.IGNORECASE)


def parse_payment_terms(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The terms in ``text``, as they are printed.

    Raises:
        ValueUnreadable: when there are none.
    """
    match = next(find_payment_terms(text, context), None)
    if match is None:
        raise unreadable("payment_terms", text)
    return match.parsed


def find_payment_terms(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All terms in ``text``: weak, for days are also delivered in or worked."""
    for match in _terms().finditer(text):
        yield TextMatch(*match.span(), ParsedValue(squeezed(match[0])), weak=True)
