"""Addresses from the first word of their line: "Reinhardsbrunner Straße 5", not "Straße 5"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import dropwhile

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company

_LIKELY = 0.15  # probability of an address that is looked at
_SEEN = 0.02  # probability from which the longer address is one
_SHORT = 0.1  # times the probability of what leaves out its beginning
_MOST_MORE = 2  # words that it leaves out
_MARKS = (":", ",", ";", "|", "·", "•", "-", "–")


def from_first_words(
    candidates: Sequence[Scored], names: Collection[str], words: Sequence[Word], captions: Collection[int]
) -> list[Scored]:
    """``candidates`` for an address; one that leaves out the beginning of its line gives way to the whole.

    Where the whole is a candidate too, and what it has more is no label and no name of a party.

    Args:
        candidates: Of one party's address.
        names: Likely names of the parties, by content.
        words: Of the document.
        captions: Indices of the words that labels consist of.
    """
    found = list(candidates)
    for at, short in enumerate(candidates):
        if short.source != "model" or short.probability < _LIKELY or not short.words:
            continue
        wholes = [
            i for i, one in enumerate(found) if i != at and _is_whole(one, short, names, words, captions)
        ]
        if wholes:
            whole = max(wholes, key=lambda i: (len(found[i].words), found[i].probability))
            doubt = (1.0 - found[whole].probability) * (1.0 - short.probability)
            found[whole] = found[whole]._replace(probability=1.0 - doubt)
            found[at] = short._replace(probability=short.probability * _SHORT)
    return found


def _is_whole(
    whole: Scored, short: Scored, names: Collection[str], words: Sequence[Word], captions: Collection[int]
) -> bool:
    own = tuple(dropwhile(lambda i: words[i].text in _MARKS, whole.words))  # rules keep the mark before them
    more = len(own) - len(short.words)
    if not 0 < more <= _MOST_MORE or own[more:] != short.words or whole.probability < _SEEN:
        return False
    first, line = own[0], (words[short.words[0]].page, words[short.words[0]].line)
    if any((words[i].page, words[i].line) != line for i in own[:more]):
        return False
    before = words[first - 1] if first else None
    opens = before is None or (before.page, before.line) != line or before.text.endswith(_MARKS)
    texts = [words[i].text for i in own[:more]]
    is_word = texts[0][:1].isupper() or texts[0][:1] == "#"
    if not opens or not is_word or any(text.endswith(_MARKS) for text in texts):
        return False
    said = " ".join(texts)
    return first not in captions and content(said) not in names and not is_company(said)
