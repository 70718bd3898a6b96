"""How totals depend on one another: the arithmetic of EN 16931, as pure functions on decimals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

CENT = Decimal("0.01")
# Of one sum: every line and every rate of VAT may have been rounded by itself.
TOLERANCE = Decimal("0.02")
# Rounding of cash totals goes to the whole krone or the nearest 5 cents.
MOST_ROUNDING = Decimal("1.00")
_MOST_ROUNDED = Decimal("0.02")  # of a total that was rounded to the whole unit
# The highest VAT rate in Europe is 27 % (Hungary).
MOST_RATE = Decimal("0.28")

TOTAL_FIELDS = (
    "total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "subtotal", "rounding", "previous_balance",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Consistency:
    """Which rules an assignment of totals keeps, and which it breaks.

    Args:
        held: Names of the rules that hold.
        broken: Names of those that fail.
    """

    held: tuple[str, ...]
    broken: tuple[str, ...]


@lru_cache(maxsize=1024)  # a value takes part in many combinations
def decimal_of(value: str) -> Decimal | None:
    """The number that ``value`` is; None where it is none, or not finite."""
    try:
        amount = Decimal(value)
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


def adds_up(excl: Decimal, vat: Decimal, incl: Decimal, tolerance: Decimal = TOLERANCE) -> bool:
    """BR-CO-15: the total with VAT is the total without it plus the VAT."""
    return abs(excl + vat - incl) <= tolerance


def may_be_rounded(exact: Decimal, total: Decimal) -> bool:
    """Whether ``total`` can be ``exact`` to the whole unit, as cash totals are where small coins are gone.

    There a unit buys little: sums of a few units are printed to the cent.
    """
    small = abs(exact - total) <= min(Decimal("0.5"), abs(total) * _MOST_ROUNDED)
    return small and total == total.to_integral_value()


def is_due(
    due: Decimal, incl: Decimal, prepaid: Decimal = Decimal(0), rounding: Decimal = Decimal(0)
) -> bool:
    """BR-CO-16: the amount due is the total with VAT, less what was paid before, plus the rounding.

    What earlier bills left to pay is a payment below zero.
    """
    return abs(incl - prepaid + rounding - due) <= CENT


def is_share(vat: Decimal, excl: Decimal) -> bool:
    """Whether ``vat`` can be the VAT on ``excl``: of its sign, and no more than the highest rate there is."""
    if vat == 0:
        return True
    return (vat > 0) == (excl > 0) and abs(vat) <= abs(excl) * MOST_RATE + CENT


def is_rate(vat: Decimal, excl: Decimal, percent: Decimal, tolerance: Decimal = TOLERANCE) -> bool:
    """BR-CO-17: the VAT is its base times the rate, rounded to the cent."""
    return abs(excl * percent / 100 - vat) <= tolerance


def consistency(
    totals: Mapping[str, Decimal], prepaid: Decimal = Decimal(0), rates: Sequence[Decimal] = ()
) -> Consistency:
    """Which rules ``totals`` keep: BR-CO-13, 15, 16, 17 of EN 16931, as far as its values reach.

    Args:
        totals: Values by field, of ``TOTAL_FIELDS``; what is unknown is left out.
        prepaid: What was paid before, BT-113.
        rates: VAT rates that the document prints, in percent.
    """
    judged = judged_rules(totals, (prepaid,), rates)
    held = tuple(rule for rule, holds in judged if holds)
    return Consistency(held, tuple(rule for rule, holds in judged if not holds))


def judged_rules(
    totals: Mapping[str, Decimal], payments: Sequence[Decimal] = (), rates: Sequence[Decimal] = ()
) -> list[tuple[str, bool]]:
    """Each rule that the totals reach, and whether it holds.

    Args:
        totals: Values by field.
        payments: What may have been paid before, each by itself.
        rates: VAT rates that the document prints, in percent.
    """
    excl, vat, incl = (totals.get(name) for name in ("total_excl_vat", "total_vat", "total_incl_vat"))
    due, subtotal, rounding = (totals.get(name) for name in ("amount_due", "subtotal", "rounding"))
    earlier = totals.get("previous_balance", Decimal(0))
    judged: list[tuple[str, bool]] = []
    if excl is not None and vat is not None and incl is not None:
        # Receipts round the total itself; then the rounding stands inside the sum.
        with_rounding = rounding is not None and adds_up(excl, vat, incl - rounding)
        holds = adds_up(excl, vat, incl) or with_rounding
        if holds or rounding is not None or incl == excl or not may_be_rounded(excl + vat, incl):
            judged.append(("incl = excl + vat", holds))
    elif excl is not None and incl is not None:
        judged.append(("excl is at most incl", abs(excl) <= abs(incl) and is_share(incl - excl, excl)))
    base = excl if excl is not None else incl - vat if incl is not None and vat is not None else None
    if vat is not None and base is not None:
        judged.append(("vat is a share of excl", is_share(vat, base)))
        if rates and vat != 0:
            judged.append(("vat = excl * rate", any(is_rate(vat, base, rate) for rate in rates)))
    if due is not None and incl is not None:
        judged.append(
            (
                "due = incl - prepaid + rounding",
                any(
                    is_due(due, incl, prepaid) or is_due(due, incl, prepaid, rounding or Decimal(0))
                    for paid in payments or (Decimal(0),)
                    for prepaid in (paid, paid - earlier)
                ),
            )
        )
        most = MOST_ROUNDING if incl >= 0 else abs(incl)
        judged.append(("due is at most incl", due - incl <= most + max(earlier, Decimal(0))))
    if excl is not None and subtotal is not None:
        judged.append(("excl = subtotal", abs(excl - subtotal) <= CENT))
    if rounding is not None:
        judged.append(("rounding is small", abs(rounding) <= MOST_ROUNDING))
    return judged
