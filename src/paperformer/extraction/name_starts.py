"""Names from the first word of their line: "GERBANG ALAF RESTAURANTS", not "ALAF RESTAURANTS"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored

_SEEN = 0.05  # probability from which the longer name is one
_ARTICLE = 2  # letters of a caption ("De": from) that is an article of a name in capitals ("DE LUXE")


def from_first_word(
    candidates: Sequence[Scored], words: Sequence[Word], captions: Collection[int]
) -> list[Scored]:
    """``candidates`` for a name; one that leaves out the beginning of its line gives way to the whole.

    The model is often of two minds about the first word of a name that it has not met. The whole is taken
    where it is a candidate too and what it has more begins with capitals as the name does, is no caption
    ("From Acme Ltd") and not the name's own beginning ("Wavre Services Wavre Services SA").

    Args:
        candidates: Of one party's name.
        words: Of the document.
        captions: Indices of the words that are labels.
    """
    found = list(candidates)
    for at, short in enumerate(candidates):
        wholes = [i for i, one in enumerate(found) if _is_whole(one, short, words, captions)]
        if wholes:
            whole = max(wholes, key=lambda i: found[i].probability)
            both = min(1.0, found[whole].probability + short.probability)
            found[whole] = found[whole]._replace(probability=both)
            found[at] = short._replace(probability=0.0)
    return [one for one in found if one.probability > 0.0]


def _is_whole(whole: Scored, short: Scored, words: Sequence[Word], captions: Collection[int]) -> bool:
    """Whether ``whole`` is ``short`` with the words before it, from the first of their line or its label."""
    more = len(whole.words) - len(short.words)
    if more <= 0 or not short.words or whole.words[more:] != short.words or whole.probability < _SEEN:
        return False
    line = {(words[i].page, words[i].line) for i in whole.words[: more + 1]}
    first = whole.words[0]
    behind = (
        words[first - 1] if first > 0 and (words[first - 1].page, words[first - 1].line) in line else None
    )
    if len(line) > 1 or not (behind is None or behind.text.endswith(":")):
        return False
    texts = [words[i].text for i in whole.words[: more + 1]]
    if not all(text.isalpha() and text[0].isupper() for text in texts):
        return False
    core = [words[i].text for i in short.words[:more]]
    if [content(text) for text in core] == [content(text) for text in texts[:more]]:
        return False
    read = [words[i].text for i in whole.words[:more] if i in captions]
    is_capital = all(text.isupper() for text in texts)
    return not read or (is_capital and all(len(text) <= _ARTICLE for text in read))
