"""Month names and their abbreviations in the languages that we read."""

from __future__ import annotations

from functools import cache

from paperformer.fields.values.plain import folded
from paperformer.fields.words.load import all_words, rows_by_code


@cache
def month_numbers() -> dict[str, int]:
    """Folded month name or abbreviation -> 1 to 12, over all languages (no form means two months)."""
    return {
        folded(form): number
        for months in rows_by_code("months", "months").values()
        for number, forms in enumerate(months, start=1)
        for form in forms
    }


@cache
def _common() -> frozenset[str]:
    return frozenset(map(folded, all_words("months", "common")))


def is_common_word(word: str) -> bool:
    """Whether ``word`` is a month's short form that is also an everyday word elsewhere (``out``, ``set``)."""
    return folded(word) in _common()
