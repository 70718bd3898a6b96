"""The arithmetic of a table's rows: quantity x unit price - discount = total, base x rate = tax."""

from __future__ import annotations

from dataclasses import replace

from paperformer.fields.tables.pieces import Piece

_CENT = 0.0051
_HIGHEST_RATE = 30.0


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
    count = 1.0 if quantity is None else quantity.amount
    gross = count * price.amount
    slack = _CENT + 0.011 * (quantity is not None and not float(count).is_integer())
    slack += min(abs(count) * _rounding(price), 0.005 * abs(gross))
    wanted = total.amount
    if rate is not None and 0 < rate.amount <= _HIGHEST_RATE:
        taxed = replace(total, amount=wanted / (1 + rate.amount / 100))
        if line_holds(quantity, price, taxed, discount):
            return True
    if discount is None or not discount.amount:
        return _near(gross, wanted, slack)
    off = discount.amount
    if discount.kind == "percent":
        return _near(gross * (1 - abs(off) / 100), wanted, slack)
    readings = (gross - abs(off), gross * (1 - abs(off) / 100), count * (price.amount - abs(off)), gross)
    return any(_near(reading, wanted, slack) for reading in readings)


def _near(one: float, other: float, slack: float) -> bool:
    # Credit notes print totals with or without their sign.
    return abs(one - other) <= slack or abs(one + other) <= slack


def _rounding(price: Piece) -> float:
    """Half of the last place that a price of more or fewer places than cents was rounded to."""
    places = len(price.value.partition(".")[2])
    return 0.5 * 10.0**-places if places > 2 else 0.0


def gross_share_holds(rate: float, gross: float, tax: float, tolerance: float = 0.0051) -> bool:
    """Whether ``tax`` is what ``gross`` includes at ``rate``: tills print each rate's sum with its tax."""
    return abs(gross * rate / (100 + rate) - tax) <= tolerance


def share_holds(rate: float, base: float, tax: float, tolerance: float = 0.021) -> bool:
    """BR-CO-17: the tax is its base times the rate; each may have been rounded by line."""
    return abs(base * rate / 100 - tax) <= tolerance
