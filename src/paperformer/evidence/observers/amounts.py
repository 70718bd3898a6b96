"""Sums: their size, and how they add up with the others that are printed."""

from __future__ import annotations

from decimal import Decimal

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence
from paperformer.fields.totals import decimal_of

_AMOUNT = ("amount",)
_CENT = Decimal("0.02")


@evidence(
    "no larger amount is printed",
    types=_AMOUNT,
    fires=on("Net 10.00", "Total 12.00").at("total_incl_vat", "12.00"),
    abstains=on("Net 10.00", "Total 12.00").at("total_incl_vat", "10.00"),
)
def largest(candidate: Candidate, page: ObservedPage) -> float | None:
    amount = decimal_of(candidate.value)
    return 1.0 if amount and page.view.amounts and amount >= page.largest else None


@evidence(
    "the field has a larger candidate",
    types=_AMOUNT,
    fires=on("10.00", "12.00").at("total_incl_vat", "10.00", others={"total_incl_vat": "12.00"}),
    abstains=on("10.00", "12.00").at("total_incl_vat", "12.00", others={"total_incl_vat": "10.00"}),
)
def larger_candidate(candidate: Candidate, page: ObservedPage) -> float | None:
    amount = decimal_of(candidate.value)
    others = (
        decimal_of(rival.value) for rival in page.candidates.get(candidate.field, ()) if rival.trust > 0.1
    )
    return (
        1.0 if amount is not None and any(rival is not None and rival > amount for rival in others) else None
    )


@evidence(
    "it is the sum of two other printed amounts",
    types=_AMOUNT,
    fires=on("10.00", "2.00", "12.00").at("total_incl_vat", "12.00"),
    abstains=on("10.00", "2.00", "13.00").at("total_incl_vat", "13.00"),
)
def sum_of_two(candidate: Candidate, page: ObservedPage) -> float | None:
    amount = decimal_of(candidate.value)
    return 1.0 if amount and amount in page.sums_of_two else None


@evidence(
    "net and tax add up to the gross amount",
    types=_AMOUNT,
    standard=True,
    fires=on("10.00", "2.00", "12.00").at(
        "total_incl_vat", "12.00", others={"total_excl_vat": "10.00", "total_vat": "2.00"}
    ),
    abstains=on("12.00").at("total_incl_vat", "12.00"),
)
def totals_add_up(candidate: Candidate, page: ObservedPage) -> float | None:
    known = {name: decimal_of(best.value) for name in _TOTALS if (best := page.best(name))}
    amount = decimal_of(candidate.value)
    if candidate.field not in _TOTALS or amount is None:
        return None
    known[candidate.field] = amount
    net, tax, gross = (known.get(name) for name in _TOTALS)
    if net is None or tax is None or gross is None:
        return None
    return 1.0 if abs(net + tax - gross) <= _CENT else -1.0


_TOTALS = ("total_excl_vat", "total_vat", "total_incl_vat")


_AFTER_PAYMENT = ("total_incl_vat", "amount_due")


@evidence("it is what a payment or deduction leaves of another amount", fields=_AFTER_PAYMENT)
def left_after_payment(candidate: Candidate, page: ObservedPage) -> float | None:
    return _differs_by_deduction(candidate, page, 1)


@evidence("a payment or deduction leaves another printed amount of it", fields=_AFTER_PAYMENT)
def paid_from(candidate: Candidate, page: ObservedPage) -> float | None:
    return _differs_by_deduction(candidate, page, -1)


def _differs_by_deduction(candidate: Candidate, page: ObservedPage, sign: int) -> float | None:
    amount = decimal_of(candidate.value)
    if amount is None:
        return None
    parts = (sign * part if amount >= 0 else -sign * part for part in page.deductions)
    return 1.0 if any(amount + part in page.view.amounts for part in parts) else None
