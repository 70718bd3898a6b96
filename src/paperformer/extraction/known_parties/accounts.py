"""Whether a known supplier asks to be paid on another account than before, as forged invoices do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.extraction.compare import content
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.levels import LIKELY
from paperformer.extraction.result import Candidate


def other_accounts(fields: Mapping[str, Sequence[Candidate]], parties: Sequence[KnownParty]) -> list[str]:
    """A warning where the supplier is known, with accounts, and the IBAN is none of them.

    Args:
        fields: The answer.
        parties: Who is known.
    """
    supplier, iban = (_likely(fields, name) for name in ("supplier_name", "iban"))
    if supplier is None or iban is None or supplier.source != "known":
        return []
    named = content(supplier.value)
    accounts = {
        content(account)
        for party in parties
        if party.role == "supplier" and content(party.name) == named
        for account in party.ibans
    }
    if not accounts or content(iban.value) in accounts:
        return []
    return [f"iban {iban.value}: none of the accounts known of {supplier.value}; ask there before you pay"]


def _likely(fields: Mapping[str, Sequence[Candidate]], name: str) -> Candidate | None:
    return next((candidate for candidate in fields.get(name, ())[:1] if candidate.confidence >= LIKELY), None)
