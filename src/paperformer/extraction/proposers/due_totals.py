"""The amount due as the total with tax, where net and tax make it and nothing else is called a total.

"Net 100.00, VAT 20.00, to be debited 120.00": nothing was paid before, so the two are one (BR-CO-15 and
BR-CO-16 of EN 16931).
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from paperformer.fields.scored import Candidates, Scored

_LEAST = 0.3  # probability of a candidate that is added up
_DUE, _NET, _TAX, _TOTAL = "amount_due", "total_excl_vat", "total_vat", "total_incl_vat"


def due_totals(proposed: Candidates) -> Iterator[Scored]:
    """The amounts due that are a net amount and its tax, and no candidate of the total with tax.

    Args:
        proposed: The candidates so far.
    """
    known = {Decimal(candidate.value) for candidate in proposed.get(_TOTAL, ())}
    due, nets, taxes = (_likely(proposed, name) for name in (_DUE, _NET, _TAX))
    for value, candidate in due.items():
        if value in known:
            continue
        parts = [
            net.probability * taxes[value - amount].probability
            for amount, net in nets.items()
            if value - amount in taxes and amount and value != amount
        ]
        if parts:
            yield candidate._replace(
                field=_TOTAL, probability=candidate.probability * max(parts), source="rule", rule="implied"
            )


def _likely(proposed: Candidates, field: str) -> dict[Decimal, Scored]:
    """The candidates of a field that are not unlikely, by amount, of equal ones the likeliest."""
    found = (candidate for candidate in proposed.get(field, ()) if candidate.probability >= _LEAST)
    return {
        Decimal(candidate.value): candidate
        for candidate in sorted(found, key=lambda candidate: candidate.probability)
    }
