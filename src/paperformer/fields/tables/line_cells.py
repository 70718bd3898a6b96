"""The cells of one line: from the pieces of its rows to values."""

from __future__ import annotations

import re
from dataclasses import replace

from paperformer.fields.tables.captions import LINE_ROLES
from paperformer.fields.tables.cell_texts import has_word, is_code, is_day
from paperformer.fields.tables.group import GroupCell, GroupRow, cell_of, in_order
from paperformer.fields.tables.items import Item
from paperformer.fields.tables.pieces import Piece

_LEADERS = re.compile(r"\s*(?:\.{4,}|(?:\. ){4,}\.?|…{2,}|_{4,})\s*")


def line_of(item: Item, *, headed: bool, adds_up: bool) -> GroupRow:
    cells: dict[str, GroupCell] = {}
    units = [piece for view in item.views for piece in view.cells.get("unit", ())]
    for role in ("quantity", "unit_price", "discount", "vat_rate", "total"):
        piece = item.piece(role)
        if piece is not None:
            number, unit = piece.parted()
            cells[role] = cell_of([number], role)
            units = [unit, *units] if unit is not None and role == "quantity" else units
    code, names = _code_and_names(item, headed=headed)
    if code:
        cells["code"] = cell_of(code, "code")
    if names:
        cells["description"] = _without_leaders(cell_of(names, "description"))
    if units:
        cells["unit"] = cell_of(units[:1], "unit")
    return GroupRow("purchase_lines", in_order(cells, LINE_ROLES), item.holds, _score(item, adds_up))


def _code_and_names(item: Item, *, headed: bool) -> tuple[list[Piece], list[Piece]]:
    """The article number and the pieces of the description; a number alone on its row is no name."""
    codes = (_unlabelled(piece) for view in item.views for piece in view.cells.get("code", ()))
    code = [piece for piece in codes if piece is not None and not is_day(piece.text)][:1]
    names: list[Piece] = []
    for printed in (piece for view in item.views for piece in view.cells.get("description", ())):
        piece = _without_day(printed) if not names else printed
        if is_day(piece.text):
            continue
        if has_word(piece.text) or (headed and (_goes_on(names[-1], piece) if names else not code)):
            names.append(piece)
        elif not code and not headed and is_code(piece.text):
            code = [piece]
        elif names and piece.words[0] == names[-1].words[-1] + 1:
            names.append(piece)  # the end of the name beside it, on its row
    if not code and not headed and names:
        code, names[:1] = _split_code(names[0])
    return code, names


def _goes_on(name: Piece, piece: Piece) -> bool:
    """Whether a further row of a name says something, "170 g, 4/4", or closes a bracket: "(case of / 2000)".

    "001-6" counts or numbers things.
    """
    is_open = name.text.count("(") > name.text.count(")")
    return any(map(str.isalpha, piece.text)) or (is_open and ")" in piece.text)


def _without_leaders(name: GroupCell) -> GroupCell:
    """A name without the dots that lead from it to its price, or the comma before its quantity."""
    value = _LEADERS.sub(" ", name.value).strip().rstrip(",").rstrip()
    return replace(name, value=value) if value else name


def _without_day(name: Piece) -> Piece:
    """A name without the day before it, on which it was bought."""
    first, _, rest = name.text.partition(" ")
    if not is_day(first) or not has_word(rest) or len(name.words) < 2:
        return name
    return replace(name, text=rest, words=name.words[1:])


def _unlabelled(piece: Piece) -> Piece | None:
    """An article number without the label before it ("Your no.: 4711"); None where there is only a label."""
    label, colon, text = piece.text.rpartition(":")
    if not colon:
        return piece
    words = piece.words[len(label.split()) :] if label.count(" ") < len(piece.words) else piece.words
    return replace(piece, text=text.strip(), words=words) if text.strip() and words else None


def _split_code(name: Piece) -> tuple[list[Piece], list[Piece]]:
    """A name that begins with an article number, apart."""
    first, _, rest = name.text.partition(" ")
    if not rest or not is_code(first) or not has_word(rest):
        return [], [name]
    head = replace(name, text=first, words=name.words[:1])
    return [head], [replace(name, text=rest, words=name.words[1:])]


def adding_up(line: GroupRow) -> GroupRow:
    """``line`` as one of a table whose totals make a sum that is printed."""
    return replace(line, score=ROW_SCORES[line.holds, True])


def _score(item: Item, adds_up: bool) -> float:
    """How often lines like this one are right in every cell; fitted by benchmarks/lines.py."""
    return ROW_SCORES[item.holds, adds_up]


# (arithmetic of the row, sum of all rows) -> part of lines that are right in every cell: about the mean of
# generated documents (`python benchmarks/lines.py --seed 24 --fit`), of real and specimen e-invoices
# (`--zugferd --fit`) and of 240 documents that assistants drew without having seen the program (0.86, 0.77,
# 0.66, 0.58, 0.68, 0 of 16; they are not in the repository).
ROW_SCORES: dict[tuple[bool | None, bool], float] = {
    (True, True): 0.94,
    (True, False): 0.88,
    (None, True): 0.75,
    (None, False): 0.62,
    (False, True): 0.70,
    (False, False): 0.20,
}
