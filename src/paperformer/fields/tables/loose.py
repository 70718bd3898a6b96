"""What the numbers of a table without captions are: counts, prices, article numbers, parts of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median_low

from paperformer.fields.tables.arithmetic import HIGHEST_VAT, line_holds
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.piece import Piece, as_text
from paperformer.fields.tables.rows import RowReading

_BARE_CODE, _SHORT_CODE = re.compile(r"[0-9]{5,}"), re.compile(r"[0-9]{3,}")
_CENT = 0.01
_RATED = 0.5  # part of the lines that print a rate
_FEWEST = 3  # lines that are numbered: two may cost one and two
_MOST = 0.7  # part of the lines that print a number first where it is the quantity
_COUNT_DIGITS = 2
_LEAST_WHOLE = 10  # of a price without cents
_BESIDE = 1.5  # ems between a name and a number that belongs to it


def completed(items: Sequence[Item]) -> list[Item]:
    """Lines of a table without heading, with what their loose numbers are: counts, prices or codes."""
    items = _with_rates([_with_discount(_with_product(item)) for item in items])
    leading = [_leading(item) for item in items]
    plain = sum(item.piece("quantity") is None for item in items)
    counts = sum(number is not None for number in leading) >= _MOST * max(plain, 1)
    if _is_numbered(leading):
        counts = False
        items = [
            item.replacing(item.place, replace(item.anchor, loose=item.anchor.loose[1:])) for item in items
        ]
    coded = any(_is_no_count(number, item) for number, item in zip(leading, items, strict=True))
    items = [_with_leading(item, counts=counts and not coded, coded=coded) for item in items]
    items = _with_counts_behind_names(items)
    return [Item(tuple(map(_with_longer_name, item.readings)), item.place) for item in items]


def _with_product(item: Item) -> Item:
    """A line whose loose numbers make its total: two of them, or one times its quantity that is the price,
    "2x Polenta  29.50  59.00".
    """
    total, count = item.piece("total"), item.piece("quantity")
    if count is not None and item.piece("unit_price") is not None:
        return item
    if count is not None:
        return with_loose_price(item)
    numbers = [(place, piece) for place, piece in _loose(item) if piece.kind == "number"]
    for at, (place, quantity) in enumerate(numbers):
        for other, price in numbers[at + 1 : at + 3]:
            counts = quantity.amount > 0 and not quantity.is_money
            if counts and _is_price(price, item) and line_holds(quantity, price, total):
                return _taking(_taking(item, place, "quantity", quantity), other, "unit_price", price)
    return item


def with_loose_price(item: Item) -> Item:
    """A line whose quantity times a number in no column, or in its name, makes its total: that is the price,
    "Tape @2.50  12  30.00".
    """
    total, count = item.piece("total"), item.piece("quantity")
    if count is None or item.piece("unit_price") is not None:
        return item
    for place, price in _loose(item):
        if _is_price(price, item) and line_holds(count, price, total):
            return _taking(item, place, "unit_price", price)
    for place, reading in enumerate(item.readings):
        names = reading.cell("description")
        for price in names:
            if price.kind == "number" and _is_price(price, item) and line_holds(count, price, total):
                others = [name for name in names if name is not price]
                return item.replacing(place, reading.with_cells(description=others, unit_price=(price,)))
    return item


def _loose(item: Item) -> list[tuple[int, Piece]]:
    """The pieces in no column, each with the place of its row."""
    return [(place, piece) for place, reading in enumerate(item.readings) for piece in reading.loose]


def _with_discount(item: Item) -> Item:
    """A line whose loose percentage is what its total is short of: "3 x 2,85  -30%  5,99"."""
    count, price, total = (item.piece(role) for role in ("quantity", "unit_price", "total"))
    if item.piece("discount") is not None or line_holds(count, price, total) is not False:
        return item
    for place, reading in enumerate(item.readings):
        for piece in reading.loose:
            if piece.kind == "percent" and piece.amount and line_holds(count, price, total, piece):
                return _taking(item, place, "discount", piece)
    return item


def _is_price(piece: Piece, item: Item) -> bool:
    """Whether a number has the cents of money, or is of money that has none."""
    whole = item.anchor.row.numerals.whole and piece.kind == "number" and piece.amount >= _LEAST_WHOLE
    return piece.strong or whole


def _taking(item: Item, place: int, role: str, piece: Piece) -> Item:
    """A line with a loose piece of a row as its cell of ``role``."""
    return item.replacing(place, item.readings[place].taking(role, piece))


def _with_rates(items: Sequence[Item]) -> list[Item]:
    """Percentages before most totals are rates of tax: the tills of Italy, Greece and Turkey print them."""
    rated = sum(_rate_before_total(item) is not None for item in items)
    if rated < max(2, _RATED * len(items)):
        return list(items)
    return [
        _taking(item, item.place, "vat_rate", rate) if (rate := _rate_before_total(item)) else item
        for item in items
    ]


def _rate_before_total(item: Item) -> Piece | None:
    """The last loose number of the total's row, where it is a percentage that a tax may have."""
    last = item.anchor.loose[-1] if item.anchor.loose else None
    if last is None or last.kind != "percent" or not 0 <= last.amount <= HIGHEST_VAT:
        return None
    return last


