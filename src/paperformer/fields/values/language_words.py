"""Words and letters that give a language away; ``words/languages.yaml`` has them."""

from __future__ import annotations

from functools import cache

from paperformer.fields.words.load import language_letters, language_words


@cache
def word_weights() -> dict[str, dict[str, float]]:
    """Word -> language -> its share of evidence: one over the number of languages that use it."""
    languages_of: dict[str, set[str]] = {}
    for language, words in language_words().items():
        for word in words:
            languages_of.setdefault(word, set()).add(language)
    return {word: dict.fromkeys(found, 1.0 / len(found)) for word, found in languages_of.items()}


@cache
def letter_languages() -> dict[str, tuple[str, ...]]:
    """A letter -> the languages it hints at."""
    letters = sorted({letter for letters in language_letters().values() for letter in letters})
    return {
        letter: tuple(language for language, own in language_letters().items() if letter in own)
        for letter in letters
    }
