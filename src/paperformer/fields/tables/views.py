"""The rows of a table with a heading as views: their cells by role, read off the columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from statistics import median

from paperformer.fields.tables.article_codes import names_below_codes, part_codes
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.cell_texts import is_article, is_code
from paperformer.fields.tables.columns import NUMERIC, Column, align
from paperformer.fields.tables.glued_units import with_counts
from paperformer.fields.tables.multiplication import without_times
from paperformer.fields.tables.pieces import Piece, as_text
from paperformer.fields.tables.roles import choose_roles
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.units import is_unit
from paperformer.fields.tables.view import View

_UNIT = re.compile(r"[^\W\d_]{1,5}\.?")  # alone behind a quantity in its column, whatever it is called
_CELLS = frozenset({"code", "description", "quantity", "unit", "unit_price", "discount", "vat_rate", "total"})
_EDGED = frozenset({"code", "description", "unit"})  # columns that begin at their caption's left edge
_NO_COLUMN = Column(frozenset(), 0.0, 0.0)
_SHORTEST = 3  # characters from which a text right of the total is more than a letter for the tax
_BESIDE = 1.6  # ems between two parts of a name
_INDENTED = 2.5  # ems that a further line of a description may stand right of its column, and 1 left


def headed_views(rows: Sequence[Row], captions: Sequence[Caption], sums: Sequence[float] = ()) -> list[View]:
    """``rows`` read by the columns under ``captions``; empty where none of these holds totals.

    Args:
        rows: Of the table.
        captions: Of its columns.
        sums: Numbers that stand below it, among them that of the column of totals.
    """
    if not rows:
        return []
    edges = [c.x0 for c in captions if c.roles & _EDGED and not c.roles & NUMERIC]
    em = median(row.em for row in rows)
    views = [View(row) for row in rows]
    counted = any("quantity" in caption.roles for caption in captions)
    cut = [with_counts(row.cut(edges), captions, row.numerals.mark) for row in rows]
    pieces = [without_times(view, row, counted) for view, row in zip(views, cut, strict=True)]
    columns, loose = align(captions, pieces, em)
    chosen = choose_roles(columns, sums)
    if "total" not in chosen and "quantity" in chosen and "unit_price" in chosen:
        chosen["total"] = chosen.pop("unit_price")  # web shops have one column of prices, those of the lines
    if "total" not in chosen and "gross" in chosen:
        chosen["total"] = chosen.pop("gross")
    if "total" not in chosen:
        return []
    if (
        counted
        and not chosen.get("quantity", _NO_COLUMN).cells
        and any("×" in row.lines[0].text for row in rows)
    ):
        return headed_views(rows, [caption for caption in captions if "quantity" not in caption.roles], sums)
    for role in chosen.keys() & _CELLS:
        for index, cell in chosen[role].cells.items():
            numbers = [piece for piece in cell if piece.kind == "number"]
            if role == "description" and "quantity" not in chosen and len(numbers) < len(cell):
                views[index].loose = numbers
                cell = [piece for piece in cell if piece.kind != "number"]
            views[index].cells.setdefault(role, []).extend(cell)
    taken = {id(column) for column in chosen.values()}
    for column in columns:
        if (
            not column.named
            and id(column) not in taken
            and not (column.captioned and "description" in chosen)
        ):
            for index, cell in column.cells.items():
                loose.setdefault(index, []).extend(cell)
    named = any(view.total is not None and view.has("description") for view in views)
    for index, spare in loose.items():
        unit = _unit_beside(views[index], spare)
        if unit is not None:
            views[index].cells["unit"] = [unit]
            spare.remove(unit)
        texts = [piece for piece in spare if piece.kind == "text" and len(piece.text) >= _SHORTEST]
        if texts and ("description" not in chosen or (named and _lacks_name(views[index]))):
            views[index].cells.setdefault("description", []).extend(texts)
    position = chosen["position"].cells if "position" in chosen else {}
    for index, view in enumerate(views):
        view.opens = any(piece.kind == "number" for piece in position.get(index, ()))
        spare = [*loose.get(index, ()), *(() if view.has("total") else position.get(index, ()))]
        _add_to_name(view, spare)
    for view, printed in zip(views, pieces, strict=True):
        if "code" not in chosen and len(printed) == 1 and is_article(printed[0].text):
            view.cells, view.loose = {"code": printed}, []
        _tidy(view)
    if "code" not in chosen:
        part_codes(views, headed=True)
    else:
        names_below_codes(views)
    _mark_noise(views, em)
    _mark_payments(views, columns, {id(chosen[role]) for role in chosen.keys() & _CELLS})
    _keep_sums(views)
    return views


def _unit_beside(view: View, spare: Sequence[Piece]) -> Piece | None:
    """A unit of no column right of the quantity: its column has no caption."""
    counted = view.cells.get("quantity")
    if not counted or view.has("unit"):
        return None
    units = (piece for piece in spare if piece.kind == "text" and is_unit(piece.text))
    return next((piece for piece in units if piece.x0 >= counted[-1].x1), None)


def _lacks_name(view: View) -> bool:
    """Whether a row has a total and nothing else in the columns: its name begins left of them."""
    return view.cells.keys() == {"total"} and view.total is not None


def _add_to_name(view: View, spare: Sequence[Piece]) -> None:
    """What stands in no column right beside a name is a part of it: "Unleaded 95", "Milk 2%", "1 April"."""
    names = view.cells.get("description")
    if not names or not any(piece.kind == "text" for piece in names):
        return
    reach = _BESIDE * view.row.em
    own = {word for piece in names for word in piece.words}
    others = [piece for piece in spare if not own & set(piece.words)]
    first = min(piece.x0 for piece in names)
    if view.total is not None:  # a number that opens the row of a line counts the lines
        others = [piece for piece in others if piece.x0 > first or piece.kind == "percent"]
    others = [piece for piece in others if piece.x0 > first or not is_code(piece.text)]
    joined: list[Piece] = []
    for piece in sorted([*names, *others], key=lambda piece: piece.x0):
        if joined and piece.words[0] == joined[-1].words[-1] + 1 and piece.x0 - joined[-1].x1 <= reach:
            joined[-1] = as_text([joined[-1], piece])
        else:
            joined.append(piece)
    view.cells["description"] = [piece for piece in joined if own & set(piece.words)]


def _tidy(view: View) -> None:
    """One number in a column of numbers; a number beside a name belongs to the name."""
    for role in ("quantity", "unit_price", "discount", "vat_rate", "total"):
        found = [piece for piece in view.cells.get(role, ()) if piece.kind in {"number", "percent"}]
        if role == "quantity" and view.has(role) and not view.has("unit"):
            units = [p for p in view.cells[role] if not found or _is_unit_behind(p, found[0])]
            view.cells.update({"unit": units[:1]} if units else {})
        if role in view.cells:
            view.cells[role] = found[:1]
            if not found:
                del view.cells[role]
    if "description" in view.cells:
        view.cells["description"].sort(key=lambda piece: piece.x0)


def _is_unit_behind(piece: Piece, number: Piece) -> bool:
    return piece.x0 >= number.x1 and _UNIT.fullmatch(piece.text) is not None


def _mark_noise(views: Sequence[View], em: float) -> None:
    """Texts that stand outside the column of descriptions are no further lines of one."""
    numbered = ("total", "quantity", "unit_price")
    figures = [view for view in views if any(view.has(role) for role in numbered)]
    coded = 2 * sum(view.has("code") and not view.named for view in figures) > len(figures)
    # Where article numbers stand beside the figures, names have rows of their own.
    lefts = [v.cells["description"][0].x0 for v in (views if coded else figures) if v.has("description")]
    left = median(lefts) if lefts else None
    for view in views:
        if any(view.has(role) for role in numbered):
            continue
        if not view.cells:
            view.is_noise = True
        elif left is not None and view.has("description"):
            x0 = view.cells["description"][0].x0
            view.is_noise = not left - em <= x0 <= left + _INDENTED * em


def _mark_payments(views: Sequence[View], columns: Sequence[Column], used: Collection[int]) -> None:
    """Rows whose only number stands under another caption (credit, balance) are no part of a line above."""
    for column in columns:
        if id(column) in used or not column.captioned or (column.named and column.is_text):
            continue
        for index, cell in column.cells.items():
            view = views[index]
            counted = any(view.has(role) for role in ("total", "quantity", "unit_price"))
            if not counted and any(piece.kind == "number" and piece.strong for piece in cell):
                view.is_noise = True


def _keep_sums(views: Sequence[View]) -> None:
    """Where totals have two places, a whole number below them is none: "Page 1 of 3"."""
    totals = [view.total for view in views if view.total is not None]
    if 2 * sum(total.strong for total in totals) >= len(totals):
        for view in views:
            counted = view.has("unit_price") and view.has("quantity")
            if view.total is not None and not view.total.strong and not counted:
                del view.cells["total"]
                view.is_noise = True
