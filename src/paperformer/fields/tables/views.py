"""The rows of a table as views: their cells by role, read off columns or off their own order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from statistics import median

from paperformer.fields.tables.article_codes import part_codes
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.cell_texts import has_word, is_article, is_code
from paperformer.fields.tables.columns import NUMERIC, Column, align
from paperformer.fields.tables.multiplication import without_times
from paperformer.fields.tables.pieces import Piece, as_text
from paperformer.fields.tables.roles import choose_roles
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.units import is_unit
from paperformer.fields.tables.view import View

_UNIT = re.compile(r"[^\W\d_]{1,5}\.?")  # alone behind a quantity in its column, whatever it is called
_CELLS = frozenset({"code", "description", "quantity", "unit", "unit_price", "discount", "vat_rate", "total"})
_EDGED = frozenset({"code", "description", "unit"})  # columns that begin at their caption's left edge
_SAME_EDGE = 1.3  # ems between right edges of sums in one column
_RAGGED = 4.0  # and where they are set unevenly
_CLOSE_TO_MOST = 0.6  # part of the fullest column's sums that the column of totals has
_NO_COLUMN = Column(frozenset(), 0.0, 0.0)
_LEAST_WHOLE = 10  # of money without cents
_LONG_ARTICLE = 6  # digits from which a number at the head of a row is that of an article
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
    pieces = [without_times(view, view.row.cut(edges), counted) for view in views]
    columns, loose = align(captions, pieces, em)
    chosen = choose_roles(columns, sums)
    if "total" not in chosen and "quantity" in chosen and "unit_price" in chosen:
        chosen["total"] = chosen.pop("unit_price")  # web shops have one column of prices, those of the lines
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


def free_views(rows: Sequence[Row]) -> list[View]:
    """``rows`` of a table without heading, as receipts have it; empty where no column of totals is seen."""
    whole = any(row.numerals.whole for row in rows)
    edge = _edge_of_totals(rows, whole)
    if edge is None:
        return []
    alone = _stand_alone(rows, whole)
    coded = _lead_with_articles(rows, whole)
    views: list[View] = []
    for row in rows:
        view = View(row)
        pieces = without_times(view, row.pieces, counted=False)
        if alone:
            total = pieces[0] if _is_alone(row, whole) else None
            view.closes = total is not None
            off = pieces[-1] if pieces and total is None and not view.times else None
            if off is not None and off.kind == "number" and off.amount < 0 and off.strong:
                view.cells["discount"], pieces = [off], []
        else:
            reach = _SAME_EDGE * row.em
            total = next((p for p in pieces[::-1] if _is_sum(p, whole) and abs(p.x1 - edge) <= reach), None)
            total = total or (None if whole else _ragged(pieces, edge, row.em))
        if total is not None:
            view.cells["total"] = [total]
        if len(pieces) > 1 and pieces[0] is not total and _is_leading_article(pieces[0], coded):
            view.cells["code"], pieces = pieces[:1], pieces[1:]
        for piece in pieces:
            if piece.kind == "text" and (total is None or piece.x0 < total.x0):
                view.cells.setdefault("description", []).append(piece)
            elif piece is not total and piece.kind != "times" and (total is None or piece.x1 <= total.x0):
                view.loose.append(piece)
        texts = [piece for piece in pieces if piece.kind == "text"]
        below_name = bool(views) and views[-1].named and views[-1].total is None
        is_lone = len(pieces) == 1 and total is None
        of_name = below_name and len(texts) == 1 and has_word(texts[0].text)
        if (is_lone or of_name) and is_code((texts or pieces)[0].text):
            view.cells.pop("description", None)
            view.cells["code"] = texts or pieces
            view.loose = [] if is_lone else view.loose
        views.append(view)
    part_codes(views, headed=False)
    return views


def _lead_with_articles(rows: Sequence[Row], whole: bool) -> bool:
    """Whether most rows with a sum begin with an article number."""
    summed = [row.pieces for row in rows if len(row.pieces) > 1 and _is_sum(row.pieces[-1], whole)]
    return 2 * sum(is_article(pieces[0].text) for pieces in summed) > len(summed)


def _is_leading_article(piece: Piece, coded: bool) -> bool:
    """Whether the first piece of a row is an article number: a long one, or one of a table that has them."""
    return is_article(piece.text) and (coded or len(piece.text) >= _LONG_ARTICLE)


def _stand_alone(rows: Sequence[Row], whole: bool) -> bool:
    """Whether totals stand on rows of their own, below name and price, more often than beside names."""
    several = [row.pieces for row in rows if len(row.pieces) > 1]
    named = [
        any(_is_sum(piece, whole) for piece in pieces) and all(piece.kind != "times" for piece in pieces)
        for pieces in several
    ]
    alone = sum(_is_alone(row, whole) for row in rows)
    return alone > max(1, sum(named))


def _is_alone(row: Row, whole: bool) -> bool:
    return len(row.pieces) == 1 and _is_sum(row.pieces[0], whole)


def _ragged(pieces: Sequence[Piece], edge: float, em: float) -> Piece | None:
    """The sum that ends a row with a name, near the others: some printers set it unevenly."""
    last = pieces[-1] if pieces else None
    if last is None or not _is_sum(last, whole=False) or abs(last.x1 - edge) > _RAGGED * em:
        return None
    return last if any(piece.kind == "text" and has_word(piece.text) for piece in pieces) else None


def _is_sum(piece: Piece, whole: bool) -> bool:
    """Whether a number may be a sum: with cents, or without (``whole``) where no number has them."""
    if piece.kind != "number" or piece.unit:
        return False
    return piece.strong or (whole and piece.amount.is_integer() and abs(piece.amount) >= _LEAST_WHOLE)


def _edge_of_totals(rows: Iterable[Row], whole: bool) -> float | None:
    """The right edge at which most rows end in a sum; of nearly equal ones the rightmost."""
    edges = sorted((piece.x1, row.em) for row in rows for piece in row.pieces if _is_sum(piece, whole))
    clusters: list[list[float]] = []
    for x1, em in edges:
        if clusters and x1 - clusters[-1][-1] <= _SAME_EDGE * em / 2:
            clusters[-1].append(x1)
        else:
            clusters.append([x1])
    if not clusters:
        return None
    most = max(map(len, clusters))
    return median(next(c for c in reversed(clusters) if len(c) >= _CLOSE_TO_MOST * most))
