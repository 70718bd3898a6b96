"""What earlier bills left to pay, or left as a credit, in the amount that is due of an invoice.

EN 16931 has no term for it: an invoice states what is due of itself (BR-CO-16: BT-112 less BT-113, rounded
by BT-114). What the buyer still owes is therefore noted (BT-22), with the whole sum that is asked for.
A credit is money that the seller has already: it counts as paid (BT-113).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.draft import Drafting
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.levels import LIKELY
from paperformer.fields.totals import decimal_of

NOTED: Final = "EN 16931 has no term for what earlier bills left to pay, it is noted (BT-22)"
_FIELD: Final = "previous_balance"
_LABEL: Final = "Previous balance"
_LABEL_OF_DUE: Final = "Amount due with the previous balance"


def earlier_balance(drafting: Drafting) -> SumRow | None:
    """The row of what earlier bills left, with its label where that is known.

    None where the page prints none, or none that is likelier right than wrong, and on credit notes, whose
    amount due is the seller's to pay. Whether the amount due holds it is for ``due_of`` to say, to the cent.
    """
    candidate, kind = drafting.candidate(_FIELD), drafting.candidate("document_type")
    amount = None if candidate is None else decimal_of(candidate.value)
    if candidate is None or not amount or candidate.confidence < LIKELY:
        return None
    if kind is not None and kind.value == "credit_note":
        return None
    for row in drafting.answer.sum_rows:
        if row.label and row.page == candidate.page and row.amount == amount:
            return row
    box = candidate.box
    place = None if box is None else (box.x0, box.y0, box.x1, box.y1)
    return SumRow(_LABEL, amount, candidate.page, place)


def paid_of_it(
    balance: SumRow, total: Decimal, payments: Sequence[SumRow], rows: Sequence[SumRow]
) -> list[SumRow]:
    """The payments that settle earlier bills: below the balance, and above the invoice's own total."""
    totals = [_place(row) for row in rows if abs(row.amount) == abs(total)]
    end = max(totals, default=(0, 0.0))
    return [row for row in payments if row.is_payment and _place(balance) < _place(row) < end]


def row_of_due(due: Decimal, rows: Sequence[SumRow]) -> SumRow:
    """The row that prints the whole sum that is asked for."""
    printed = [row for row in rows if row.label and abs(row.amount) == abs(due)]
    return printed[-1] if printed else SumRow(_LABEL_OF_DUE, due, None, None)


def _place(row: SumRow) -> tuple[int, float]:
    """Page and upper edge."""
    return (row.page or 0, row.box[1] if row.box is not None else 0.0)
