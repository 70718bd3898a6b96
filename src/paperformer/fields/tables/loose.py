"""What the numbers of a table without captions are: counts, prices, article numbers, parts of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.items import Item
from paperformer.fields.tables.pieces import Piece, as_text
from paperformer.fields.tables.view import View

_BARE_CODE = re.compile(r"[0-9]{5,}")
_RATED = 0.5  # part of the lines that print a rate
_HIGHEST_RATE = 28.0
_FEWEST = 3  # lines that are numbered: two may cost one and two
_MOST = 0.7  # part of the lines that print a number first where it is the quantity
_BESIDE = 1.5  # ems between a name and a number that belongs to it


def completed(items: Sequence[Item]) -> list[Item]:
    """Lines of a table without heading, with what their loose numbers are: counts, prices or codes."""
    for item in items:
        if not item.piece("quantity"):
            _take_product(item)
        elif not item.piece("unit_price"):
            _take_price(item)
    _take_rates(items)
    leading = [item for item in items if _leading(item) is not None]
    plain = [item for item in items if item.piece("quantity") is None]
    counts = len(leading) >= _MOST * max(len(plain), 1)
    if _is_numbered(items):
        for item in items:
            item.anchor.loose.pop(0)
        counts = False
    for item in items:
        number = _leading(item)
        if number is not None:
            if _BARE_CODE.fullmatch(number.text):
                item.anchor.cells["code"] = [number]
                item.anchor.loose.remove(number)
            elif counts and item.piece("quantity") is None:
                item.anchor.cells["quantity"] = [number]
                item.anchor.loose.remove(number)
        for view in item.views:
            _name_with_numbers(view)
    return list(items)


def _take_product(item: Item) -> None:
    """Two loose numbers whose product is the total are quantity and price."""
    numbers = [(view, piece) for view in item.views for piece in view.loose if piece.kind == "number"]
    for place, (view, quantity) in enumerate(numbers):
        for other, price in numbers[place + 1 : place + 3]:
            if price.strong and line_holds(quantity, price, item.piece("total")) and quantity.amount > 0:
                view.cells["quantity"], other.cells["unit_price"] = [quantity], [price]
                view.loose.remove(quantity)
                other.loose.remove(price)
                return


def _take_price(item: Item) -> None:
    """A loose number that times the quantity is the total is the price: "2x Polenta  29.50  59.00"."""
    for view in item.views:
        for price in view.loose:
            if price.strong and line_holds(item.piece("quantity"), price, item.piece("total")):
                view.cells["unit_price"] = [price]
                view.loose.remove(price)
                return


def _take_rates(items: Sequence[Item]) -> None:
    """Percentages before most totals are rates of tax: the tills of Italy, Greece and Turkey print them."""
    rates = [(item, rate) for item in items if (rate := _rate_before_total(item)) is not None]
    if len(rates) < 2 or len(rates) < _RATED * len(items):
        return
    for item, rate in rates:
        item.anchor.cells["vat_rate"] = [rate]
        item.anchor.loose.remove(rate)


def _rate_before_total(item: Item) -> Piece | None:
    """The last loose number of the total's row, where it is a percentage that a tax may have."""
    last = item.anchor.loose[-1] if item.anchor.loose else None
    if last is None or last.kind != "percent" or not 0 <= last.amount <= _HIGHEST_RATE:
        return None
    return last


def _is_numbered(items: Sequence[Item]) -> bool:
    """Whether the numbers that open the lines count these: 1, 2, 3 and so on are no quantities."""
    numbers = [leading.amount for item in items if (leading := _leading(item)) is not None]
    return len(items) >= _FEWEST and numbers == [float(place + 1) for place in range(len(items))]


def _leading(item: Item) -> Piece | None:
    """A whole number that opens the row of the total."""
    loose, names = item.anchor.loose, item.anchor.cells.get("description", ())
    if loose and loose[0].text.isdigit() and names and loose[0].x1 <= names[0].x0:
        return loose[0]
    return None


def _name_with_numbers(view: View) -> None:
    """Numbers right beside a name belong to it: "Cheddar 200"."""
    names = view.cells.get("description")
    if not names:
        return
    for piece in view.loose:
        gap = max(piece.x0 - names[-1].x1, names[0].x0 - piece.x1)
        if gap <= _BESIDE * view.row.em:
            if piece.kind == "percent" and piece.words[-1] + 1 == names[0].words[0]:
                names[0] = as_text([piece, names[0]])  # "-10% Discount"
                continue
            names.append(replace(piece, kind="text"))
            names.sort(key=lambda name: name.x0)
