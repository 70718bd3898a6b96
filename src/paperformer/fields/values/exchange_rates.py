"""Rates of exchange: "1 USD = 0.915 EUR", "Kurs 1,0921", "83.12 INR/USD"; no amounts of money."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import source_of

_CODE = r"(?:[A-Z]{3}|US\$|[$€£¥₹])"
_NUMBER = r"[0-9]{1,6}(?:[.,][0-9]{1,8})?(?![0-9]|[.,][0-9])"
# A rate by its form: no amount has four decimals, or three and no whole.
_FINE = r"(?:[0-9]{1,6}[.,][0-9]{4,8}|0[.,][0-9]{3})(?![0-9])"
_ONE = r"1(?:[.,]0{1,4})?"
_EQUATION = (
    rf"(?:(?<![0-9.,A-Z]){_ONE} ?{_CODE}|(?<![A-Z]){_CODE} ?{_ONE}(?![0-9]))"
    rf" ?(?:=|≈|:) ?(?:{_CODE} ?{_NUMBER}|{_NUMBER}(?: ?{_CODE})?)"
)
_PAIR = r"(?<![A-Z])[A-Z]{3} ?[/-] ?[A-Z]{3}(?![A-Za-z])"
_BESIDE_PAIR = rf"{_PAIR} ?[:=@]? ?{_NUMBER}|(?<![0-9.,]){_NUMBER} ?{_PAIR}(?! ?[:=@]? ?[0-9])"

_BY_FORM = re.compile(rf"(?=[0-9A-Z$€£¥₹])(?:{_EQUATION}|{_BESIDE_PAIR})")
_MARKS = frozenset("=≈:/-")  # one of which stands in each
_AFTER_PLAIN = re.compile(rf"[^0-9\n]{{0,24}}?(?:{_EQUATION}|{_BESIDE_PAIR}|{_NUMBER})")
_AFTER_ALSO = re.compile(rf" ?[:=]? ?(?:{_BESIDE_PAIR}|{_FINE})")


@lru_cache(maxsize=32)  # amounts and currencies of one text both ask
def exchange_rates(text: str) -> tuple[tuple[int, int], ...]:
    """Where plain ``text`` prints rates of exchange, what they are rates of included: offsets, ascending."""
    found = [match.span() for match in _BY_FORM.finditer(text)] if _MARKS & set(text) else []
    for word in _words().finditer(text):
        rest = (_AFTER_PLAIN if word["plain"] else _AFTER_ALSO).match(text, word.end())
        if rest:
            found.append((word.start(), rest.end()))
    return tuple(sorted(found))


def is_within(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the characters from ``start`` to before ``end`` lie in one of ``spans``."""
    return any(first <= start and end <= last for first, last in spans)


@cache
def _words() -> re.Pattern[str]:
    plain, also = (
        source_of("|".join(sorted(all_words("currencies", group), key=len, reverse=True)))
        for group in ("exchange_rates", "exchange_rates_perhaps")
    )
    return re.compile(rf"(?<!\w)(?:in {_CODE} )?(?:(?P<plain>{plain})|(?:{also}))(?!\w)", re.IGNORECASE)
