"""The sums of an invoice: lines, VAT by rate and totals, each compared with the others.

Every sum must hold to the cent, as BR-CO-10 to BR-CO-16 ask. Where the lines add up to a printed total, VAT
adds up too and a total is sure, the sums confirm amounts that are less sure by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.adjustments import Adjustment, adjustments_of, bases_of, parts_between
from paperformer.extraction.invoicing.draft import Drafting
from paperformer.extraction.invoicing.dues import Noted, due_of
from paperformer.extraction.invoicing.earlier_bills import earlier_balance
from paperformer.extraction.invoicing.line_rates import is_free, rated_lines
from paperformer.extraction.invoicing.lines import Line, turned, without_vat
from paperformer.extraction.invoicing.statements import CATEGORY
from paperformer.extraction.invoicing.vat import Share, SumsFail, check, printed_shares, shares_of

CONFIRMED: Final = "confirmed by the sums"
_CHECKED: Final = {"BT-109": "total_excl_vat", "BT-110": "total_vat", "BT-112": "total_incl_vat"}
_ZERO: Final = Decimal(0)


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
        notes: Printed amounts that EN 16931 has no term for.
    """

    lines: tuple[Line, ...]
    rates: tuple[Decimal, ...]
    shares: tuple[Share, ...]
    adjustments: tuple[Adjustment, ...]
    totals: Mapping[str, Decimal]
    derived: Mapping[str, str]
    confirmed: bool
    notes: tuple[Noted, ...] = ()


