"""What gives a language away: function words, what invoices and receipts are full of, and letters."""

from __future__ import annotations

from functools import cache

from paperformer.fields.words.load import words_by_code


@cache
def word_weights() -> dict[str, dict[str, float]]:
    """Word -> language -> its share of evidence: one over the number of languages that use it."""
    languages_of: dict[str, set[str]] = {}
    for language, words in words_by_code("languages", "frequent").items():
        for word in words:
            languages_of.setdefault(word, set()).add(language)
    return {word: dict.fromkeys(found, 1.0 / len(found)) for word, found in languages_of.items()}


@cache
def letter_languages() -> dict[str, tuple[str, ...]]:
    """A letter -> the languages it hints at."""
    by_language = words_by_code("languages", "letters")
    letters = sorted({letter for letters in by_language.values() for letter in letters})
    return {
        letter: tuple(language for language, own in by_language.items() if letter in own)
        for letter in letters
    }
