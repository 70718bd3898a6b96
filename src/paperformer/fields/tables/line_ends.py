"""Rows that end the lines of a purchase, or carry their sum over to the next page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.fields.anchors import Labelled
from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.captions import CaptionReader
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.sum_rows import is_sum_row, is_thin_sum, says_more

_CARRIED_WORDS = 5  # of a row that carries a sum over, its label being one
_BEFORE_CARRIED = 1  # words before that label: "SEGUE - a riportare"
_HALF_CENT = 0.005
_COUNTED = 1.01
_PRICE = re.compile(r"[.,][0-9]{2,}\W*$")
_FRACTION = re.compile(r"[.,][0-9]{3,}\W*$")


def ends_lines(row: Row, labelled: Labelled, *, first: bool = False) -> bool:
    """Whether ``row`` is one of totals, and does not sell what is called so: 3 "Extra days", 1 "Service".

    One times the total says something where the label names other things too, a word stands beside it, or
    the row is the ``first`` of its table: nothing is summed up there.
    """
    if not is_sum_row(row, labelled):
        return False
    is_name = first or is_thin_sum(row, labelled) or says_more(row, labelled)
    return not _multiplies(row, fewest=0.0 if is_name else _COUNTED)


def has_sum(row: Row) -> bool:
    """Whether a row prints what may be a sum: no rate to six places ("Tasa 0.160000")."""
    return any(
        piece.kind != "text" and (piece.strong or not _FRACTION.search(piece.text)) for piece in row.pieces
    ) or any(_PRICE.search(word.text) for line in row.lines for word in line.words)


def is_sum_alone(row: Row | None) -> bool:
    """Whether a row prints numbers alone: the sum of the label above."""
    return row is not None and bool(row.digits) and all(piece.kind == "number" for piece in row.pieces)


def without_carried(rows: Sequence[Row], book: CaptionReader) -> list[Row]:
    """``rows`` less those that carry a sum over from one page to the next, and those of dashes."""
    return [row for row in rows if _prints(row) and not is_carried(row, book)]


def _prints(row: Row) -> bool:
    return any(character.isalnum() for line in row.lines for character in line.text)


def is_carried(row: Row, book: CaptionReader) -> bool:
    """Whether ``row`` carries a sum over; one that multiplies a price sells what is called so (transport)."""
    if _multiplies(row):
        return False
    hits = [hit for hit in book.read(row.lines[0])[1] if any(m.name == "carried" for m in hit.meanings)]
    if not hits or hits[0].first > _BEFORE_CARRIED:
        return False
    return len(row.lines[0].words) - (hits[0].last - hits[0].first) <= _CARRIED_WORDS


def _multiplies(row: Row, fewest: float = 0.0) -> bool:
    """Whether ``row`` prints a price, of cents or their parts, between a number and their product.

    A discount, as a sum or a percentage, may stand before the product.

    Args:
        row: Some row.
        fewest: What that number is at least, or it is below one: one times the total says little.
    """
    figures = [piece for piece in row.pieces if piece.kind in {"number", "percent"}]
    numbers = [piece for piece in figures if piece.kind == "number"]
    return any(
        _is_product(*three, fewest) for three in zip(numbers, numbers[1:], numbers[2:], strict=False)
    ) or any(
        _is_product(quantity, price, total, fewest, discount)
        for quantity, price, discount, total in zip(*(figures[n:] for n in range(4)), strict=False)
    )


def _is_product(
    quantity: Piece, price: Piece, total: Piece, fewest: float, discount: Piece | None = None
) -> bool:
    if not total.strong or not _PRICE.search(price.text) or "percent" in {quantity.kind, price.kind}:
        return False
    count = quantity.amount
    if not (count >= fewest or 0 < count < 1):
        return False
    if discount is not None:
        return bool(discount.amount) and line_holds(quantity, price, total, discount) is True
    return abs(count * price.amount - total.amount) < _HALF_CENT
