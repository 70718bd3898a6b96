"""Whether a name stands at the head of an address: what is in one block is of one party."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from paperformer.documents.model import Box, Word, on_row, union
from paperformer.extraction.factors import same_value
from paperformer.extraction.parties.party_agreement import PARTY_FIELDS
from paperformer.extraction.scored import Scored

_LEAST = 0.02  # probability from which a candidate speaks for those it overlaps
_NAME = 0.3  # probability from which a name parts those above it from the address
_LETTERS = 4  # of a text that others are looked for in
_BELOW = 5.0  # heights of a name to its address: "attn" and a department may stand between them
_RISE = 0.7  # heights by which boxes of two lines may overlap
_ALIGNED = 1.5  # heights by which left edges or middles of one block may differ
_BESIDE = 2.5  # heights to an address that goes on from the name on its row


class Blocks:
    """Which names head which addresses. Those that share a print, or a text, head the same.

    So the choice between readings of one block ("Acme", "Acme Ltd") is left to others.

    Args:
        candidates: Of all fields; those of names and addresses count.
        words: Of the document.
    """

    def __init__(self, candidates: Mapping[str, Sequence[Scored]], words: Sequence[Word]) -> None:
        names, addresses = (_readings(candidates, fields, words) for fields in PARTY_FIELDS)
        known = {one.printed: _kin(one, names) for one in names}
        heads: set[tuple[Print, Print]] = set()
        for address in addresses:
            above = [one for one in names if _is_head(one, address)]
            heads |= {(one.printed, address.printed) for one in above if not _is_parted(one, above, known)}
        self._heads = frozenset(
            (name.printed, address.printed)
            for address in addresses
            for place in _kin(address, addresses)
            for name in names
            if any((one.printed, place.printed) in heads for one in known[name.printed])
        )

    def heads(self, name: Scored, address: Scored) -> bool:
        """Whether ``name`` heads ``address``."""
        return (_print_of(name), _print_of(address)) in self._heads


Print = tuple[str, tuple[int, ...]]


class _Reading(NamedTuple):
    """A candidate on its page.

    Args:
        printed: Its value's letters and its words.
        box: Around all of it.
        first: Around its first row.
        page: The page it begins on.
        height: Of its first word.
        probability: The most that anybody gives it.
    """

    printed: Print
    box: Box
    first: Box
    page: int
    height: float
    probability: float


def _print_of(candidate: Scored) -> Print:
    return same_value(candidate), candidate.words


def _readings(
    candidates: Mapping[str, Sequence[Scored]], fields: Iterable[str], words: Sequence[Word]
) -> list[_Reading]:
    printed: dict[Print, float] = {}
    for one in (one for field in fields for one in candidates.get(field, ())):
        if one.words and one.probability >= _LEAST:
            printed[_print_of(one)] = max(one.probability, printed.get(_print_of(one), 0.0))
    return [_reading(key, [words[i] for i in key[1]], most) for key, most in printed.items()]


def _reading(printed: Print, words: Sequence[Word], probability: float) -> _Reading:
    page = [word.box for word in words if word.page == words[0].page]
    row = [box for box in page if on_row(box, page[0])]
    return _Reading(printed, union(page), union(row), words[0].page, page[0].height, probability)


def _kin(one: _Reading, all_of: Sequence[_Reading]) -> list[_Reading]:
    """Those of ``all_of`` that share words with ``one``, or whose text holds its text or is held by it."""
    text, words = one.printed
    return [
        other
        for other in all_of
        if not set(words).isdisjoint(other.printed[1])
        or (len(text) >= _LETTERS and text in other.printed[0])
        or (len(other.printed[0]) >= _LETTERS and other.printed[0] in text)
    ]


def _is_parted(name: _Reading, above: Sequence[_Reading], known: Mapping[Print, Sequence[_Reading]]) -> bool:
    """Whether another likely name stands between ``name`` and the address that both are above."""
    kin = {one.printed for one in known[name.printed]}
    between = (one for one in above if one.printed not in kin and one.probability >= _NAME)
    return any(one.box.y0 >= name.box.y1 - _RISE * name.height for one in between)


def _is_head(name: _Reading, address: _Reading) -> bool:
    """Whether the address begins below the name, at its edge or middle, or goes on from it on its row."""
    if name.page != address.page or not set(name.printed[1]).isdisjoint(address.printed[1]):
        return False
    height = name.height
    if on_row(name.first, address.first):
        return 0.0 <= address.first.x0 - name.box.x1 <= _BESIDE * height
    below = address.first.y0 - name.box.y1
    edges = abs(address.first.x0 - name.box.x0), abs(address.first.center[0] - name.box.center[0])
    return -_RISE * height <= below <= _BELOW * height and min(edges) <= _ALIGNED * height
