"""The sums of an invoice: lines, VAT by rate and totals, each compared with the others.

Every sum must hold to the cent, as BR-CO-10 to BR-CO-16 ask. Where the lines add up to a printed total, VAT
adds up too and a total is sure, the sums confirm amounts that are less sure by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.draft import Drafting, decimal_of, printed
from paperformer.extraction.invoicing.lines import CENT, Line, cents, turned, without_vat
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.result import Row

CONFIRMED: Final = "confirmed by the sums"
_ZERO: Final = Decimal(0)
_TOLERANCE: Final = Decimal("0.02")  # of a tax: each rate may have been rounded by itself
_HALF_PERCENT: Final = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Share:
    """The VAT of one rate: BT-119, BT-116 and BT-117, and the row that prints it."""

    rate: Decimal
    base: Decimal
    tax: Decimal
    row: Row | None = None
    number: int = 0


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


@dataclass(frozen=True, slots=True)
class Sums:
    """All amounts of an invoice.

    Args:
        lines: With the rate of each.
        rates: The rate of each line.
        shares: The VAT by rate.
        adjustments: Allowances and charges of the whole invoice.
        totals: BT-106 to BT-110, BT-112 and BT-115, BT-113 and BT-114 where there are some.
        derived: Why a total has its value, where the page does not print it.
        confirmed: Whether the sums confirm one another.
    """

    lines: tuple[Line, ...]
    rates: tuple[Decimal, ...]
    shares: tuple[Share, ...]
    adjustments: tuple[Adjustment, ...]
    totals: Mapping[str, Decimal]
    derived: Mapping[str, str]
    confirmed: bool


class SumsFail(Exception):  # noqa: N818 -- caught where the sums are drafted
    """Which sum fails, in one line."""


@dataclass(slots=True)
class _Totals:
    """The printed totals, completed by one another."""

    excl: Decimal | None
    vat: Decimal | None
    incl: Decimal | None
    due: Decimal | None
    rounding: Decimal | None
    subtotal: Decimal | None
    derived: dict[str, str] = field(default_factory=dict)

    def complete(self) -> None:
        """Fill in the one of three that is missing."""
        if self.excl is None and self.incl is not None and self.vat is not None:
            self.excl = self.incl - self.vat
            self.derived["BT-109"] = "the total with VAT less the VAT"
        elif self.vat is None and self.incl is not None and self.excl is not None:
            self.vat = self.incl - self.excl
            self.derived["BT-110"] = "the total with VAT less the total without"
        elif self.incl is None and self.excl is not None and self.vat is not None:
            self.incl = self.excl + self.vat
            self.derived["BT-112"] = "the total without VAT and the VAT"


def draft_sums(drafting: Drafting, lines: Sequence[Line]) -> Sums:
    """The sums of an invoice with these lines.

    Raises:
        SumsFail: a sum fails, or what it needs is missing.
    """
    kind = drafting.candidate("document_type")
    read = _Totals(*(drafting.amount(name) for name in (
        "total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "rounding", "subtotal")))  # fmt: skip
    if kind is not None and kind.value == "credit_note" and (read.incl or read.excl or _ZERO) < 0:
        read = _turned(read)
        lines = [turned(line) for line in lines]
    read.complete()
    shares = printed_shares(drafting.answer.rows.get("vat_distribution", ()))
    rates = line_rates(lines, shares, read.excl, read.vat)
    lines = _net_lines(lines, rates, read)
    adjustments = adjustments_of(lines, rates, read.excl, shares, drafting.answer.sum_rows, read.subtotal)
    by_rate = _bases(lines, rates, adjustments)
    vat = _shares(by_rate, shares, read.vat)
    if read.vat is None:
        read.vat = sum((share.tax for share in vat), _ZERO)
        read.derived["BT-110"] = "the sum of the VAT by rate"
    if read.excl is None:
        read.excl = sum(by_rate.values(), _ZERO)
        read.derived["BT-109"] = "the sum of the lines"
    if read.incl is None:
        raise SumsFail("total_incl_vat (BT-112) is missing: the page does not say it")
    _check("the VAT by rate", sum((share.tax for share in vat), _ZERO), "total_vat", read.vat)
    _check("total_excl_vat and total_vat", read.excl + read.vat, "total_incl_vat", read.incl)
    paid, rounding = _due(read, drafting.answer.sum_rows)
    subtotal = sum((line.total for line in lines), _ZERO)
    totals = {"BT-106": subtotal, "BT-109": read.excl, "BT-110": read.vat, "BT-112": read.incl}
    totals |= {"BT-113": paid} if paid else {}
    off = -sum((one.amount for one in adjustments if one.amount < 0), _ZERO)
    totals |= {"BT-107": off} if off else {}
    on = sum((one.amount for one in adjustments if one.amount > 0), _ZERO)
    totals |= {"BT-108": on} if on else {}
    totals |= {"BT-114": rounding} if rounding else {}
    totals["BT-115"] = read.incl - paid + rounding
    sure = [name for name in ("total_incl_vat", "total_excl_vat") if drafting.is_sure(name)]
    compared = "BT-109" not in read.derived or "BT-110" not in read.derived
    return Sums(tuple(lines), tuple(rates), tuple(vat), tuple(adjustments), totals, read.derived,
                bool(sure) and compared and subtotal != 0)  # fmt: skip


def _turned(read: _Totals) -> _Totals:
    values = (read.excl, read.vat, read.incl, read.due, read.rounding, read.subtotal)
    return _Totals(*(None if value is None else -value for value in values))


def printed_shares(rows: Sequence[Row]) -> list[Share]:
    """The VAT by rate, of the rows that print a rate and one of base and tax."""
    shares = []
    for number, row in enumerate(rows, start=1):
        given = {name: decimal_of(cell.value) for name, cell in row.cells.items()}
        rate, base, tax = given.get("rate"), given.get("base"), given.get("tax")
        if rate is None or (base is None and tax is None):
            continue
        if base is None:
            base = cents(tax * 100 / rate) if tax is not None and rate else _ZERO
        shares.append(Share(rate, base, cents(base * rate / 100) if tax is None else tax, row, number))
    return shares


def line_rates(
    lines: Sequence[Line], shares: Sequence[Share], excl: Decimal | None, vat: Decimal | None
) -> list[Decimal]:
    """The VAT rate of each line: its own, or the only one of the document.

    Raises:
        SumsFail: a line prints none, and the document has several or none.
    """
    known = {line.rate for line in lines if line.rate is not None} | {share.rate for share in shares}
    if not known and excl and vat is not None:
        known = {rate for rate in [_rate_of(excl, vat)] if rate is not None}
    only = next(iter(known)) if len(known) == 1 else None
    missing = next((line for line in lines if line.rate is None), None)
    if missing is not None and only is None:
        which = "several rates" if known else "no rate"
        raise SumsFail(f"{missing.name}.vat_rate (BT-152) is missing: the page prints {which} and not which")
    return [line.rate if line.rate is not None else only or _ZERO for line in lines]


def _rate_of(excl: Decimal, vat: Decimal) -> Decimal | None:
    """The rate that the totals imply, to half a per cent; None where they leave a choice."""
    rate = (vat / excl * 100 / _HALF_PERCENT).quantize(Decimal(1)) * _HALF_PERCENT
    if rate < 0 or abs(excl * rate / 100 - vat) > CENT or CENT / abs(excl) * 100 >= _HALF_PERCENT / 2:
        return None
    return rate


def _net_lines(lines: Sequence[Line], rates: Sequence[Decimal], read: _Totals) -> list[Line]:
    """The lines without VAT."""
    total = sum((line.total for line in lines), _ZERO)
    if read.excl not in (None, total) and read.incl == total:
        net = [without_vat(line, rate) for line, rate in zip(lines, rates, strict=True)]
        if sum((line.total for line in net), _ZERO) == read.excl:
            return net
    return list(lines)


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
    of_rates = _bases(lines, rates, ())
    bases = {share.rate: share.base for share in shares if share.row is not None and "base" in share.row.cells}
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


def _bases(
    lines: Sequence[Line], rates: Sequence[Decimal], adjustments: Sequence[Adjustment]
) -> dict[Decimal, Decimal]:
    bases: dict[Decimal, Decimal] = {}
    for line, rate in zip(lines, rates, strict=True):
        bases[rate] = bases.get(rate, _ZERO) + line.total
    for one in adjustments:
        bases[one.rate] += one.amount
    return bases


def _shares(
    bases: Mapping[Decimal, Decimal], read: Sequence[Share], vat: Decimal | None
) -> list[Share]:
    """The VAT of each rate: as printed, else base times rate.

    Raises:
        SumsFail: a printed base or tax is not the one of the lines.
    """
    shares = []
    for rate, base in bases.items():
        exact = cents(base * rate / 100)
        found = next((share for share in read if share.rate == rate), None)
        if found is not None and found.row is not None and "base" in found.row.cells:
            _check(f"the lines of {rate.normalize():f} % VAT", base, f"vat_distribution[{found.number}].base",
                   abs(found.base) if base > 0 else found.base)  # fmt: skip
        tax = exact if found is None else abs(found.tax) if base > 0 else found.tax
        if found is None and len(bases) == 1 and vat is not None:
            tax = vat
        if abs(tax - exact) > _TOLERANCE:
            raise SumsFail(
                f"{rate.normalize():f} % VAT on {printed(base)} is {printed(exact)}, not {printed(tax)}"
            )
        shares.append(Share(rate, base, tax, None if found is None else found.row,
                            0 if found is None else found.number))  # fmt: skip
    return shares


def _due(read: _Totals, rows: Sequence[SumRow]) -> tuple[Decimal, Decimal]:
    """What was paid before, and what rounding adds, so that the amount due is what the page says.

    Raises:
        SumsFail: the page does not say why another amount is due.
    """
    incl = read.incl or _ZERO
    if read.due is None:
        read.derived["BT-115"] = "the total with VAT" + (", rounded" if read.rounding else "")
        return _ZERO, read.rounding or _ZERO
    if read.due == incl:
        return _ZERO, _ZERO
    if read.rounding is not None and incl + read.rounding == read.due:
        return _ZERO, read.rounding
    if read.due == 0:
        read.derived["BT-113"] = "nothing is due any more: the total was paid"
        return incl, _ZERO
    difference = read.due - incl
    paid = next((row for row in rows if row.is_payment and abs(row.amount) == -difference), None)
    if paid is not None and not paid.is_withheld:
        read.derived["BT-113"] = f"{paid.label}: {printed(-difference)}"
        return -difference, _ZERO
    if abs(difference) < Decimal("0.5") and read.due == read.due.to_integral_value():
        read.derived["BT-114"] = "the amount due is the total with VAT, rounded to the whole unit"
        return _ZERO, difference
    raise SumsFail(
        f"amount_due (BT-115) is {printed(read.due)}, not total_incl_vat {printed(incl)}: why is not known"
    )


def _check(what: str, found: Decimal, name: str, expected: Decimal) -> None:
    if found != expected:
        raise SumsFail(f"{what}: the sum is {printed(found)}, but {name} is {printed(expected)}")
