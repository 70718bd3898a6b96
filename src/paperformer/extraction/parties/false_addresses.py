"""What stands where an address could and is none: "Herrn" above a name, "FN 61044 d" of a register."""

from __future__ import annotations

import re
from collections.abc import MutableMapping

from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.parties.salutations import is_form_of_address
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import PARTIES
from paperformer.fields.postcodes import has_postcode

_AFTER_ALL = 0.05  # how often it is the address after all, by judgement
# Registers of companies, by what stands before their number.
_REGISTER = re.compile(
    r"(?:FN [0-9]{4,6} ?[a-z]|HR ?[AB] ?[0-9]{2,6}|RCS [^\W\d_]+ [0-9 ]{9,11}"
    r"|(?:KRS|KVK):? ?[0-9]{8,10}|A[BC]N:? ?[0-9]{2,3} ?[0-9]{3} ?[0-9]{3}(?: ?[0-9]{3})?)\b"
)


def weigh_false_addresses(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust candidates for an address less that are a form of address or a register's number.

    Args:
        proposed: Candidates by field; those of addresses are changed in place.
    """
    for party in PARTIES:
        found = proposed.get(f"{party}_address", [])
        against = [_is_none(one.text) for one in found]
        if any(against):
            heirs = [has_postcode(one.text) and not bad for one, bad in zip(found, against, strict=True)]
            proposed[f"{party}_address"] = doubted(found, against, _AFTER_ALL, heirs)


def _is_none(text: str) -> bool:
    register = _REGISTER.match(text)
    return is_form_of_address(text) or (register is not None and not has_postcode(text[register.end() :]))
