"""What is due of an invoice: its total less what was paid or is withheld, and rounded.

The printed amount due may hold what earlier bills left (``earlier_bills``), which is no part of the invoice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from typing import Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.extraction.invoicing.earlier_bills import NOTED, paid_of_it, row_of_due
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.invoicing.vat import SumsFail

_ZERO: Final = Decimal(0)
_MOST_ROWS: Final = 3  # that explain together why less is due
_WITHHELD: Final = "EN 16931 has no term for a withheld tax, it counts as paid"


@dataclass(frozen=True, slots=True)
class Noted:
    """A printed row that EN 16931 has no amount for: it becomes a note (BT-22).

    Args:
        row: With its label.
        amount: As the note says it.
        reason: What it is.
    """

    row: SumRow
    amount: Decimal
    reason: str


@dataclass(frozen=True, slots=True)
class Due:
    """Why another amount is due than the total.

    Args:
        paid: BT-113, what was paid before and what is withheld.
        rounding: BT-114.
        reasons: By term, where the page does not print it as it is.
        notes: Withheld taxes, and what earlier bills left to pay.
    """

    paid: Decimal = _ZERO
    rounding: Decimal = _ZERO
    reasons: tuple[tuple[str, str], ...] = ()
    notes: tuple[Noted, ...] = ()


def due_of(
    incl: Decimal, due: Decimal | None, rounding: Decimal | None, rows: Sequence[SumRow],
    earlier: SumRow | None = None,
) -> Due:  # fmt: skip
    """What was paid before or is withheld, and what rounding adds, so that the amount due is as printed.

    Args:
        incl: The total with VAT.
        due: The printed amount due.
        rounding: The printed rounding.
        rows: What else is printed with a label and an amount, or stated by an XML.
        earlier: What earlier bills left to pay, below zero where they left a credit.

    Raises:
        SumsFail: the page does not say why another amount is due.
    """
    if due is None:
        return _undeclared(rounding or _ZERO, rows)
    if due == incl:
        return Due()
    for added in dict.fromkeys((_ZERO, rounding or _ZERO)):
        if incl + added == due:
            return Due(rounding=added)
        taken = _taken(incl + added - due, rows)
        if taken is not None:
            return _less(taken, added)
    with_earlier = None if earlier is None else _with_earlier(incl, due, rounding or _ZERO, rows, earlier)
    if with_earlier is not None:
        return with_earlier
    if due == 0:
        return Due(paid=incl, reasons=(("BT-113", "nothing is due any more: the total was paid"),))
    difference = due - incl
    if abs(difference) < Decimal("0.5") and due == due.to_integral_value():
        reason = "the amount due is the total with VAT, rounded to the whole unit"
        return Due(rounding=difference, reasons=(("BT-114", reason),))
    raise SumsFail(
        f"amount_due (BT-115) is {print_amount(due)}, "
        f"not total_incl_vat {print_amount(incl)}: why is not known"
    )


def _undeclared(rounding: Decimal, rows: Sequence[SumRow]) -> Due:
    """What is due where no amount is said to be: the total, less what an XML says is withheld."""
    withheld = [row for row in rows if row.is_withheld and row.page is None]
    found = _less(withheld, rounding)
    reason = "the total with VAT" + (", rounded" if rounding else "") + (
        ", less what is withheld" if withheld else "")  # fmt: skip
    return Due(found.paid, found.rounding, (*found.reasons, ("BT-115", reason)), found.notes)


def _with_earlier(
    incl: Decimal, due: Decimal, rounding: Decimal, rows: Sequence[SumRow], earlier: SumRow
) -> Due | None:
    """What is due of the invoice where the printed amount holds what earlier bills left.

    A balance that is taken off is a credit, whether it is printed with a sign or not. None where both do not
    make the printed amount.
    """
    others = [row for row in rows if row is not earlier]
    for balance in dict.fromkeys((earlier.amount, -abs(earlier.amount))):
        for added in dict.fromkeys((_ZERO, rounding)):
            off = incl + added + balance - due
            taken = _taken(off, others) if off else []
            if taken is None:
                continue
            settled = paid_of_it(earlier, incl, taken, rows)
            left = balance - sum((abs(row.amount) for row in settled), _ZERO)
            own = _less([row for row in taken if row not in settled], added)
            if left > 0:
                return _noted(own, earlier, settled, row_of_due(due, others))
            return _credited(own, -left, [Noted(earlier, balance, ""), *_settling(settled)])
    return None


def _noted(own: Due, earlier: SumRow, settled: Sequence[SumRow], whole: SumRow) -> Due:
    """What earlier bills left to pay, and the whole sum that is asked for, as notes."""
    reason = f"the total with VAT, less what was paid; {NOTED}"
    notes = (Noted(earlier, earlier.amount, "what earlier bills left to pay"), *_settling(settled),
             Noted(whole, whole.amount, "what is due with the earlier bills"))  # fmt: skip
    return replace(own, reasons=(*own.reasons, ("BT-115", reason)), notes=(*own.notes, *notes))


def _settling(rows: Sequence[SumRow]) -> list[Noted]:
    return [Noted(row, -abs(row.amount), "a payment of earlier bills") for row in rows]


def _credited(own: Due, credit: Decimal, rows: Sequence[Noted]) -> Due:
    """What earlier bills left as a credit, as paid."""
    if not credit:
        return own
    reasons = [reason for _, reason in own.reasons]
    reasons.append(", ".join(f"{row.row.label}: {print_amount(row.amount)}" for row in rows))
    return replace(own, paid=own.paid + credit, reasons=(("BT-113", "; ".join(reasons)),))


def _taken(amount: Decimal, rows: Sequence[SumRow]) -> list[SumRow] | None:
    """The rows of payments and withheld taxes that make an amount; None where none do."""
    known = [row for row in rows if (row.is_payment or row.is_withheld) and row.amount]
    for found in _combinations(known):
        if sum((abs(row.amount) for row in found), _ZERO) == amount:
            return list(found)
    return None


def _combinations(rows: Sequence[SumRow]) -> Iterator[tuple[SumRow, ...]]:
    for size in range(1, _MOST_ROWS + 1):
        yield from combinations(rows, size)


def _less(rows: Sequence[SumRow], rounding: Decimal) -> Due:
    """What rows take off the total."""
    if not rows:
        return Due(rounding=rounding)
    reason = ", ".join(f"{row.label}: {print_amount(abs(row.amount))}" for row in rows)
    withheld = tuple(Noted(row, abs(row.amount), "withheld tax") for row in rows if row.is_withheld)
    return Due(
        paid=sum((abs(row.amount) for row in rows), _ZERO),
        rounding=rounding,
        reasons=(("BT-113", f"{reason}; {_WITHHELD}" if withheld else reason),),
        notes=withheld,
    )
