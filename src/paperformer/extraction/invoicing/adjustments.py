"""Allowances and charges of a whole invoice, which explain why a total is not the sum of the lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.extraction.invoicing.lines import Line, cents
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.invoicing.vat import TOLERANCE, Share, SumsFail

_ZERO: Final = Decimal(0)
_OF_BASE: Final = "the printed base of this rate of VAT less its lines"
_OF_ANY: Final = "they cancel out, so no amount depends on their rate of VAT: that of the largest base"
_OF_TAX: Final = "what the printed VAT of this rate leaves for it"
_MOST_WAYS: Final = 1000
_Rated = tuple[Decimal, Decimal, SumRow]  # rate, amount and row of an allowance or charge


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An allowance (negative) or charge of the whole invoice: BT-92 or BT-99.

    Args:
        amount: With its sign.
        rate: The VAT rate that it belongs to.
        label: What the page calls it.
        row: Where the page prints it, if it prints this amount.
        reason: Why it has this amount, if the page does not print it; or this rate, if it does not tell that.
    """

    amount: Decimal
    rate: Decimal
    label: str
    row: SumRow | None = None
    reason: str = ""


def adjustments_of(
    lines: Sequence[Line], rates: Sequence[Decimal], excl: Decimal | None, shares: Sequence[Share],
    rows: Sequence[SumRow], totals: Collection[Decimal], subtotal: Decimal | None,
) -> list[Adjustment]:  # fmt: skip
    """What the page adds to the sum of the lines, or takes off it, for the whole invoice.

    The sum of the lines must be printed itself, so that no line was overlooked, unless fields say of all rows
    that they are a discount or freight; and rows with a label must make the difference. Where lines have
    several rates, the printed bases or taxes tell the rate of each.

    Args:
        lines: Of the invoice.
        rates: The rate of each line.
        excl: The total without VAT.
        shares: The printed VAT by rate.
        rows: What else is printed with a label and an amount.
        totals: Amounts that are totals, and no allowance or charge.
        subtotal: The printed sum of the lines.

    Raises:
        SumsFail: there is a difference that is not explained.
    """
    total = sum((line.total for line in lines), _ZERO)
    parts = parts_between(lines, excl, rows, totals)
    if excl is None or (total == excl and not parts):
        return []
    seen = {subtotal, *(abs(row.amount) for row in rows)}
    complete = total in seen or any(row.page is None for row in rows)  # an XML has all its lines
    if parts is None or not (complete or all(row.added is not None for _, row in parts)):
        raise SumsFail(
            f"the purchase lines add up to {print_amount(total)}, "
            f"but total_excl_vat (BT-109) is {print_amount(excl)}"
        )
    if len(set(rates)) == 1:
        return [Adjustment(amount, rates[0], row.label, row) for amount, row in parts]
    of_rates = bases_of(lines, rates, ())
    adjustments = _by_base(of_rates, excl - total, parts, shares) or _by_tax(of_rates, parts, shares)
    if adjustments is None and total == excl:
        return []
    if adjustments is None:
        label = parts[0][1].label
        raise SumsFail(f"{label} {print_amount(excl - total)}: the page does not say at which rate of VAT")
    return adjustments


def parts_between(
    lines: Sequence[Line], excl: Decimal | None, rows: Sequence[SumRow], totals: Collection[Decimal]
) -> list[tuple[Decimal, SumRow]] | None:
    """The rows that lead from the lines to the total without VAT, each with its sign; None where none do."""
    total = sum((line.total for line in lines), _ZERO)
    if excl is None:
        return None
    others = [row for row in rows if abs(row.amount) not in {total, *totals} and row.is_adjustment]
    return _between(total, excl, rows) or (_parts_of(excl - total, others) if total != excl else None)


def _by_base(
    of_rates: Mapping[Decimal, Decimal], difference: Decimal, parts: Sequence[tuple[Decimal, SumRow]],
    shares: Sequence[Share],
) -> list[Adjustment] | None:  # fmt: skip
    """The adjustments of each rate, by the printed bases; None where they do not tell."""
    bases = {
        share.rate: share.base for share in shares if share.row is not None and "base" in share.row.cells
    }
    left = {rate: bases[rate] - base for rate, base in of_rates.items() if rate in bases}
    left = {rate: amount for rate, amount in left.items() if amount}
    if bases.keys() != of_rates.keys() or sum(left.values(), _ZERO) != difference:
        return None
    if not left:
        main = max(of_rates, key=lambda rate: abs(of_rates[rate]))
        return [Adjustment(amount, main, row.label, row, _OF_ANY) for amount, row in parts]
    if len(left) == 1:
        return [Adjustment(amount, rate, row.label, row) for rate in left for amount, row in parts]
    if len(parts) == 1:
        return [Adjustment(amount, rate, parts[0][1].label, reason=_OF_BASE) for rate, amount in left.items()]
    ways = [way for way in _ways(parts, [*of_rates]) if _sums_of(way) == left]
    if len(ways) != 1:
        return None
    return [Adjustment(amount, rate, row.label, row) for rate, amount, row in ways[0]]


