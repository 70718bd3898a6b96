"""Counts beside what they count: "2 x 3,50", "4x Bread", "à 32,00"; "10pcs" and "2,5h" in one word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.arithmetic import is_same_sum, line_holds, with_base
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.cell_texts import has_word, is_unit
from paperformer.fields.tables.piece import Piece, as_text
from paperformer.fields.tables.pieces import as_counted, figures_of, glued_number
from paperformer.fields.tables.rows import Row, RowReading
from paperformer.fields.values.reading import DecimalMark

_APART = 4.0  # ems between a sign of multiplication and a sum that is not its price
_NEAR = 1.0  # ems around a sign of multiplication inside of a name
_COUNT_DIGITS = 2


def read_product(row: Row, pieces: Sequence[Piece], *, counted: bool) -> tuple[RowReading, list[Piece]]:
    """What a sign of multiplication in ``row`` tells, "2 x 3,50" or "2 x Bread", and the other pieces.

    Where a column holds the counts (``counted``), "12 x 1 l" is the text of another one.
    """
    rest = list(pieces)
    for place, sign in enumerate(rest):
        if sign.kind != "times":
            continue
        before = rest[place - 1] if place else None
        if place > 1 and before is not None and _is_unit_of(before, rest[place - 2]) and not counted:
            before = as_counted(rest[place - 2], before)
            rest[place - 2 : place] = [before]
            place -= 1
        after = rest[place + 1] if place + 1 < len(rest) else None
        if after is None or after.kind not in {"number", "text"}:
            continue  # an asterisk at the end marks a rate of tax
        name = _name_around(rest, place, row.em) if counted else None
        if name is not None:
            first, end = name
            return RowReading(row), [*rest[:first], as_text(rest[first:end]), *rest[end:]]
        if before is not None and not counted and _counts_name(before, after):
            return RowReading(row, {"quantity": (after,)}), [*rest[:place], *rest[place + 2 :]]
        if before is None and after.kind == "number" and not counted:
            return RowReading(row, {"unit_price": (after,)}), rest[2:]  # "à 32,00", below "2 x Semla"
        if before is not None and not counted and _is_price_first(before, after, row):
            cells = {"quantity": (after,), "unit_price": (before,)}
            return RowReading(row, cells, times=True), [*rest[: place - 1], *rest[place + 2 :]]
        if before is not None and before.kind == "number" and (before.amount >= 0 or _is_returned(before)):
            cells, end = {"quantity": (before,)}, place + 1
            if after.kind == "number" and not _is_total_apart(row, sign, rest[end:]):
                cells, end = {**cells, "unit_price": (after,)}, place + 2
            return RowReading(row, cells, times=True), [*rest[: place - 1], *rest[end:]]
    return RowReading(row), [piece for piece in rest if piece.kind != "times"]


def _is_unit_of(unit: Piece, number: Piece) -> bool:
    """Whether a piece is the unit of the number before it, set apart from it: "2   pcs  à 520"."""
    return unit.kind == "text" and is_unit(unit.text) and number.kind == "number" and not number.unit


def _is_returned(count: Piece) -> bool:
    """Whether a number below zero counts what was given back, "-14 pcs x 0.25", and is no sum."""
    return not count.strong and count.amount.is_integer()


def _counts_name(name: Piece, count: Piece) -> bool:
    """Whether a number behind a name and a sign of multiplication counts it: "Beer x 3"."""
    is_count = count.kind == "number" and count.text.isdigit() and len(count.text) <= _COUNT_DIGITS
    return is_count and name.kind == "text" and has_word(name.text) and not name.text[-1:].isdigit()


def _is_price_first(price: Piece, count: Piece, row: Row) -> bool:
    """Whether the price stands before its count: "535,00 x 2", "890,00 x 1,482 kg"."""
    if price.kind != "number" or count.kind != "number" or not price.strong or price.unit:
        return False
    is_count = count.text.isdigit() and len(count.text) <= _COUNT_DIGITS and not row.numerals.whole
    return bool(count.unit) or is_count


def _name_around(pieces: Sequence[Piece], place: int, em: float) -> tuple[int, int] | None:
    """The first and one after the last piece of the name that a sign of multiplication is a part of."""
    if _ends_name(pieces, place, em):
        return place - 2, place + 1
    if place and _is_packed(pieces, place, em):
        return place - 1, place + 2
    if place and (_is_of_name(pieces, place) or _is_of_size(pieces, place, em)):
        return place - 1, place + 2
    return None


def _ends_name(pieces: Sequence[Piece], place: int, em: float) -> bool:
    """Whether a sign of multiplication ends a name that goes on below: "Twine, 2 x"."""
    far = pieces[place + 1].x0 - pieces[place].x1 > _APART * em
    return far and place > 1 and [piece.kind for piece in pieces[place - 2 : place]] == ["text", "number"]


def _is_packed(pieces: Sequence[Piece], place: int, em: float) -> bool:
    """Whether a sign of multiplication and a whole number end a name right behind it: "Eggs, tray à 30"."""
    before, times, after = pieces[place - 1 : place + 2]
    near = times.x0 - before.x1 <= _NEAR * em and after.x0 - times.x1 <= _NEAR * em
    followed = place + 2 < len(pieces) and pieces[place + 2].x0 - after.x1 > _APART * em
    return before.kind == "text" and after.kind == "number" and not after.strong and near and followed


def _is_of_name(pieces: Sequence[Piece], place: int) -> bool:
    """Whether a number, a sign of multiplication and what follows are of a name, where a column holds the
    counts: "12 x 1 l", "Window, 1250 x 1350", but not "4 x 3,50" whose product is the row's total.
    """
    before, after = pieces[place - 1], pieces[place + 1]
    if before.kind != "number":
        return False
    if after.kind == "text":
        return True
    product = before.amount * after.amount
    others = (piece for piece in pieces[place + 2 :] if piece.kind == "number")
    return (
        place > 1
        and pieces[place - 2].kind == "text"
        and not any(is_same_sum(other.amount, product) for other in others)
    )


def _is_of_size(pieces: Sequence[Piece], place: int, em: float) -> bool:
    """Whether a number ends a name's size: "Screws M10 x 140", close by and without cents."""
    before, times, after = pieces[place - 1 : place + 2]
    near = times.x0 - before.x1 <= _NEAR * em and after.x0 - times.x1 <= _NEAR * em
    is_size = before.kind == "text" and before.text[-1:].isdigit() and after.kind == "number"
    return is_size and near and not after.strong


