"""The totals of a document agree (the arithmetic of EN 16931), and its currency is that of its amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from paperformer.extraction.relations.relation import Choice, Facts, Relation, Seen, whether
from paperformer.fields.totals import decimal_of, judged_rules

# Rules of ``fields.totals`` as relations.
_RELATION_OF = {
    "incl = excl + vat": "total_is_net_plus_tax",
    "due = incl - prepaid + rounding": "due_follows",
    "vat is a share of excl": "tax_is_possible",
    "excl is at most incl": "net_is_at_most_total",
}
SAYS = {
    "total_is_net_plus_tax": "the total is the net amount plus the tax (BR-CO-15)",
    "due_follows": "the amount due is the total less payments, plus rounding and earlier debts (BR-CO-16)",
    "tax_is_possible": "the tax is no more of the net amount than the highest rate there is",
    "net_is_at_most_total": "the net amount is no more than the total",
    "currency_of_document": "the currency is the one that the document as a whole shows",
}


def _totals(*fields: str, less_payments: bool = False) -> Relation:
    def observe(chosen: Sequence[Choice], facts: Facts) -> Iterator[Seen]:
        known: dict[str, Decimal] = {}
        for name, candidate in zip(fields, chosen, strict=True):
            amount = None if candidate is None else decimal_of(candidate.value)
            if amount is not None:
                known[name] = amount
        if len(known) > 1:
            payments = facts.payments if less_payments else ()
            for rule, holds in judged_rules(known, payments):
                if rule in _RELATION_OF:
                    yield from whether(_RELATION_OF[rule], holds)

    return Relation(fields, observe)


def _currency_of_document(chosen: Sequence[Choice], facts: Facts) -> Sequence[Seen]:
    (currency,), shown = chosen, facts.context.currency
    if currency is None or shown is None:
        return ()
    return whether("currency_of_document", currency.value == shown)


CURRENCY = (Relation(("currency",), _currency_of_document),)
AMOUNTS = (
    _totals("total_excl_vat", "total_vat", "total_incl_vat"),
    _totals("total_incl_vat", "amount_due", "rounding", less_payments=True),
)
