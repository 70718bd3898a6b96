"""Documents in a script that nobody taught the model: what it answers there is a guess."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from paperformer.documents.model import Word

# The model was trained on documents in the Latin script; rules know the labels of Greek and Cyrillic ones.
_LEARNED = frozenset({"LATIN", "GREEK", "CYRILLIC"})
# How the names of letters begin in Unicode, where that is not what people call the script.
_CALLED = {
    "CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "KATAKANA-HIRAGANA": "Japanese",
    "HANGUL": "Korean",
}  # fmt: skip
# Fewer letters are a name or a slogan, a smaller part a translation beside the rest.
_LEAST_LETTERS, _LEAST_PART = 20, 0.4
_LAST_LATIN = "\u024f"


def unlearned_script(words: Iterable[Word]) -> list[str]:
    """A warning where much of a document is in such a script."""
    letters: Counter[str] = Counter()
    for word in words:
        if word.text.isascii():
            letters["LATIN"] += sum(map(str.isalpha, word.text))
        else:
            letters.update(_script(letter) for letter in word.text if letter.isalpha())
    unlearned = Counter({name: count for name, count in letters.items() if name not in _LEARNED})
    count = unlearned.total()
    if count < _LEAST_LETTERS or count < _LEAST_PART * letters.total():
        return []
    name = unlearned.most_common(1)[0][0]
    if "HIRAGANA" in unlearned or "KATAKANA" in unlearned:  # which Chinese characters stand between
        name = "HIRAGANA"
    called = _CALLED.get(name, name.capitalize())
    return [f"much of it is in {called} script, which the model has not learned: check what is found"]


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """The script's name as Unicode's names of characters begin."""
    return "LATIN" if letter <= _LAST_LATIN else unicodedata.name(letter, "?").partition(" ")[0]
