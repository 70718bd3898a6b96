"""Languages: named by code or name, or told by the words of a document; the value is ISO 639-1."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from paperformer.fields.values.match import unreadable
from paperformer.fields.values.plain import folded, plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.values.scripts import language_of as language_of_script
from paperformer.fields.values.scripts import scripts_in
from paperformer.fields.words.load import words_by_code

_SAME = {"no": "nb", "nn": "nb"}
_CODE = re.compile(r"([a-z]{2})(?:[-_][a-z]{2})?")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_LETTER_WEIGHT = 0.15
_LETTERS_A_WORD = 6.0  # of another script, that are worth a word
_MOST_OF_SCRIPT = 8.0
_LEAST = 2.0  # evidence below which nothing is said: four or five words of the language
_MARGIN = 1.25  # by how much the first must lead the second


def parse_language(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The ISO 639-1 code that ``text`` gives or names, or the language that it is written in.

    Raises:
        ValueUnreadable: when it is neither a code nor a name, nor long enough to tell.
    """
    names = words_by_code("languages", "names")
    name = folded(plain(text).strip(" .:;,()"))
    code = _CODE.fullmatch(name)
    if code and (code[1] in names or code[1] in _SAME):
        return ParsedValue(_SAME.get(code[1], code[1]))
    for language, known in names.items():
        if name in known:
            return ParsedValue(language)
    detected = detect_language(text.split())
    if detected is None:
        raise unreadable("language", text)
    return ParsedValue(detected)


def detect_language(words: Sequence[str]) -> str | None:
    """The language that most of ``words`` speak for; None where there is too little or two are close."""
    ranked = sorted(language_scores(words).items(), key=lambda entry: (-entry[1], entry[0]))
    if not ranked or ranked[0][1] < _LEAST:
        return None
    if len(ranked) > 1 and ranked[0][1] < _MARGIN * ranked[1][1]:
        return None
    return ranked[0][0]


def language_scores(words: Sequence[str]) -> dict[str, float]:
    """Evidence for each language: its words, shared ones split, letters that give it away, its script."""
    from paperformer.fields.values.language_words import letter_languages, word_weights

    weights, letters = word_weights(), letter_languages()
    text = " ".join(words)
    scores: dict[str, float] = {}
    for script, count in scripts_in(text).items():
        detected = language_of_script(script)
        scores[detected] = scores.get(detected, 0.0) + min(count / _LETTERS_A_WORD, _MOST_OF_SCRIPT)
    for word, count in Counter(_WORD.findall(text.lower())).items():
        often = math.sqrt(count)  # a word in every row of a table is one habit, not forty proofs
        for language, weight in weights.get(word, {}).items():
            scores[language] = scores.get(language, 0.0) + weight * often
        if not word.isascii():
            for language in {known for letter in word for known in letters.get(letter, ())}:
                scores[language] = scores.get(language, 0.0) + _LETTER_WEIGHT * often
    return scores