def _is_total_apart(row: Row, times: Piece, rest: Sequence[Piece]) -> bool:
    """Whether what follows a sign of multiplication is no price but the line's total, in a column far off:
    "Two coats, 2 x      2,860.00".
    """
    numbers = [piece for piece in rest if piece.kind == "number"]
    texts = (piece.text for piece in row.pieces if piece.kind == "text")
    named = any(has_word(text) and not is_unit(text) for text in texts)
    return named and len(numbers) == 1 and numbers[0].strong and rest[0].x0 - times.x1 > _APART * row.em


def with_products_in_texts(readings: Sequence[RowReading]) -> list[RowReading]:
    """``readings`` with the quantities and prices inside of texts beside a total that they make:
    "Qty 2 @ $5.50 each", "61.38L @ 189.9 c/L" below "Diesel  116.56".
    """
    rows = list(readings)
    for place, reading in enumerate(rows):
        if reading.has_figures or reading.is_noise or not reading.has("description"):
            continue
        for other in rows[max(place - 1, 0) : place] + rows[place + 1 : place + 2]:
            if other.total is None or other.has("quantity", "unit_price"):
                continue
            product = _product_in_text(reading.row, other.total)
            if product is not None:
                count, price = product
                cells = {"quantity": (count,), "unit_price": (price,)}
                rows[place] = replace(reading, cells=cells, loose=(), times=True)
                break
    return rows


def _product_in_text(row: Row, total: Piece) -> tuple[Piece, Piece] | None:
    """Two numbers of a text whose product is ``total``, the price perhaps in hundredths; one times the total
    says nothing.
    """
    figures = [figure for line in row.lines for figure in figures_of(line, row.numerals, row.em)]
    for place, count in enumerate(figures):
        for price in figures[place + 1 :]:
            if count.is_money or count.amount in {0.0, 1.0}:
                continue
            base = with_base(count, price, total)
            if base is not None and line_holds(count, base, total):
                return count, base
    return None


def with_counts(
    pieces: Sequence[Piece], captions: Sequence[Caption], mark: DecimalMark | None
) -> list[Piece]:
    """``pieces`` of a row with words like "10pcs" under the caption of quantities as numbers.

    On a row without other numbers they are sizes of names.
    """
    if all(piece.kind != "number" for piece in pieces):
        return list(pieces)
    counts = [caption for caption in captions if "quantity" in caption.roles]
    return [
        glued_number(piece, mark) if any(p.x0 < piece.x1 and piece.x0 < p.x1 for p in counts) else piece
        for piece in pieces
    ]
