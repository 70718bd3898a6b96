"""What signs of multiplication tell: "2 x 3,50", "4x Bread", "à 32,00"."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.fields.tables.cell_texts import has_word
from paperformer.fields.tables.pieces import Piece, as_text
from paperformer.fields.tables.view import View

_APART = 4.0  # ems between a sign of multiplication and a sum that is not its price
_NEAR = 1.0  # ems around a sign of multiplication inside of a name
_CENT = 0.006
_COUNT_DIGITS = 2


def without_times(view: View, pieces: Sequence[Piece], counted: bool) -> list[Piece]:
    """``pieces`` less what a sign of multiplication tells: "2 x 3,50", and the count of "2 x Bread".

    Where a column holds the counts (``counted``), "12 x 1 l" is the text of another one.
    """
    rest = list(pieces)
    for place, piece in enumerate(rest):
        if piece.kind != "times":
            continue
        before = rest[place - 1] if place else None
        after = rest[place + 1] if place + 1 < len(rest) else None
        if after is None or after.kind not in {"number", "text"}:
            continue  # an asterisk at the end marks a rate of tax
        if counted and _ends_name(view, rest, place):
            return [*rest[: place - 2], as_text(rest[place - 2 : place + 1]), *rest[place + 1 :]]
        if before is not None and not counted and _counts_name(before, after):
            view.cells["quantity"] = [after]
            return [*rest[:place], *rest[place + 2 :]]
        if before is None and after.kind == "number" and not counted:
            view.cells["unit_price"] = [after]  # "à 32,00", below "2 x Semla"
            return rest[2:]
        if before is not None and counted and before.kind == "number" and _is_of_name(rest, place):
            return [*rest[: place - 1], as_text(rest[place - 1 : place + 2]), *rest[place + 2 :]]
        if counted and before is not None and _is_of_size(before, piece, after, view.row.em):
            return [*rest[: place - 1], as_text(rest[place - 1 : place + 2]), *rest[place + 2 :]]
        if before is not None and before.kind == "number" and not before.amount < 0:
            view.cells["quantity"] = [before]
            view.times = True
            if after.kind == "number" and not _is_total_apart(view, piece, rest[place + 1 :]):
                view.cells["unit_price"] = [after]
                return [*rest[: place - 1], *rest[place + 2 :]]
            return [*rest[: place - 1], *rest[place + 1 :]]
    return [piece for piece in rest if piece.kind != "times"]


def _counts_name(name: Piece, count: Piece) -> bool:
    """Whether a number behind a name and a sign of multiplication counts it: "Beer x 3"."""
    is_count = count.kind == "number" and count.text.isdigit() and len(count.text) <= _COUNT_DIGITS
    return is_count and name.kind == "text" and has_word(name.text) and not name.text[-1:].isdigit()


def _ends_name(view: View, pieces: Sequence[Piece], place: int) -> bool:
    """Whether a sign of multiplication ends a name that goes on below: "Twine, 2 x"."""
    far = pieces[place + 1].x0 - pieces[place].x1 > _APART * view.row.em
    return far and place > 1 and [piece.kind for piece in pieces[place - 2 : place]] == ["text", "number"]


def _is_of_name(pieces: Sequence[Piece], place: int) -> bool:
    """Whether a sign of multiplication is a part of a name, where a column holds the counts: "12 x 1 l",
    "Window, 1250 x 1350", but not "4 x 3,50" whose product is the row's total.
    """
    before, after = pieces[place - 1], pieces[place + 1]
    if after.kind == "text":
        return True
    product = before.amount * after.amount
    others = (piece for piece in pieces[place + 2 :] if piece.kind == "number")
    return (
        place > 1
        and pieces[place - 2].kind == "text"
        and all(abs(p.amount - product) > _CENT for p in others)
    )


def _is_of_size(before: Piece, times: Piece, after: Piece, em: float) -> bool:
    """Whether a number ends a name's size: "Screws M10 x 140", close by and without cents."""
    near = times.x0 - before.x1 <= _NEAR * em and after.x0 - times.x1 <= _NEAR * em
    is_size = before.kind == "text" and before.text[-1:].isdigit() and after.kind == "number"
    return is_size and near and not after.strong


def _is_total_apart(view: View, times: Piece, rest: Sequence[Piece]) -> bool:
    """Whether what follows a sign of multiplication is no price but the line's total, in a column far off:
    "Two coats, 2 x      2,860.00".
    """
    numbers = [piece for piece in rest if piece.kind == "number"]
    named = any(piece.kind == "text" and has_word(piece.text) for piece in view.row.pieces)
    return named and len(numbers) == 1 and numbers[0].strong and rest[0].x0 - times.x1 > _APART * view.row.em
