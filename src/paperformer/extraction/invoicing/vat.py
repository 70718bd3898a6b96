"""VAT by rate: the base and tax of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.extraction.invoicing.lines import CENT, cents
from paperformer.extraction.result import Row
from paperformer.fields.totals import decimal_of

_ZERO: Final = Decimal(0)
TOLERANCE: Final = Decimal("0.02")  # of a tax: each rate may have been rounded by itself
# Rates are looked for in these steps, with the part of all totals that may have one of that step by chance:
# most rates are whole or half per cents, and of the others it is no more than what is taken for sure.
_STEPS: Final = (
    (Decimal("0.5"), Decimal("0.5")), (Decimal("0.1"), Decimal("0.05")), (Decimal("0.01"), Decimal("0.05")),
    (Decimal("0.001"), Decimal("0.05")),
)  # fmt: skip


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


def rate_of(excl: Decimal, vat: Decimal) -> Decimal | None:
    """The rate that the totals imply: the one with the fewest decimals; None where they leave a choice.

    A rate of so many decimals counts only where the rounding of the tax leaves a small part of all such
    rates: else a mix of rates would look like one.
    """
    for step, chance in _STEPS:
        if CENT / abs(excl) * 100 >= step * chance:
            return None
        rate = (vat / excl * 100 / step).quantize(Decimal(1)) * step
        if rate >= 0 and abs(cents(excl * rate / 100) - vat) <= CENT:
            return rate
    return None


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
    if abs(tax - exact) > TOLERANCE:
        raise SumsFail(
            f"{rate.normalize():f} % VAT on {print_amount(base)} "
            f"is {print_amount(exact)}, not {print_amount(tax)}"
        )


def check(what: str, amount: Decimal, name: str, expected: Decimal) -> None:
    """Raise SumsFail where a sum is not what the page prints."""
    if amount != expected:
        raise SumsFail(f"{what}: the sum is {print_amount(amount)}, but {name} is {print_amount(expected)}")
