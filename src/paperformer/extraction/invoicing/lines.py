"""The lines of an invoice: quantity, price, discount and net amount of each row, by their arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.extraction.invoicing.draft import Remark
from paperformer.extraction.invoicing.line_charges import Charge
from paperformer.extraction.result import Row
from paperformer.fields.tables.arithmetic import BASE_QUANTITIES
from paperformer.fields.totals import decimal_of

CENT: Final = Decimal("0.01")
_HALF_CENT: Final = Decimal("0.005")
_PLACES: Final = Decimal("0.0001")  # of a quotient that is taken for exact


class LineRefused(Exception):
    """Why a row is no invoice line, in one line."""


@dataclass(frozen=True, slots=True)
class Line:
    """The amounts of one line.

    Args:
        number: From 1.
        row: What the page prints.
        quantity: BT-129.
        price: BT-146, of ``base_quantity`` units.
        base_quantity: BT-149; None for one unit.
        allowance: BT-136, what is taken off the line; zero for nothing.
        percent: BT-138, the allowance as it is printed, where that is a percentage.
        total: BT-131, the net amount.
        rate: BT-152, where the row prints it.
        charges: BG-28, what is added to the line.
        derived: What the row does not print as it is.
        refused: Whether it is no invoice line, and is written as it is printed all the same.
    """

    number: int
    row: Row
    quantity: Decimal
    price: Decimal
    base_quantity: Decimal | None
    allowance: Decimal
    percent: Decimal | None
    total: Decimal
    rate: Decimal | None
    charges: tuple[Charge, ...] = ()
    derived: tuple[Remark, ...] = ()
    refused: bool = False

    @property
    def name(self) -> str:
        """What the answer calls the row."""
        return f"purchase_lines[{self.number}]"

    def noting(self, term: str, value: Decimal, reason: str) -> tuple[Remark, ...]:
        """The derived terms with one more."""
        return (*self.derived, Remark(f"BG-25[{self.number}]/{term}", reason, print_amount(value)))


def cents(number: Decimal) -> Decimal:
    """A number rounded to the cent, as amounts are."""
    return number.quantize(CENT, ROUND_HALF_UP)


def read_line(number: int, row: Row, charges: tuple[Charge, ...] = ()) -> Line:
    """The line that a row prints.

    Args:
        number: From 1.
        row: What the page prints.
        charges: What stands below it with a label: counted where it makes the amount of the line.

    Raises:
        LineRefused: its amount is missing, or its arithmetic fails.
    """
    given = {name: decimal_of(cell.value) for name, cell in row.cells.items()}
    quantity, price, total = given.get("quantity"), given.get("unit_price"), given.get("total")
    name = f"purchase_lines[{number}]"
    if total is None and (quantity is None or price is None):
        raise LineRefused(f"{name}.total (BT-131) is missing: the row prints no amount")
    if quantity == 0:
        raise LineRefused(f"{name}.quantity (BT-129) is 0, but the line has an amount")
    discount, percent = _discount(row)
    if total is None:
        total = _less((quantity or Decimal(1)) * (price or Decimal(0)), discount, percent)
    base = _base_quantity(quantity, price, total)
    line = Line(number, row, quantity or Decimal(1), price or total, base, Decimal(0), None, cents(total),
                given.get("vat_rate"))  # fmt: skip
    if "total" not in row.cells:
        line = replace(line, derived=line.noting("BT-131", total, "quantity times price, less the discount"))
    if quantity is None:
        line = _without_quantity(line, price)
    elif price is None:
        line = _with_price_of_all(line, "the row prints no price: the amount over the quantity")
    return _upright(_charged(line, discount, percent, charges) or _balanced(line, discount, percent))


def _base_quantity(quantity: Decimal | None, price: Decimal | None, total: Decimal) -> Decimal | None:
    """How many units a price is of, where the amount says that it is of more than one."""
    if quantity is None or price is None or abs(cents(quantity * price) - total) <= CENT:
        return None
    bases = (Decimal(base) for base in BASE_QUANTITIES)
    return next((base for base in bases if abs(cents(quantity * price / base) - total) <= CENT), None)


def printed_line(number: int, row: Row) -> Line:
    """The line that a row prints, whether or not its arithmetic holds."""
    given = {name: decimal_of(cell.value) for name, cell in row.cells.items()}
    quantity, price, total = given.get("quantity"), given.get("unit_price"), given.get("total")
    discount, percent = _discount(row)
    gross = (Decimal(1) if quantity is None else quantity) * (price or Decimal(0))
    if total is None:
        total = _less(gross, discount, percent)
    allowance = max(cents(gross) - _less(gross, discount, percent), Decimal(0))
    return Line(number, row, Decimal(1) if quantity is None else quantity, total if price is None else price,
                None, allowance, percent if allowance else None, cents(total), given.get("vat_rate"),
                refused=True)  # fmt: skip


def _discount(row: Row) -> tuple[Decimal | None, Decimal | None]:
    """The discount that a row prints, as an amount and as a percentage."""
    cell = row.cells.get("discount")
    if cell is None:
        return None, None
    text = cell.value.strip()
    number = decimal_of(text.rstrip("% "))
    return (None, number) if text.endswith("%") else (number, None)


def _less(gross: Decimal, discount: Decimal | None, percent: Decimal | None) -> Decimal:
    if percent is not None:
        return cents(gross - gross * percent / 100)
    return cents(gross - (discount or 0))


def _without_quantity(line: Line, price: Decimal | None) -> Line:
    """A line that prints no quantity: how often the price is in the amount, else once."""
    if price is None or price == 0:
        derived = line.noting(
            "BT-129", Decimal(1), "the row prints no quantity and no price: once its amount"
        )
        return replace(line, price=line.total, derived=derived)
    times = line.total / price
    if times != times.quantize(_PLACES) or "discount" in line.row.cells:
        raise LineRefused(f"{line.name}.quantity (BT-129) is missing: the row does not print it")
    derived = line.noting("BT-129", times, "the row prints no quantity: the amount divided by the price")
    return replace(line, quantity=times, derived=derived)


def _with_price_of_all(line: Line, reason: str) -> Line:
    """A line whose price is its net amount, for all units together: exact whatever the quotient."""
    price = line.total / line.quantity
    if price == price.quantize(_PLACES):
        return replace(line, price=price, derived=line.noting("BT-146", price, reason))
    return replace(
        line,
        price=abs(line.total),
        quantity=line.quantity if line.total >= 0 else -abs(line.quantity),
        base_quantity=abs(line.quantity),
        derived=line.noting("BT-146", abs(line.total), f"{reason}, written as the price of all units"),
    )


def _charged(
    line: Line, discount: Decimal | None, percent: Decimal | None, charges: tuple[Charge, ...]
) -> Line | None:
    """The line with all its charges, where they and the printed discount make its amount."""
    added = sum((amount for amount, _ in charges), Decimal(0))
    gross = line.quantity * line.price
    for allowance in [*_expected(line, discount, percent)] or [Decimal(0)]:
        if added * gross > 0 and cents(gross) - cents(allowance) + added == line.total:
            return replace(line, allowance=cents(allowance), percent=percent, charges=charges)
    return None


def _balanced(line: Line, discount: Decimal | None, percent: Decimal | None) -> Line:
    """The line with the allowance that its amounts imply.

    Raises:
        LineRefused: quantity, price, discount and amount do not fit.
    """
    if line.base_quantity is not None:
        return line
    gross = line.quantity * line.price
    allowance = cents(gross) - line.total
    expected = list(_expected(line, discount, percent))
    if allowance == 0:
        return line
    if any(abs(allowance - amount) <= CENT for amount in expected) and allowance > 0:
        return replace(line, allowance=allowance, percent=percent)
    if not expected and abs(gross - line.total) <= CENT + _HALF_CENT * abs(line.quantity):
        return _with_price_of_all(line, f"the printed price {print_amount(line.price)} is rounded")
    off = "" if discount is None and percent is None else ", less the discount,"
    product = f"{line.quantity.normalize():f} x {print_amount(line.price)}{off}"
    raise LineRefused(f"{line.name}: {product} is not {print_amount(line.total)}")


def _expected(line: Line, discount: Decimal | None, percent: Decimal | None) -> Iterator[Decimal]:
    """What the printed discount may take off: from the line, or from each unit."""
    if percent:
        yield line.quantity * line.price * percent / 100
    if discount:
        yield discount
        yield discount * line.quantity


def _upright(line: Line) -> Line:
    """The line with a price that is not negative (BR-27): a negative amount has a negative quantity."""
    if line.price >= 0:
        return line
    reason = "the price is not negative: the quantity is"
    turned = replace(line, quantity=-line.quantity, price=-line.price)
    return replace(turned, derived=turned.noting("BT-129", turned.quantity, reason))


def turned(line: Line) -> Line:
    """The line of a credit note that prints negative amounts: there, what is credited is positive."""
    return replace(
        line,
        quantity=-line.quantity,
        allowance=-line.allowance,
        charges=tuple((-amount, said) for amount, said in line.charges),
        total=-line.total,
        derived=line.noting("BT-131", -line.total, "a credit note credits positive amounts"),
    )


def without_vat(line: Line, rate: Decimal) -> Line:
    """The line net of the VAT that its printed amount includes."""
    net = cents(line.total / (1 + rate / 100))
    bare = replace(line, total=net, allowance=Decimal(0), percent=None, charges=(), base_quantity=None)
    reason = f"the printed amount {print_amount(line.total)} includes {print_amount(rate)} % VAT"
    return _with_price_of_all(replace(bare, derived=bare.noting("BT-131", net, reason)), reason)