def _is_numbered(leading: Sequence[Piece | None]) -> bool:
    """Whether the numbers that open the lines count these: 1, 2, 3 and so on are no quantities."""
    numbers = [number.amount for number in leading if number is not None]
    return len(leading) >= _FEWEST and numbers == [float(place + 1) for place in range(len(leading))]


def _leading(item: Item) -> Piece | None:
    """A whole number that opens the row of the total."""
    loose, names = item.anchor.loose, item.anchor.cell("description")
    return loose[0] if loose and loose[0].text.isdigit() and names and loose[0].x1 <= names[0].x0 else None


def _is_no_count(number: Piece | None, item: Item) -> bool:
    """Whether one of what a number counts would cost less than the smallest coin: "1973 Bags  1.25"."""
    total = item.piece("total")
    if number is None or total is None or item.piece("quantity") is not None:
        return False
    least = 1.0 if item.anchor.row.numerals.whole else _CENT
    return number.amount * least > abs(total.amount) > 0


def _with_leading(item: Item, *, counts: bool, coded: bool) -> Item:
    """A line with the number that opens it as that of its article, where it is long or others are ``coded``,
    or as its quantity where it ``counts``.
    """
    number = _leading(item)
    shape = _SHORT_CODE if coded else _BARE_CODE
    if number is not None and shape.fullmatch(number.text):
        return _taking(item, item.place, "code", number)
    if number is not None and counts and item.piece("quantity") is None:
        return _taking(item, item.place, "quantity", number)
    return item


def _with_counts_behind_names(items: Sequence[Item]) -> list[Item]:
    """Whole numbers in one column between names and totals of most lines count: "Cheese  2  25,20"."""
    counts = [_behind_name(item) for item in items]
    edges = [count.x1 for count in counts if count is not None]
    plain = sum(item.piece("quantity") is None for item in items)
    if len(edges) < max(2, _MOST * plain):
        return list(items)
    edge = median_low(edges)
    return [
        _taking(item, item.place, "quantity", count)
        if count is not None and abs(count.x1 - edge) <= _BESIDE * item.anchor.row.em
        else item
        for item, count in zip(items, counts, strict=True)
    ]


def _behind_name(item: Item) -> Piece | None:
    """The only loose number of a row, where it is whole, small, and stands apart from the name before it."""
    loose, names = item.anchor.loose, item.anchor.cell("description")
    if len(loose) != 1 or not names or item.piece("quantity") is not None:
        return None
    number = loose[0]
    is_count = number.text.isdigit() and len(number.text) <= _COUNT_DIGITS and number.amount > 0
    return number if is_count and number.x0 - names[-1].x1 > _BESIDE * item.anchor.row.em else None


def _with_longer_name(reading: RowReading) -> RowReading:
    """Numbers right beside a name belong to it: "Cheddar 200"."""
    names = list(reading.cell("description"))
    for piece in reading.loose if names else ():
        gap = max(piece.x0 - names[-1].x1, names[0].x0 - piece.x1)
        if gap > _BESIDE * reading.row.em:
            continue
        if piece.kind == "percent" and piece.words[-1] + 1 == names[0].words[0]:
            names[0] = as_text([piece, names[0]])  # "-10% Discount"
        else:
            names = sorted([*names, replace(piece, kind="text")], key=lambda name: name.x0)
    return reading.with_cells(description=names)
