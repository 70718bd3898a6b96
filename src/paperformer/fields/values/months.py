"""Month names and their abbreviations in the languages that we read."""

from __future__ import annotations

from functools import cache

from paperformer.fields.values.plain import folded
from paperformer.fields.words.load import months

# A common short word of another language; a month only in its own.
_TOO_COMMON = frozenset({"pro", "set", "out"})


@cache
def month_numbers() -> dict[str, int]:
    """Folded month name or abbreviation -> 1 to 12, over all languages (no form means two months)."""
    return {
        folded(form): number
        for those in months().values()
        for number, forms in enumerate(those, start=1)
        for form in forms
    }


def is_common_word(word: str) -> bool:
    """Whether ``word`` is a month's short form that is also an everyday word elsewhere (``out``, ``set``)."""
    return folded(word) in _TOO_COMMON
