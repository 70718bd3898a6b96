"""Documents' and customers' numbers that are a part of something longer: an IBAN, a group."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence

from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_NUMBER, _CUSTOMER, _IBAN = "document_number", "customer_number", "iban"
# "37 4810 2265 9013", "51 204" by thousands, "Q014 7J"
_GROUPS = re.compile(
    r"[A-Z]{0,3}[0-9]{2,6}(?: [0-9]{2,6}){2,7}|[1-9][0-9]{0,2} [0-9]{3}"
    + r"|[A-Z]{1,2}[0-9]{2,6} (?=[A-Z]?[0-9])[0-9A-Z]{2,6}"
)
_CODED = re.compile(r"[A-Z]{2,4} (?:[/-] )?(?=[0-9A-Z])")  # "AR 2025/00463", "INV / 2024 / 17"
_SURE = 0.2  # probability from which a date, or a number at its label, is one
_AFTER_ALL = 0.05  # how often such a part is the number after all, by judgement


def weigh_parts(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust numbers less that are a part of an IBAN; a part gives way to the whole at its label.

    Args:
        proposed: Candidates by field; ``document_number`` and ``customer_number`` are changed in place.
    """
    _weigh_accounts(proposed)
    for field in (_NUMBER, _CUSTOMER):
        found = proposed.get(field, [])
        for whole in [one for one in found if _is_whole(one)]:
            parts = [_is_part(one, whole) for one in found]
            proposed[field] = found = doubted(found, parts, _AFTER_ALL, _are(whole, found))


def _weigh_accounts(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust numbers less that are the beginning of an IBAN: "cuenta del cliente: ES23 2100 ..."."""
    sure = (one for one in proposed.get(_IBAN, ()) if one.checked and one.probability >= _SURE)
    accounts = [frozenset(one.words) for one in sure]
    for field in (_NUMBER, _CUSTOMER):
        found = proposed.get(field, [])
        inside = [bool(one.words) and any(set(one.words) < iban for iban in accounts) for one in found]
        proposed[field] = doubted(found, inside, _AFTER_ALL, [False] * len(found))


def _is_part(one: Scored, whole: Scored) -> bool:
    """Whether ``one`` is words of ``whole``, here or in another place where it is printed."""
    is_within = one.text != whole.text and f" {one.text} " in f" {whole.text} "
    return bool(one.words) and (set(one.words) < set(whole.words) or is_within)


def _is_whole(one: Scored) -> bool:
    is_labelled = one.source == "rule" and one.probability >= _SURE and len(one.words) > 1
    return is_labelled and bool(_GROUPS.fullmatch(one.text) or _CODED.match(one.text))


def _are(one: Scored, found: Sequence[Scored]) -> list[bool]:
    return [other is one for other in found]
