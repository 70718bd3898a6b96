"""What the numbers of a table without captions are: counts, prices, article numbers, parts of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.items import Item
from paperformer.fields.tables.pieces import Piece, as_text
from paperformer.fields.tables.view import View

_BARE_CODE = re.compile(r"[0-9]{5,}")
_MOST = 0.7  # part of the lines that print a number first where it is the quantity
_BESIDE = 1.5  # ems between a name and a number that belongs to it


def completed(items: Sequence[Item]) -> list[Item]:
    """Lines of a table without heading, with what their loose numbers are: counts, prices or codes."""
    leading = [item for item in items if _leading(item) is not None]
    plain = [item for item in items if item.piece("quantity") is None]
    counts = len(leading) >= _MOST * max(len(plain), 1)
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
