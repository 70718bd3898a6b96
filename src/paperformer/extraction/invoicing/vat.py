"""VAT of the lines by rate: which rate each line has, and the base and tax of each rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.draft import decimal_of, printed
from paperformer.extraction.invoicing.lines import CENT, Line, cents
from paperformer.extraction.result import Row

_ZERO: Final = Decimal(0)
_TOLERANCE: Final = Decimal("0.02")  # of a tax: each rate may have been rounded by itself
_HALF_PERCENT: Final = Decimal("0.5")


class SumsFail(Exception):
    """Which sum fails, in one line."""


@dataclass(frozen=True, slots=True)
class Share:
    """The VAT of one rate: BT-119, BT-116 and BT-117, and the row that prints it."""

    rate: Decimal
    base: Decimal
    tax: Decimal
    row: Row | None = None
    number: int = 0


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
        known = {rate for rate in [rate_of(excl, vat)] if rate is not None}
    only = next(iter(known)) if len(known) == 1 else None
    missing = next((line for line in lines if line.rate is None), None)
    if missing is not None and only is None:
        which = "several rates" if known else "no rate"
        raise SumsFail(f"{missing.name}.vat_rate (BT-152) is missing: the page prints {which} and not which")
    return [line.rate if line.rate is not None else only or _ZERO for line in lines]


def rate_of(excl: Decimal, vat: Decimal) -> Decimal | None:
    """The rate that the totals imply, to half a per cent; None where they leave a choice."""
    rate = (vat / excl * 100 / _HALF_PERCENT).quantize(Decimal(1)) * _HALF_PERCENT
    if rate < 0 or abs(excl * rate / 100 - vat) > CENT or CENT / abs(excl) * 100 >= _HALF_PERCENT / 2:
        return None
    return rate


def shares_of(bases: Mapping[Decimal, Decimal], read: Sequence[Share], vat: Decimal | None) -> list[Share]:
    """The VAT of each rate: as printed, else base times rate.

    Raises:
        SumsFail: a printed base or tax is not the one of the lines.
    """
    shares = []
    for rate, base in bases.items():
        exact = cents(base * rate / 100)
        found = next((share for share in read if share.rate == rate), None)
        if found is not None and found.row is not None and "base" in found.row.cells:
            check(f"the lines of {rate.normalize():f} % VAT", base, f"vat_distribution[{found.number}].base",
                   abs(found.base) if base > 0 else found.base)  # fmt: skip
        tax = exact if found is None else abs(found.tax) if base > 0 else found.tax
        if found is None and len(bases) == 1 and vat is not None:
            tax = vat
        check_tax(rate, base, tax)
        shares.append(Share(rate, base, tax, None if found is None else found.row,
                            0 if found is None else found.number))  # fmt: skip
    return shares


def check_tax(rate: Decimal, base: Decimal, tax: Decimal) -> None:
    """Raise SumsFail where a tax is not base times rate."""
    exact = cents(base * rate / 100)
    if abs(tax - exact) > _TOLERANCE:
        raise SumsFail(
            f"{rate.normalize():f} % VAT on {printed(base)} is {printed(exact)}, not {printed(tax)}"
        )


def check(what: str, found: Decimal, name: str, expected: Decimal) -> None:
    """Raise SumsFail where a sum is not what the page prints."""
    if found != expected:
        raise SumsFail(f"{what}: the sum is {printed(found)}, but {name} is {printed(expected)}")
