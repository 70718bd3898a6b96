"""Numbers that are part of an address: the postcode right of "Invoice number" is not the invoice's."""

from __future__ import annotations

from collections.abc import MutableMapping

from paperformer.extraction.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import PARTIES

_NUMBER = "document_number"
_LIKELY = 0.15  # probability of an address from which its words are its own
_REMAINS = 0.3  # probability from which another number may be the answer
_AFTER_ALL = 0.1  # how often a number in an address is the document's after all, by judgement


def weigh_numbers_in_addresses(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust a document's number less that stands in an address, where another remains; that one inherits.

    Args:
        proposed: Candidates by field; changed in place.
    """
    claims = [
        frozenset(one.words)
        for party in PARTIES
        for one in proposed.get(f"{party}_address", ())
        if one.probability >= _LIKELY
    ]
    found = proposed.get(_NUMBER, [])
    inside = [bool(one.words) and any(claim.issuperset(one.words) for claim in claims) for one in found]
    values = {one.value for one, is_inside in zip(found, inside, strict=True) if is_inside}
    heirs = [one.value not in values and one.probability >= _REMAINS for one in found]
    if any(inside) and any(heirs):
        proposed[_NUMBER] = doubted(found, inside, _AFTER_ALL, heirs)
