"""Numbers that are part of an address: the postcode right of "Invoice number" is not the invoice's."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import PARTIES
from paperformer.fields.postcodes import has_postcode

_NUMBER = "document_number"
_PHONE = "supplier_phone"
_OTHER_NUMBERS = (_PHONE, "bank_account_number")
_SURE = 0.3  # probability of an address in which none of these begins
_LIKELY = 0.15  # probability of an address from which its words are its own
_REMAINS = 0.3  # probability from which another number may be the answer
_AFTER_ALL = 0.1  # how often a number in an address is the document's after all, by judgement


def weigh_numbers_in_addresses(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust a document's number less that stands in an address, where another remains; that one inherits.

    Nor does a telephone or an account begin with the postcode.

    Args:
        proposed: Candidates by field; changed in place.
    """
    claims = _claims(proposed, _LIKELY)
    for field in _OTHER_NUMBERS:
        if field in proposed:
            coded = _claims(proposed, _SURE, coded=True)
            proposed[field] = [_weighed(one, coded) for one in proposed[field]]
    found = proposed.get(_NUMBER, [])
    inside = [bool(one.words) and any(claim.issuperset(one.words) for claim in claims) for one in found]
    values = {one.value for one, is_inside in zip(found, inside, strict=True) if is_inside}
    heirs = [one.value not in values and one.probability >= _REMAINS for one in found]
    if any(inside) and any(heirs):
        proposed[_NUMBER] = doubted(found, inside, _AFTER_ALL, heirs)


def _claims(
    proposed: Mapping[str, Sequence[Scored]], least: float, *, coded: bool = False
) -> list[frozenset[int]]:
    """The words of each address of at least that probability, and with a postcode where ``coded``."""
    likely = (
        one for party in PARTIES for one in proposed.get(f"{party}_address", ()) if one.probability >= least
    )
    return [frozenset(one.words) for one in likely if not coded or has_postcode(one.text)]


def _weighed(one: Scored, claims: Sequence[frozenset[int]]) -> Scored:
    """``one``, less probable where it begins within an address; a telephone may be printed in all of one."""
    starts = [claim for claim in claims if one.words and {one.words[0] - 1, one.words[0]} <= claim]
    begins = any(one.field != _PHONE or not claim.issuperset(one.words) for claim in starts)
    return one._replace(probability=one.probability * _AFTER_ALL) if begins else one
