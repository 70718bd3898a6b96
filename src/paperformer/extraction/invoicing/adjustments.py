"""Allowances and charges of a whole invoice, which explain why a total is not the sum of the lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.draft import printed
from paperformer.extraction.invoicing.lines import Line
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.invoicing.vat import Share, SumsFail

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An allowance (negative) or charge of the whole invoice: BT-92 or BT-99.

    Args:
        amount: With its sign.
        rate: The VAT rate that it belongs to.
        label: What the page calls it.
        row: Where the page prints it, if it prints this amount.
    """

    amount: Decimal
    rate: Decimal
    label: str
    row: SumRow | None = None


def adjustments_of(
    lines: Sequence[Line], rates: Sequence[Decimal], excl: Decimal | None, shares: Sequence[Share],
    rows: Sequence[SumRow], subtotal: Decimal | None,
) -> list[Adjustment]:  # fmt: skip
    """What the page adds to the sum of the lines, or takes off it, for the whole invoice.

    The sum of the lines must be printed itself, so that no line was overlooked, and rows with a label must
    make the difference. Where lines have several rates, the printed bases tell the rate of each.

    Raises:
        SumsFail: there is a difference that is not explained.
    """
    total = sum((line.total for line in lines), _ZERO)
    if excl is None or total == excl:
        return []
    parts = _parts_of(excl - total, rows) if total in {subtotal, *(abs(row.amount) for row in rows)} else None
    if parts is None:
        raise SumsFail(
            f"the purchase lines add up to {printed(total)}, but total_excl_vat (BT-109) is {printed(excl)}"
        )
    if len(set(rates)) == 1:
        return [Adjustment(amount, rates[0], row.label, row) for amount, row in parts]
    of_rates = bases_of(lines, rates, ())
    bases = {
        share.rate: share.base for share in shares if share.row is not None and "base" in share.row.cells
    }
    left = {rate: bases[rate] - base for rate, base in of_rates.items() if rate in bases}
    left = {rate: amount for rate, amount in left.items() if amount}
    if bases.keys() == of_rates.keys() and sum(left.values(), _ZERO) == excl - total:
        if len(left) == 1:
            return [Adjustment(amount, rate, row.label, row) for rate in left for amount, row in parts]
        if len(parts) == 1:
            return [Adjustment(amount, rate, parts[0][1].label) for rate, amount in left.items()]
    raise SumsFail(f"{parts[0][1].label} {printed(excl - total)}: the page does not say at which rate of VAT")


def _parts_of(difference: Decimal, rows: Sequence[SumRow]) -> list[tuple[Decimal, SumRow]] | None:
    """One row, or else the only two, whose amounts make a difference, with the signs that they have in it."""
    found = {abs(row.amount): row for row in reversed(rows) if row.amount}
    single = found.get(abs(difference))
    if single is not None:
        return [(difference, single)]
    pairs = [
        [(one, found[abs(one)]), (difference - one, found[abs(difference - one)])]
        for amount in found
        for one in (amount, -amount)
        if abs(difference - one) in found and amount < abs(difference - one)
        and _may_be(one, found[amount]) and _may_be(difference - one, found[abs(difference - one)])
    ]  # fmt: skip
    return pairs[0] if len(pairs) == 1 else None


def _may_be(amount: Decimal, row: SumRow) -> bool:
    """Whether a row can mean an amount: what is printed as negative is taken off."""
    return row.amount > 0 or amount < 0


def bases_of(
    lines: Sequence[Line], rates: Sequence[Decimal], adjustments: Sequence[Adjustment]
) -> dict[Decimal, Decimal]:
    """The taxable amount of each rate."""
    bases: dict[Decimal, Decimal] = {}
    for line, rate in zip(lines, rates, strict=True):
        bases[rate] = bases.get(rate, _ZERO) + line.total
    for one in adjustments:
        bases[one.rate] += one.amount
    return bases
