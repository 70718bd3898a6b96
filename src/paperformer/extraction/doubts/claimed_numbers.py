"""Numbers whose label says that they are another's: of a company, a tax payer, a telephone."""

from __future__ import annotations

import re
from collections.abc import MutableMapping

from paperformer.extraction.compare import content
from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_NUMBERS = ("document_number", "customer_number", "order_number", "receiver_order_number", "contract_number")
_OTHERS = (
    "supplier_organisation_number",
    "supplier_vat_number",
    "receiver_vat_number",
    "supplier_phone",
    "iban",
    "bank_account_number",
)
_SURE = 0.5  # probability from which what stands at such a label is that number
_REMAINS = 0.2  # probability from which another number may be the answer in its place
_CERTAIN = 0.9  # the same of what looks like a telephone of North America, and the model takes for one
_TELEPHONE = re.compile(r"(?:\+?1[ .-])?(?:\([0-9]{3}\) ?|[0-9]{3}[.-])[0-9]{3}[.-][0-9]{4}")
_AFTER_ALL = 0.1  # how often it is the document's own number after all, by judgement


def weigh_claimed(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust the model's numbers less that are telephones, or that a rule reads at the label of another.

    Only where a label of their own gives another candidate: the number of a company may be its customer's
    number too, where nothing else is.

    Args:
        proposed: Candidates by field; those of the document's numbers are changed in place.
    """
    claimed = {
        one.words
        for field in _OTHERS
        for one in proposed.get(field, ())
        if one.source == "rule" and one.probability >= _SURE
    }
    telephones = {
        content(one.text)
        for one in proposed.get("supplier_phone", ())
        if one.probability >= _CERTAIN and _TELEPHONE.fullmatch(one.text)
    }
    for field in _NUMBERS:
        found = proposed.get(field, [])
        labelled = {one.words for one in found if one.source == "rule"}
        heirs = [one.source == "rule" and one.words not in claimed for one in found]
        if any(is_heir and one.probability >= _REMAINS for is_heir, one in zip(heirs, found, strict=True)):
            against = [
                one.words not in labelled and (one.words in claimed or content(one.text) in telephones)
                for one in found
            ]
            proposed[field] = doubted(found, against, _AFTER_ALL, heirs)
