"""Words that only tills print; ``words/till.yaml`` has them by language."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from paperformer.fields.words.load import all_words
from paperformer.fields.words.patterns import source_of

PAID_AT_ONCE = frozenset({"card", "cash", "mobile"})
"""Means of payment that leave nothing to pay."""
PAID_LATER = ("due_date", "iban", "payment_reference")
"""Fields of what is still to be paid."""
_READ = 4000  # characters of a document that are searched


@lru_cache(maxsize=2)  # asked for every candidate of a page
def till_words(text: str) -> frozenset[str]:
    """The different till words at the beginning of a document's text, lower case."""
    return frozenset(match.lower() for match in _pattern().findall(text[:_READ]))


@cache
def _pattern() -> re.Pattern[str]:
    entries = sorted(all_words("till", "till"), key=lambda entry: (-len(entry), entry))
    return re.compile(rf"\b(?:{source_of('|'.join(entries))})\b", re.IGNORECASE)