def _ways(parts: Sequence[tuple[Decimal, SumRow]], rates: Sequence[Decimal]) -> Iterator[Sequence[_Rated]]:
    """Each way to give every part a rate; none where there are too many."""
    if len(rates) ** len(parts) <= _MOST_WAYS:
        for chosen in product(rates, repeat=len(parts)):
            yield [(rate, amount, row) for rate, (amount, row) in zip(chosen, parts, strict=True)]


def _sums_of(way: Sequence[_Rated]) -> dict[Decimal, Decimal]:
    """What the parts of each rate add up to; rates where that is nothing are left out."""
    sums: dict[Decimal, Decimal] = {}
    for rate, amount, _ in way:
        sums[rate] = sums.get(rate, _ZERO) + amount
    return {rate: amount for rate, amount in sums.items() if amount}


def _by_tax(
    of_rates: Mapping[Decimal, Decimal], parts: Sequence[tuple[Decimal, SumRow]], shares: Sequence[Share]
) -> list[Adjustment] | None:
    """The adjustments of each rate, by the printed taxes: all of one rate, or in parts of the bases.

    None where they do not tell, or leave a choice.
    """
    taxes = {share.rate: share.tax for share in shares if share.row is not None and "tax" in share.row.cells}
    if len(parts) != 1 or taxes.keys() != of_rates.keys():
        return None
    amount, row = parts[0]
    fitting = [
        split for split in _splits(of_rates, amount)
        if all(
            abs(cents((base + split.get(rate, _ZERO)) * rate / 100) - taxes[rate]) <= TOLERANCE
            for rate, base in of_rates.items()
        )
    ]  # fmt: skip
    if len(fitting) != 1:
        return None
    if len(fitting[0]) == 1:
        return [Adjustment(amount, rate, row.label, row) for rate in fitting[0]]
    return [Adjustment(part, rate, row.label, reason=_OF_TAX) for rate, part in fitting[0].items()]


def _splits(of_rates: Mapping[Decimal, Decimal], amount: Decimal) -> Iterator[dict[Decimal, Decimal]]:
    """An amount on one rate alone, or on all in parts of their bases."""
    for rate in of_rates:
        yield {rate: amount}
    total = sum(of_rates.values(), _ZERO)
    if total:
        *most, last = of_rates
        split = {rate: cents(amount * of_rates[rate] / total) for rate in most}
        yield {**split, last: amount - sum(split.values(), _ZERO)}


def _between(total: Decimal, excl: Decimal, rows: Sequence[SumRow]) -> list[tuple[Decimal, SumRow]]:
    """All labelled rows between the sum of the lines and the total without VAT, where they lead to it, each
    with its sign; else nothing. Rows that cancel out lead to it as well."""
    labelled = [row for row in rows if row.label and not row.is_payment]
    ends = [index for index, row in enumerate(labelled) if row.amount == excl]
    starts = [index for index, row in enumerate(labelled) if row.amount == total]
    for start, end in ((start, end) for end in ends for start in reversed(starts) if start < end):
        between = [(_signed(row), row) for row in labelled[start + 1 : end] if row.amount]
        if between and sum((amount for amount, _ in between), _ZERO) == excl - total:
            return between
    return []


def _signed(row: SumRow) -> Decimal:
    """The amount as it counts: below zero for a discount that is printed without a sign."""
    return -abs(row.amount) if row.added is False else row.amount


def _parts_of(difference: Decimal, rows: Sequence[SumRow]) -> list[tuple[Decimal, SumRow]] | None:
    """One row, or else the only two, whose amounts make a difference, with the signs that they have in it."""
    found = {abs(row.amount): row for row in reversed(rows) if row.amount}
    single = found.get(abs(difference))
    if single is not None and single.added in (None, difference > 0):
        return [(difference, single)]
    pairs = [
        [(signed, found[abs(signed)]), (difference - signed, found[abs(difference - signed)])]
        for amount in found
        for signed in (amount, -amount)
        if abs(difference - signed) in found and amount < abs(difference - signed)
        and _may_be(signed, found[amount]) and _may_be(difference - signed, found[abs(difference - signed)])
    ]  # fmt: skip
    return pairs[0] if len(pairs) == 1 else None


def _may_be(amount: Decimal, row: SumRow) -> bool:
    """Whether a row can mean an amount: what is printed as negative is taken off, and so is a discount."""
    if row.added is not None:
        return (amount > 0) == row.added
    return row.amount > 0 or amount < 0


def bases_of(
    lines: Sequence[Line], rates: Sequence[Decimal], adjustments: Sequence[Adjustment]
) -> dict[Decimal, Decimal]:
    """The taxable amount of each rate."""
    bases: dict[Decimal, Decimal] = {}
    for line, rate in zip(lines, rates, strict=True):
        bases[rate] = bases.get(rate, _ZERO) + line.total
    for adjustment in adjustments:
        bases[adjustment.rate] = bases.get(adjustment.rate, _ZERO) + adjustment.amount
    return bases