@dataclass(slots=True)
class _Totals:
    """The printed totals, completed by one another."""

    excl: Decimal | None
    vat: Decimal | None
    incl: Decimal | None
    due: Decimal | None
    rounding: Decimal | None
    subtotal: Decimal | None
    derived: dict[str, str] = field(default_factory=dict, init=False)

    def amounts(self, shares: Sequence[Share]) -> set[Decimal]:
        """All totals, without sign."""
        own = (self.excl, self.vat, self.incl, self.due, self.rounding)
        amounts = {abs(amount) for amount in own if amount is not None}
        return amounts | {abs(amount) for share in shares for amount in (share.base, share.tax)}

    def settle(self, unsure: Collection[str], lines: Decimal, adjusting: Collection[Decimal]) -> None:
        """Where the three contradict one another: take a printed rounding out of the total, or drop one.

        A total without VAT that a discount or freight still changes is the sum of the lines.

        Args:
            unsure: The terms of which are not sure. One that contradicts two that are is dropped.
            lines: The sum of the lines, which stands for the total without VAT where that is not printed.
            adjusting: What discount and freight of the document may add to the lines.
        """
        if self.vat is None or self.incl is None:
            return
        if self.excl is None:
            if self.rounding and lines + self.vat + self.rounding == self.incl and self.due == self.incl:
                self.excl, self.incl = lines, None
                self.derived["BT-109"] = "the sum of the lines"
            return
        exact = self.excl + self.vat
        if exact == self.incl:
            return
        if self.excl == lines and self.incl - exact in adjusting:
            self.subtotal, self.excl = self.excl, None
            return
        if self.rounding and exact + self.rounding == self.incl and self.due in (None, self.incl):
            self.due = self.incl
            self.incl = None
        elif len(unsure) == 1:
            for term, name in (("BT-109", "excl"), ("BT-110", "vat"), ("BT-112", "incl")):
                if term in unsure:
                    setattr(self, name, None)

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
    unsure = [term for term, name in _CHECKED.items() if not drafting.is_sure(name)]
    read.settle(unsure, sum((line.total for line in lines), _ZERO), _adjusting(drafting))
    every = printed_shares(drafting.answer.rows.get("vat_distribution", ()))
    shares = [share for share in every if share.base or share.tax or is_free(share)]
    exempt = drafting.statement(CATEGORY)
    if exempt is not None and read.vat is None and not shares and None in (read.excl, read.incl):
        read.vat = _ZERO
        read.derived["BT-110"] = f"no VAT is charged: {exempt.text}"
    read.complete()
    rows, amounts = drafting.answer.sum_rows, read.amounts(shares)
    parts = parts_between(lines, read.excl, rows, amounts) or ()
    added = [amount for amount, _ in parts]
    country = drafting.sure("supplier_country") or ""
    lines = rated_lines(lines, shares, read.excl, read.vat, added, country)
    rates = [line.rate or _ZERO for line in lines]
    lines = _net_lines(lines, rates, read)
    adjustments = adjustments_of(lines, rates, read.excl, shares, rows, amounts, read.subtotal)
    by_rate = bases_of(lines, rates, adjustments)
    vat = shares_of(by_rate, shares, read.vat)
    vat += [share for share in every if not (share.base or share.tax) and share.rate not in by_rate]
    if read.vat is None:
        read.vat = sum((share.tax for share in vat), _ZERO)
        read.derived["BT-110"] = "the sum of the VAT by rate"
    if read.excl is None:
        read.excl = sum(by_rate.values(), _ZERO)
        read.derived["BT-109"] = "the sum of the lines"
    if read.incl is None:
        raise SumsFail("total_incl_vat (BT-112) is missing: the page does not say it")
    check("the VAT by rate", sum((share.tax for share in vat), _ZERO), "total_vat", read.vat)
    check("total_excl_vat and total_vat", read.excl + read.vat, "total_incl_vat", read.incl)
    due = due_of(read.incl, read.due, read.rounding, drafting.answer.sum_rows, earlier_balance(drafting))
    read.derived.update(due.reasons)
    subtotal = sum((line.total for line in lines), _ZERO)
    totals = {"BT-106": subtotal, "BT-109": read.excl, "BT-110": read.vat, "BT-112": read.incl}
    totals |= {"BT-113": due.paid} if due.paid else {}
    off = -sum((adjustment.amount for adjustment in adjustments if adjustment.amount < 0), _ZERO)
    totals |= {"BT-107": off} if off else {}
    on = sum((adjustment.amount for adjustment in adjustments if adjustment.amount > 0), _ZERO)
    totals |= {"BT-108": on} if on else {}
    totals |= {"BT-114": due.rounding} if due.rounding else {}
    totals["BT-115"] = read.incl - due.paid + due.rounding
    sure = [name for name in ("total_incl_vat", "total_excl_vat") if drafting.is_sure(name)]
    if read.due == totals["BT-115"] and not due.paid and drafting.is_sure("amount_due"):
        sure.append("amount_due")  # it is the total, as it is or rounded
    compared = "BT-109" not in read.derived or "BT-110" not in read.derived or subtotal == read.incl
    return Sums(tuple(lines), tuple(rates), tuple(vat), tuple(adjustments), totals, read.derived,
                bool(sure) and compared and subtotal != 0, due.notes)  # fmt: skip


def _adjusting(drafting: Drafting) -> tuple[Decimal, ...]:
    """What the discount and the freight of the document may add to its lines: each alone, and both."""
    amounts = {name: abs(drafting.amount(name) or _ZERO) for name in ("total_discount", "freight")}
    off, on = -amounts["total_discount"], amounts["freight"]
    return tuple(amount for amount in (off, on, off + on) if amount)


def _turned(read: _Totals) -> _Totals:
    values = (read.excl, read.vat, read.incl, read.due, read.rounding, read.subtotal)
    return _Totals(*(None if value is None else -value for value in values))


def _net_lines(lines: Sequence[Line], rates: Sequence[Decimal], read: _Totals) -> list[Line]:
    """The lines without VAT."""
    total = sum((line.total for line in lines), _ZERO)
    if read.excl not in (None, total) and read.incl == total:
        net = [without_vat(line, rate) for line, rate in zip(lines, rates, strict=True)]
        if sum((line.total for line in net), _ZERO) == read.excl:
            return net
    return list(lines)
