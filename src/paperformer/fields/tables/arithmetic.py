"""The arithmetic of a table's rows: quantity x unit price - discount = total, base x rate = tax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from paperformer.fields.tables.piece import Piece

# How far an amount may be from what it is compared with, in units of money.
_CENT = 0.01
_SAME_SUM = 0.006  # sums of amounts to the cent, which differ by less than one
ROUNDED: Final = 0.0051  # what rounding to cents takes off or adds
_ROUNDED_BY_LINE = 0.021  # and where each line was rounded
_ROUNDED_TO_WHOLE = 0.51  # and without cents
_ROUNDED_TO_WHOLE_BY_LINE = 3.0
_PARTS_OF_UNIT = 0.011  # more where a quantity is no whole number
_PRICE_ROUNDED = 0.005  # of a product, however few places a price was rounded to for print

BASE_QUANTITIES: Final = (100, 1000, 60)
"""Units that a price may be of (BT-149): in cents it is as one of 100, that of an hour is of 60 minutes."""

# Rates of tax in per cent.
HIGHEST_VAT: Final = 28.0  # the highest in Europe is 27
HIGHEST_TAX: Final = 30.0


def is_same_sum(number: float, other: float) -> bool:
    """Whether two sums of printed amounts are the same to the cent."""
    return abs(number - other) <= _SAME_SUM


def line_holds(
    quantity: Piece | None,
    price: Piece | None,
    total: Piece | None,
    discount: Piece | None = None,
    rate: Piece | None = None,
) -> bool | None:
    """Whether a line's total is what its quantity, price and discount make; None where one is not printed.

    The total may include the tax at the line's ``rate``, which the price does not.

    A discount is a percentage, or a sum off the line or off each unit. Without a quantity a price must be the
    total. Prices are often rounded for print: half of their last place, times the quantity, is forgiven.
    """
    if price is None or total is None:
        return None
    count = 1.0 if quantity is None else quantity.amount / price.per
    gross = count * price.amount
    slack = ROUNDED + _PARTS_OF_UNIT * (quantity is not None and not quantity.amount.is_integer())
    slack += min(abs(count) * _rounding(price), _PRICE_ROUNDED * abs(gross))
    wanted = total.amount
    if rate is not None and 0 < rate.amount <= HIGHEST_TAX:
        taxed = replace(total, amount=wanted / (1 + rate.amount / 100))
        if line_holds(quantity, price, taxed, discount):
            return True
    if discount is None or not discount.amount:
        return _near(gross, wanted, slack)
    off = discount.amount
    if discount.kind == "percent":
        return _near(gross * (1 - abs(off) / 100), wanted, slack)
    return any(_near(amount, wanted, slack) for amount in (gross, *_discounted(count, price, off).values()))


def with_base(
    quantity: Piece | None, price: Piece | None, total: Piece | None, discount: Piece | None = None
) -> Piece | None:
    """A price as one of so many units as make the line's total: of one, 100 (or in cents), 1,000 or 60."""
    if quantity is None or price is None or line_holds(quantity, price, total, discount) is not False:
        return price
    bases = (replace(price, per=per) for per in BASE_QUANTITIES)
    return next((base for base in bases if line_holds(quantity, base, total, discount)), price)


def discount_readings(
    quantity: Piece | None, price: Piece | None, total: Piece | None, discount: Piece
) -> frozenset[str]:
    """As what a discount without a sign makes the total: ``rate``, off the ``line``, off each ``unit``."""
    if price is None or total is None:
        return frozenset()
    made = _discounted(1.0 if quantity is None else quantity.amount, price, discount.amount)
    return frozenset(name for name, amount in made.items() if _near(amount, abs(total.amount), ROUNDED))


def _discounted(count: float, price: Piece, discount: float) -> dict[str, float]:
    """The total by what a discount is: a ``rate``, off the ``line``, off each ``unit``."""
    gross, off = count * price.amount, abs(discount)
    return {"rate": gross * (1 - off / 100), "line": gross - off, "unit": count * (price.amount - off)}


def _near(number: float, other: float, slack: float) -> bool:
    # Credit notes print totals with or without their sign.
    return abs(number - other) <= slack or abs(number + other) <= slack


def _rounding(price: Piece) -> float:
    """Half of the last place that a price of more or fewer places than cents was rounded to."""
    places = len(price.value.partition(".")[2])
    return 0.5 * 10.0**-places if places > 2 else 0.0


def gross_share_holds(rate: float, gross: float, tax: float, tolerance: float = ROUNDED) -> bool:
    """Whether ``tax`` is what ``gross`` includes at ``rate``: tills print each rate's sum with its tax."""
    return abs(gross * rate / (100 + rate) - tax) <= tolerance


def share_holds(rate: float, base: float, tax: float, tolerance: float = _ROUNDED_BY_LINE) -> bool:
    """BR-CO-17: the tax is its base times the rate; each may have been rounded by line."""
    return abs(base * rate / 100 - tax) <= tolerance


def is_grouped(piece: Piece) -> bool:
    """Whether a number has its thousands apart and no cents: money of Iceland, Hungary, Japan."""
    return not piece.strong and piece.value.endswith(".00") and not piece.text.isdigit()


def share_slack(base: Piece, tax: Piece, sums: Sequence[Piece]) -> float:
    """By how much a tax may differ: by half of a whole where both are printed in whole numbers, and by more,
    rounded line by line, where what they make together is printed too.
    """
    if not is_grouped(base) or tax.strong or not tax.value.endswith(".00"):
        return _ROUNDED_BY_LINE
    is_summed = any(abs(piece.amount - (base.amount + tax.amount)) < _CENT for piece in sums)
    return _ROUNDED_TO_WHOLE_BY_LINE if is_summed else _ROUNDED_TO_WHOLE
