"""Names from the first word of their line: "GERBANG ALAF RESTAURANTS", not "ALAF RESTAURANTS"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.scored import Scored
from paperformer.fields.values.document_type import find_document_types
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT

_SEEN = 0.05  # probability from which the longer name is one
_SHORT = 0.1  # times the probability of what leaves out its beginning
# What stands before names, and is no caption: thanks, greetings, forms of address.
_BEFORE = re.compile(
    r"by|od|naar|aan|an|to|from|von|chez|powered|copyright|welcome|bienvenue|willkommen|velkommen|välkommen"
    r"|tervetuloa|benvenuti|bienvenidos|firma|name|navn|namn|naam|nom|nome|nombre|nimi|nazwa|n[aá]zev|mrs?|ms|herrn?|frau|familie|monsieur|madame|sig|sr|sra",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"for|för|für|pour|per|por|za|f\.")  # who signs for whom: "for Acme Instruments Ltd"
_ARTICLE = 2  # letters of a caption ("De": from) that may be an article


def from_first_word(
    candidates: Sequence[Scored], words: Sequence[Word], captions: Collection[int]
) -> list[Scored]:
    """``candidates`` for a name; one that leaves out the beginning of its line gives way to the whole.

    The model is often of two minds about the first word of a name that it has not met. The whole is taken
    where it is a candidate too and what it has more begins with capitals as the name does, is no caption
    ("From Acme Ltd"), greeting or title, and not the name's own beginning ("Wavre Wavre SA"). Where rules
    read the short name and not the whole, it stays; where they read the whole, an article in capitals is part
    of it ("DE LUXE"), though it is a caption elsewhere. Where the whole is a candidate in another print, as
    "ACME HOLDING LTD" is of "Acme Holding Ltd", what leaves out its beginning is it too.

    Args:
        candidates: Of one party's name.
        words: Of the document.
        captions: Indices of the words that are labels.
    """
    found = [_as_elsewhere(one, candidates, words) for one in candidates]
    for at, short in enumerate(found):
        if short.source != "model":
            continue
        read = _by_rule(short, candidates)
        wholes = [
            i
            for i, one in enumerate(found)
            if _is_whole(one, short, words, captions, by_rule=_by_rule(one, candidates))
            and (_by_rule(one, candidates) or not read)
        ]
        if wholes:
            whole = max(wholes, key=lambda i: (found[i].source == "model", found[i].probability))
            doubt = (1.0 - found[whole].probability) * (1.0 - short.probability)
            found[whole] = found[whole]._replace(probability=1.0 - doubt)
            found[at] = short._replace(probability=short.probability * _SHORT)
    return found


def _as_elsewhere(short: Scored, candidates: Sequence[Scored], words: Sequence[Word]) -> Scored:
    """``short`` from the beginning of its line, where that is another candidate's name in capitals or not."""
    if short.source != "model" or not short.words:
        return short
    start = short.words[0]
    while start and (words[start - 1].page, words[start - 1].line) == (words[start].page, words[start].line):
        start -= 1
    whole = (*range(start, short.words[0]), *short.words)
    text = " ".join(words[at].text for at in whole)
    names = {
        content(one.text)
        for one in candidates
        if one.probability >= _SEEN and one.words and set(whole).isdisjoint(one.words)
    }
    if start == short.words[0] or content(text) not in names:
        return short
    return short._replace(value=text.strip(" ,;"), text=text, words=whole)


def _by_rule(name: Scored, candidates: Sequence[Scored]) -> bool:
    """Whether a rule found the very words of ``name``."""
    return any(one.source == "rule" and one.words == name.words for one in candidates)


def _is_whole(
    whole: Scored, short: Scored, words: Sequence[Word], captions: Collection[int], *, by_rule: bool
) -> bool:
    """Whether ``whole`` is ``short`` with the words before it, from the first of their line or its label."""
    more = len(whole.words) - len(short.words)
    if more <= 0 or not short.words or whole.words[more:] != short.words or whole.probability < _SEEN:
        return False
    line = {(words[i].page, words[i].line) for i in whole.words[: more + 1]}
    first = whole.words[0]
    behind = (
        words[first - 1] if first > 0 and (words[first - 1].page, words[first - 1].line) in line else None
    )
    if len(line) > 1 or not (behind is None or behind.text.endswith(":") or _SIGNED.fullmatch(behind.text)):
        return False
    texts = [words[i].text for i in whole.words[: more + 1]]
    if not all(text.isalpha() and text[0].isupper() for text in texts):
        return False
    core = [words[i].text for i in short.words[:more]]
    if [content(text) for text in core] == [content(text) for text in texts[:more]]:
        return False
    before = texts[:more]
    if any(map(_BEFORE.fullmatch, before)) or any(find_document_types(plain(" ".join(before)), NO_CONTEXT)):
        return False
    read = [words[i].text for i in whole.words[:more] if i in captions]
    is_article = by_rule and all(text.isupper() for text in texts) and all(len(t) <= _ARTICLE for t in read)
    return not read or is_article
