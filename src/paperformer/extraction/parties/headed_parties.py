"""Who stands under the heading "Seller" sells, not the bank in the foot; who stands under "Buyer", buys."""

from __future__ import annotations

from collections.abc import Collection, MutableMapping, Sequence

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_person

_READ = 0.6  # probability from which a rule read the name below the heading
_AFTER_ALL = 0.15  # how often another one sells after all, by judgement
_ELSEWHERE = 0.3  # the same for the address: the seller's may stand in the foot
_IS_ONE = 0.2  # probability from which an address in the section is one


def weigh_headed(
    proposed: MutableMapping[str, list[Scored]],
    party: str,
    section: Collection[int],
    words: Sequence[Word],
) -> None:
    """Trust other names less than one that a rule read in a section headed "Seller", and other addresses.

    Args:
        proposed: Candidates by field; those of the party's name and address are changed in place.
        party: ``supplier``, or ``receiver``, whose section is headed "Buyer".
        section: Indices of the words in such sections; see ``fields.party_words``.
        words: Of the document.
    """
    name, address = f"{party}_name", f"{party}_address"
    names, places = proposed.get(name, []), proposed.get(address, [])
    inside = [_is_in(one, section) and one.probability >= _IS_ONE for one in places]
    own = [
        _is_in(one, section)
        and one.source == "rule"
        and one.probability >= _READ
        # "Sold by: 1187 Shafik", "Säljare: Anna Berg" is who stood at the till, "Buyer: Ann Roe" who ordered.
        and (is_company(one.text) or (any(inside) and not _is_clerk(one, party, words)))
        for one in names
    ]
    if not any(own):
        return
    sellers = [content(one.value) for one, is_own in zip(names, own, strict=True) if is_own]
    against = [not _is_in(one, section) and not _is_part(one, sellers) for one in names]
    proposed[name] = doubted(names, against, _AFTER_ALL, own)
    if any(inside):
        outside = [not _is_in(one, section) for one in places]
        proposed[address] = doubted(places, outside, _ELSEWHERE, inside)


def _is_clerk(one: Scored, party: str, words: Sequence[Word]) -> bool:
    """Whether a name is a person's: a seller's anywhere, a buyer's on the row of the heading only."""
    return is_person(one.text) and (party == "supplier" or _has_word_before(one.words[0], words))


def _has_word_before(index: int, words: Sequence[Word]) -> bool:
    """Whether the word before, in reading order, stands on the same row."""
    if not index or words[index - 1].page != words[index].page:
        return False
    before, here = words[index - 1].box, words[index].box
    return before.y0 < (here.y0 + here.y1) / 2 < before.y1


def _is_in(one: Scored, section: Collection[int]) -> bool:
    return bool(one.words) and all(word in section for word in one.words)


def _is_part(one: Scored, names: Sequence[str]) -> bool:
    """Whether the candidate is one of ``names``, a part of it, or holds it."""
    value = content(one.value)
    return any(value in name or name in value for name in names)
