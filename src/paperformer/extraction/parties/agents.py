"""Who bills on another's behalf, as platforms do for their drivers and landlords, does not sell."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, MutableMapping, Sequence
from itertools import accumulate

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.departments import text_of
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company

_NAME, _ADDRESS = "supplier_name", "supplier_address"
_AFTER_ALL = 0.1  # how often an agent is the seller after all, by judgement
_HEIR = 0.1  # probability from which another name may sell in an agent's place
_BEFORE = 32  # words of a line, and of the one above, before "on behalf of"
_BEHALF = re.compile(
    r"\b(?:on behalf of|w imieniu|im namen(?: und .{0,30})? (?:von|des|der)|au nom (?:et pour le compte )?d"
    r"|en nombre (?:y por cuenta )?de|in nome e per conto|namens|p[aå] vegne a[fv]"
    r"|em nome (?:e por conta )?d)",
    re.IGNORECASE,
)
_BILLS = re.compile(
    r"\b(?:invoices?|bill(?:ed|s|ing)?|issue[ds]?|issuing|rechnung|(?:aus|er)(?:ge)?stellt|factur\w*|[eé]mis\w*"
    r"|op[eé]r[eé]\w*|fattur\w*|emess\w*|faktur\w*|wystaw\w*|fatur\w*|emitid\w*|vystav\w*)\b",
    re.IGNORECASE,
)


def weigh_agents(proposed: MutableMapping[str, list[Scored]], words: Sequence[Word]) -> None:
    """Doubt that sells who stands before "on behalf of", and its address, where others may.

    Args:
        proposed: Candidates by field; those of the supplier's name and address are changed in place.
        words: Of the document.
    """
    before: set[int] = set()
    for at in _behalves(words):
        sentence = _sentence(at, words)
        if _BILLS.search(text_of(sentence, words)):
            before.update(index for index in sentence if index < at)
    if not before:
        return
    names = proposed.get(_NAME, [])
    told = (text_of([at for at in one.words if at in before], words) for one in names)
    agents = {content(name) for name in told if is_company(name)}
    against = [any(agent in content(one.text) for agent in agents) for one in names]
    heirs = [not is_agent and one.probability >= _HEIR for one, is_agent in zip(names, against, strict=True)]
    if not any(against) or not any(heirs):
        return
    proposed[_NAME] = doubted(names, against, _AFTER_ALL, heirs)
    places = proposed.get(_ADDRESS, [])
    inside = [bool(one.words) and before.issuperset(one.words) for one in places]
    if not all(inside):
        proposed[_ADDRESS] = doubted(places, inside, _AFTER_ALL, [not one for one in inside])


def _sentence(at: int, words: Sequence[Word]) -> list[int]:
    """The words of the line of the word at ``at``, and where that begins it, of the line above."""
    first = _line_start(at, words)
    last = at
    while last + 1 < len(words) and _on_line(words[last + 1], words[at]):
        last += 1
    if at - first <= 1 and first:
        first = _line_start(first - 1, words)
    return list(range(max(first, at - _BEFORE), last + 1))


def _line_start(at: int, words: Sequence[Word]) -> int:
    first = at
    while first and _on_line(words[first - 1], words[at]):
        first -= 1
    return first


def _on_line(one: Word, other: Word) -> bool:
    return (one.page, one.line) == (other.page, other.line)


def _behalves(words: Sequence[Word]) -> Iterator[int]:
    """Indices of the words that begin "on behalf of"."""
    text = " ".join(word.text for word in words)
    starts = [0, *accumulate(len(word.text) + 1 for word in words)]
    return (bisect_right(starts, match.start()) - 1 for match in _BEHALF.finditer(text))
