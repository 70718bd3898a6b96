"""Who stands under the heading "Seller" sells: not the market place in the foot, nor the bank."""

from __future__ import annotations

from collections.abc import Collection, MutableMapping, Sequence

from paperformer.extraction.compare import content
from paperformer.extraction.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import is_company, is_person

_NAME, _ADDRESS = "supplier_name", "supplier_address"
_READ = 0.6  # probability from which a rule read the name below the heading
_AFTER_ALL = 0.15  # how often another one sells after all, by judgement
_ELSEWHERE = 0.3  # the same for the address: the seller's may stand in the foot
_IS_ONE = 0.2  # probability from which an address in the section is one


def weigh_sellers(proposed: MutableMapping[str, list[Scored]], section: Collection[int]) -> None:
    """Trust other names less than one that a rule read in a section headed "Seller", and other addresses.

    Args:
        proposed: Candidates by field; those of the supplier's name and address are changed in place.
        section: Indices of the words in such sections; see ``fields.party_words``.
    """
    names, places = proposed.get(_NAME, []), proposed.get(_ADDRESS, [])
    inside = [_is_in(one, section) and one.probability >= _IS_ONE for one in places]
    own = [
        _is_in(one, section)
        and one.source == "rule"
        and one.probability >= _READ
        # "Sold by: 1187 Shafik", "Säljare: Anna Berg" is who stood at the till.
        and (is_company(one.text) or (any(inside) and not is_person(one.text)))
        for one in names
    ]
    if not any(own):
        return
    sellers = [content(one.value) for one, is_own in zip(names, own, strict=True) if is_own]
    against = [not _is_in(one, section) and not _is_part(one, sellers) for one in names]
    proposed[_NAME] = doubted(names, against, _AFTER_ALL, own)
    if any(inside):
        outside = [not _is_in(one, section) for one in places]
        proposed[_ADDRESS] = doubted(places, outside, _ELSEWHERE, inside)


def _is_in(one: Scored, section: Collection[int]) -> bool:
    return bool(one.words) and all(word in section for word in one.words)


def _is_part(one: Scored, names: Sequence[str]) -> bool:
    """Whether the candidate is one of ``names``, a part of it, or holds it."""
    value = content(one.value)
    return any(value in name or name in value for name in names)
